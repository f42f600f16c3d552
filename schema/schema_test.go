package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// head is a correct beginning of a document, all on line 1, for tests of what follows it.
const head = `{"version": 1, "id": "k3v7q2m7x4t6w3z6r5y2n2b7cd", "name": "login", `

func parse(src string) (*schema.Workflow, diag.List) {
	return schema.Parse(diag.NewFile("flows/login.flow.json", []byte(src)))
}

// report writes diagnostics as a test expects them: "line:col CODE message", related places
// and the hint on lines of their own.
func report(l diag.List) string {
	var b strings.Builder
	for _, d := range l.Sorted() {
		line, column := d.File.Position(d.Span.Start)
		fmt.Fprintf(&b, "%d:%d %s %s\n", line, column, d.Code, d.Message)
		for _, r := range d.Related {
			line, column := r.File.Position(r.Span.Start)
			fmt.Fprintf(&b, "  %d:%d %s\n", line, column, r.Message)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", d.Hint)
		}
	}
	return b.String()
}

func wantReport(t *testing.T, got diag.List, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), report(got)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

// at returns the source text of a span.
func at(f *diag.File, s diag.Span) string { return string(f.Src[s.Start:s.End]) }
