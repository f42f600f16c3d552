package assist_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestFixesAreNamed names what a fix does.
func TestFixesAreNamed(t *testing.T) {
	file := diag.NewFile("a.flow.json", []byte(`{"order": "nummer", "unused": 1}`))
	for want, edits := range map[string][]diag.Edit{
		"":                     nil,
		"Use number":           {{File: file, Span: diag.Span{Start: 11, End: 17}, Text: "number"}},
		"Remove unused":        {{File: file, Span: diag.Span{Start: 18, End: 31}}},
		"Declare limit as int": {{File: file, Span: diag.Span{Start: 18, End: 18}, Text: `, "fields": {"limit": {"type": "int"}}`}},
		"Declare the fields":   {{File: file, Span: diag.Span{Start: 18, End: 18}, Text: `, "fields": {"a": {"type": "int"}, "b": {"type": "string"}}`}},
		"Add responseStatus":   {{File: file, Span: diag.Span{Start: 18, End: 18}, Text: `, "responseStatus": 401`}},
		"Use {{order.number}}": {{File: file, Span: diag.Span{Start: 11, End: 17}, Text: `{{order.number}}`}},
		"Fix it":               {{File: file, Span: diag.Span{Start: 18, End: 19}, Text: " "}},
	} {
		if got := assist.FixName(diag.Diagnostic{Fix: edits}); got != want {
			t.Errorf("%+v is called %q, want %q", edits, got, want)
		}
	}
}
