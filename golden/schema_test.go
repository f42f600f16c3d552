package golden_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestSchema holds the JSON Schema that editors get to what lint says: it takes every document without mistakes, and
// none with an unknown key or a wrong JSON type.
func TestSchema(t *testing.T) {
	text, err := gen.DocumentSchema(all.Templates())
	if err != nil {
		t.Fatal(err)
	}
	again, err := gen.DocumentSchema(all.Templates())
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("written twice, the schema differs (%v)", err)
	}
	jsonSchema := compiledSchema(t, text)
	taken, refused := 0, 0
	for name, src := range allDocuments(t) {
		codes := codesOf(src)
		if slices.Contains(codes, "FC001") || strings.HasPrefix(string(src), "\ufeff") {
			continue // a validator is not given it
		}
		err := jsonSchema.Validate(jsonValue(t, src))
		switch shape := slices.Contains(codes, "FC002") || slices.Contains(codes, "FC003"); {
		case len(codes) == 0 && err != nil:
			t.Errorf("%s has no mistake, and is refused: %v", name, err)
		case shape && err == nil:
			t.Errorf("%s has %v, and is taken", name, codes)
		case len(codes) == 0:
			taken++
		case shape:
			refused++
		}
	}
	if taken < 100 || refused < 2 {
		t.Errorf("only %d documents were taken and %d refused: are the cases found?", taken, refused)
	}
}

// TestSchemaRefuses holds the schema to mistakes of shape at every level of a document.
func TestSchemaRefuses(t *testing.T) {
	text, err := gen.DocumentSchema(all.Templates())
	if err != nil {
		t.Fatal(err)
	}
	jsonSchema := compiledSchema(t, text)
	good := string(schema.New("good"))
	if err := jsonSchema.Validate(jsonValue(t, []byte(good))); err != nil {
		t.Fatalf("a new workflow is refused: %v", err)
	}
	for _, edit := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{`"version": 1`, `"verison": 1`},
		{`"name": "good"`, `"name": 1`},
		{`"nodes"`, `"nods": [], "nodes"`},
		{`"edges": [`, `"edges": {}, "x-edges": [`},
		{`"id": "in"`, `"id": 1`},
		{`"type": "response"`, `"type": "reponse"`},
		{`"position": {"x": 0, "y": 0}`, `"position": {"x": 0}`},
		{`"position": {"x": 0, "y": 0}`, `"postion": {"x": 0, "y": 0}`},
		{`"source": "in"`, `"source": "in", "sourceHandel": "out"`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "FETCH"`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "GET", "endpointTimeout": "15 m"`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "GET", "endpointTimeOut": "15m"`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "GET", "endpointFields": {"a": {"type": "txt"}}`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "GET", "endpointFields": {"a": {"tpye": "string"}}`},
		{`"endpointMethod": "GET"`, `"endpointMethod": "GET", "lint": {"ignore": [{"rule": "FC404"}]}`},
		{`"endpointMethod": "GET", `, ``},
		{`"responseStatus": 200`, `"responseStatus": "200"`},
		{`"responseStatus": 200`, `"responseStatus": 99`},
		{`"responseStatus": 200`, `"responseStatus": 200, "responseCookies": [{"name": "a"}]`},
	} {
		bad := strings.Replace(good, edit[0], edit[1], 1)
		if bad == good {
			t.Fatalf("the document has no %s", edit[0])
		}
		if err := jsonSchema.Validate(jsonValue(t, []byte(bad))); err == nil {
			t.Errorf("with %s instead of %s the document is taken", edit[1], edit[0])
		}
	}
}

// allDocuments are the documents of all cases, by a name that says where they are.
func allDocuments(t *testing.T) fileSet {
	t.Helper()
	documents := fileSet{}
	for _, c := range slices.Concat(folders(t, "apps"), folders(t, "bench"), folders(t, "outputs"), folders(t, "texts")) {
		for name, src := range c.documents() {
			documents[c.name+"/"+name] = src
		}
	}
	for _, file := range slices.Concat(archives(t, "nodes"), archives(t, "lint")) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".flow.json") {
				documents[file+"/"+f.Name] = f.Data
			}
		}
	}
	return documents
}

// codesOf are the codes of what is wrong with a document by itself.
func codesOf(src []byte) []string {
	var codes []string
	for _, d := range gen.Lint(fileSet{"a.flow.json": src}.folder()) {
		if d.Severity() == diag.Error && d.Code != diag.FC208 && d.Code != diag.FC209 {
			codes = append(codes, d.Code.Name)
		}
	}
	return codes
}

// TestSchemaOfEveryField gives each field of each node type values of every JSON type: what lint calls a wrong type the
// schema refuses, and what the schema refuses lint finds fault with.
func TestSchemaOfEveryField(t *testing.T) {
	text, err := gen.DocumentSchema(all.Templates())
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", jsonValue(t, text)); err != nil {
		t.Fatal(err)
	}
	for _, template := range all.Templates() {
		for _, f := range template.Fields {
			ofField, err := compiler.Compile("schema.json#/definitions/node-" + template.Type + "/properties/" + f.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, value := range []string{"null", "true", "-1", "1.5", `"text"`, `""`, "[]", "{}", "[1]", `{"a": 1}`, `{"a": {"b": 1}}`, `[{"a": 1}]`} {
				codes := codesOfField(template.Type, f.Name, value)
				refused := ofField.Validate(jsonValue(t, []byte(value))) != nil
				switch {
				case slices.Contains(codes, "FC003") && !refused:
					t.Errorf("%s: %s is of a wrong type, and the schema takes it", f.Name, value)
				case refused && len(codes) == 0:
					t.Errorf("%s: the schema refuses %s, and lint finds nothing", f.Name, value)
				}
			}
		}
	}
}

// codesOfField are the codes of what is wrong in one field of a node that has no other.
func codesOfField(kind, name, value string) []string {
	const document = `{"version": 1, "id": "f1i2e3l4d5f6i7e8l9d1f2i3e4", "name": "field", "nodes": [
{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/"}},
{"id": "it", "type": "KIND", "data": {"NAME": VALUE}}], "edges": [{"source": "in", "target": "it"}]}`
	src := strings.NewReplacer("KIND", kind, "NAME", name, "VALUE", value).Replace(document)
	start := strings.Index(src, `{"`+name)
	var codes []string
	for _, d := range gen.Lint(fileSet{"field.flow.json": []byte(src)}.folder()) {
		if d.Span.Start > start {
			codes = append(codes, d.Code.Name)
		}
	}
	return codes
}
