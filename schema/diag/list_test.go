package diag_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema/diag"
)

func TestSortedOrdersAndDropsRepeats(t *testing.T) {
	a, b := diag.NewFile("a.json", nil), diag.NewFile("b.json", nil)
	var l diag.List
	l.Add(
		diag.Diagnostic{Message: "1", Code: diag.FC002, File: b},
		diag.Diagnostic{Message: "2", Code: diag.FC003, File: a, Span: diag.Span{Start: 7, End: 8}},
		diag.Diagnostic{Message: "3", Code: diag.FC002, File: a, Span: diag.Span{Start: 7, End: 9}},
		diag.Diagnostic{Message: "4", Code: diag.FC002, File: a, Span: diag.Span{Start: 7, End: 8}},
		diag.Diagnostic{Message: "5", Code: diag.FC004, File: a, Span: diag.Span{Start: 1}},
		diag.Diagnostic{Message: "4", Code: diag.FC002, File: a, Span: diag.Span{Start: 7, End: 8}, Hint: "repeated"},
		diag.Diagnostic{Message: "4", Code: diag.FC002, File: b, Span: diag.Span{Start: 7, End: 8}},
		diag.Diagnostic{Message: "6", Code: diag.FC004},
	)
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, d.Message)
	}
	if diff := cmp.Diff([]string{"6", "5", "3", "4", "2", "1", "4"}, got); diff != "" {
		t.Error(diff)
	}
	if l[0].Message != "1" || len(l) != 8 {
		t.Error("Sorted changed its receiver")
	}
}

func TestHasErrors(t *testing.T) {
	warnings := diag.List{{Code: diag.FC107}, {Code: diag.FC211}}
	if warnings.HasErrors() || diag.List(nil).HasErrors() {
		t.Error("errors in a list without")
	}
	if !append(warnings, diag.Diagnostic{Code: diag.FC001}).HasErrors() {
		t.Error("no errors in a list with one")
	}
}
