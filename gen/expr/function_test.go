package expr_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
)

func TestFunctionsAreThoseOfTheDocument(t *testing.T) {
	want := strings.Fields(`addDuration base64 base64url bool contains endsWith float has hex hmacSha256 int join json len lower
		matches max min now or parseJson parseTime randomToken replace sha256 split startsWith string trim unix upper urlEncode uuid when`)
	var got []string
	for _, f := range expr.Functions() {
		got = append(got, f.Name)
		if f.Doc == "" {
			t.Errorf("%s has no Doc", f.Name)
		}
		if !strings.HasPrefix(f.Signature(), f.Name+"(") || strings.HasSuffix(f.Signature(), "unknown") {
			t.Errorf("%s has the signature %q", f.Name, f.Signature())
		}
		if !slices.ContainsFunc(emissions, func(e emission) bool { return strings.Contains(e.source, f.Name+"(") }) {
			t.Errorf("no emission of %s is tested", f.Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("functions are %v, want %v", got, want)
	}
}
