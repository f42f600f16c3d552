package diag_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/flowc-dev/flowc/schema/diag"
)

// sarifSchema is the official schema: sarif-schema-2.1.0.json of https://github.com/oasis-tcs/sarif-spec (Schemata),
// errata 01 of the OASIS Standard, unchanged.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	document, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func writeSARIF(t *testing.T, l diag.List, tool diag.Tool) string {
	t.Helper()
	var b bytes.Buffer
	if err := diag.WriteSARIF(&b, l, tool); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteSARIF(t *testing.T) {
	whole := about("flows/login.flow.json", "{\r\n\t\"é\": 1, \"nodez\": 2\r\n}", `"nodez"`)
	whole.Message, whole.Hint, whole.Node, whole.Output = `unknown key "nodez"`, `did you mean "nodes"?`, "user", "out"
	whole.Related = []diag.Related{{File: whole.File, Span: diag.Span{Start: 4, End: 8}, Message: "first used here"}}
	ignored := about("/elsewhere/my flow.json", "abc", "b")
	ignored.Code, ignored.Ignored = unproved, "a health check"
	list := diag.List{whole, ignored, {Code: stale, Message: "left over"}}
	got := writeSARIF(t, list, diag.Tool{Version: "v1.2.3", Codes: []*diag.Code{key}, Dir: "/project"})

	want, err := os.ReadFile("testdata/all.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSARIFIsValid holds what is written to the official schema.
func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	related := about("a b#c?/é.flow.json", "abc", "b")
	related.Related = []diag.Related{{Message: "nowhere"}, {File: related.File, Message: "here"}}
	for name, list := range map[string]diag.List{
		"nothing":                 nil,
		"no file":                 {{Code: stale, Message: "left over"}},
		"names that need escapes": {related},
		"a name that is no UTF-8": {about("\xff.flow.json", "abc", "b")},
		"outside of the folder":   {about("../other/a.flow.json", "abc", "b")},
		"an empty file":           {about("a", "", "")},
		"all":                     {about("a", "\ufeff\r\né", "é"), {Code: diag.FC001, Ignored: "why"}},
	} {
		text := writeSARIF(t, list, diag.Tool{Codes: []*diag.Code{key}, Dir: "/project"})
		log, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

func TestSARIFNamesFilesByURI(t *testing.T) {
	for name, want := range map[string]string{
		"flows/a b.json":          `"uri": "flows/a%20b.json"`,
		"/project/flows/a#b.json": `"uri": "flows/a%23b.json"`,
		"../a.json":               `"uri": "file:///a.json"`,
		"/tmp/a.json":             `"uri": "file:///tmp/a.json"`,
		"x:y.json":                `"uri": "./x:y.json"`, // else x would be a scheme
	} {
		if got := writeSARIF(t, diag.List{about(name, "abc", "b")}, diag.Tool{Dir: "/project"}); !strings.Contains(got, want) {
			t.Errorf("%s: no %s in\n%s", name, want, got)
		}
	}
}

func TestWriteGitHub(t *testing.T) {
	d := about("flows/50%,a:b.flow.json", "{\n \"é\": [1,\n 2]}", "[1,\n 2]")
	d.Message, d.Hint = "100% wrong:\r\n, really", "mend it"
	d.Related = []diag.Related{{File: d.File, Span: diag.Span{Start: 3, End: 4}, Message: "here"}, {Message: "everywhere"}}
	nowhere := diag.Diagnostic{Code: leftover, Message: "left over"}
	var b bytes.Buffer
	if err := diag.WriteGitHub(&b, diag.List{d, nowhere}); err != nil {
		t.Fatal(err)
	}
	want := `::warning title=FC505%3A left over%2C or%3A two::left over
::error file=flows/50%25%2Ca%3Ab.flow.json,line=2,endLine=3,col=7,title=FC002%3A unknown key::` +
		`100%25 wrong:%0D%0A, really%0Anote: flows/50%25,a:b.flow.json:2:2: here%0Anote: everywhere%0Ahint: mend it
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMachineWritersReportWhatTheirWriterDoes(t *testing.T) {
	full := errors.New("disk full")
	l := diag.List{{Code: stale, Message: "m"}}
	if err := diag.WriteSARIF(failing{full}, l, diag.Tool{}); !errors.Is(err, full) {
		t.Errorf("WriteSARIF: %v", err)
	}
	if err := diag.WriteGitHub(failing{full}, l); !errors.Is(err, full) {
		t.Errorf("WriteGitHub: %v", err)
	}
}
