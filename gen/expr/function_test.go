package expr_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
)

func TestFunctionsAreThoseOfTheDocument(t *testing.T) {
	want := strings.Fields(`abs addDuration base64 base64url bool contains csv decrypt duration encrypt endsWith filter first float formatTime has
		hasScope hex hmacSha256 htmlEscape inNetwork int join json keys last len lower map matches max min now or parseJson parseTime present randomCode
		randomToken replace round sha256 sort split startOf startsWith string substring sum totpValid trim unique unix upper urlEncode uuid when`)
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
