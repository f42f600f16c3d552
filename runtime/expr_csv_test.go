package runtime_test

import (
	"encoding/csv"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestCSV reads with encoding/csv what CSVField and CSVText have written.
func TestCSV(t *testing.T) {
	for _, text := range []string{"", "plain", "a,b", `say "hi"`, "two\nlines", " spaced ", "semi;colon", "tab\tbed", `"`, "=1+1", "é"} {
		line := "x," + rt.CSVField(text) + `,"` + rt.CSVText(text) + "\"\n"
		got, err := csv.NewReader(strings.NewReader(line)).ReadAll()
		if err != nil || len(got) != 1 || len(got[0]) != 3 || got[0][1] != text || got[0][2] != text {
			t.Errorf("%q is written as %q and read as %q, %v", text, line, got, err)
		}
	}
	for _, text := range []string{"plain", "é", "-1", "a b"} {
		if got := rt.CSVField(text); got != text {
			t.Errorf("CSVField(%q) = %q, want it without quotes", text, got)
		}
	}
}
