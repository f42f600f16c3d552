package fn_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// TestCSV reads with encoding/csv what CSVField, CSVQuoted and CSVText have written. A text that a spreadsheet would run begins with
// an apostrophe there, as in what csv writes.
func TestCSV(t *testing.T) {
	for _, text := range []string{"", "plain", "a,b", `say "hi"`, "two\nlines", " spaced ", "semi;colon", "tab\tbed", `"`, "=1+1", "-1", "@a,b", "é"} {
		line := "x," + fn.CSVField(text) + `,"` + fn.CSVQuoted(text) + `","x` + fn.CSVText(text) + "\"\n"
		got, err := csv.NewReader(strings.NewReader(line)).ReadAll()
		want := text
		if text != "" && strings.Contains("=-@", text[:1]) {
			want = "'" + text
		}
		if err != nil || len(got) != 1 || len(got[0]) != 4 || got[0][1] != want || got[0][2] != want || got[0][3] != "x"+text {
			t.Errorf("%q is written as %q and read as %q, %v", text, line, got, err)
		}
	}
	for _, text := range []string{"plain", "é", "1", "a b"} {
		if got := fn.CSVField(text); got != text {
			t.Errorf("CSVField(%q) = %q, want it without quotes", text, got)
		}
	}
}
