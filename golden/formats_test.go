package golden_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestSARIFOfEveryRule holds the SARIF of every case of golden/lint, with all rules, to the official schema.
func TestSARIFOfEveryRule(t *testing.T) {
	schema := jsonSchema(t, "../schema/diag/testdata/sarif-schema-2.1.0.json")
	tool := diag.Tool{Dir: "/project", Codes: diag.Codes()}
	for _, file := range archives(t, "lint") {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := diag.WriteSARIF(&out, problems(t, below(archive, "bad/")), tool); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(jsonValue(t, out.Bytes())); err != nil {
			t.Errorf("%s: %v", caseName(file), err)
		}
	}
}

// TestStrict wants not even a warning of a project that people begin with.
func TestStrict(t *testing.T) {
	for _, c := range folders(t, "apps") {
		if list := gen.Lint(c.files.folder()); len(list) > 0 {
			t.Errorf("%s:\n%s", c.name, text(list))
		}
	}
}

// jsonSchema reads a JSON Schema and asserts formats too.
func jsonSchema(t *testing.T, path string) *jsonschema.Schema {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return compiledSchema(t, src)
}

func compiledSchema(t *testing.T, src []byte) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", jsonValue(t, src)); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// jsonValue reads JSON as a validator wants it.
func jsonValue(t *testing.T, src []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(src)))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
