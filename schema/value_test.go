package schema_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func TestWithinFindsDecodedTextInTheDocument(t *testing.T) {
	tests := []struct {
		literal    string // of the document, without quotes
		start, end int    // bytes of the decoded text
		want       string // source text of the span
	}{
		{`plain {{x}}`, 6, 11, `{{x}}`},
		{`a\n{{x}}`, 2, 7, `{{x}}`},
		{`\"\\\/\t{{x}}`, 4, 9, `{{x}}`},
		{`\u00e9{{x}}`, 2, 7, `{{x}}`},
		{`é{{x}}`, 2, 7, `{{x}}`},
		{`\u20ac{{x}}`, 3, 8, `{{x}}`},
		{`\ud83d\ude00{{x}}`, 4, 9, `{{x}}`},
		{`\uD83D\uDE00`, 0, 4, `\uD83D\uDE00`},
		{`\u007b\u007bx}}`, 0, 5, `\u007b\u007bx}}`},
		{`a\u0062c`, 1, 2, `\u0062`},
		{`a\n`, 2, 2, ``},          // at the end
		{`a\nb`, 1, 1, ``},         // empty, before an escape
		{`\u00e9`, 1, 2, `\u00e9`}, // cuts a character
		{`ab`, -5, 99, `ab`},       // out of bounds
		{`x\u0000y`, 1, 3, `\u0000y`},
	}
	for _, test := range tests {
		f := diag.NewFile("login.flow.json", []byte("\ufeff"+head+"\"nodes\": [], \"edges\": [],\r\n\t\"x-é\": \""+test.literal+`"}`))
		w, problems := schema.Parse(f)
		wantReport(t, problems, "")
		v := w.Root.Get("x-é")
		if got := at(f, v.Within(f, test.start, test.end)); got != test.want {
			t.Errorf("bytes %d to %d of %s: got %s, want %s", test.start, test.end, test.literal, got, test.want)
		}
		if got := at(f, v.Span); got != `"`+test.literal+`"` {
			t.Errorf("span of %s is %s", test.literal, got)
		}
	}
}

func TestValuesKeepWhatIsWritten(t *testing.T) {
	f := diag.NewFile("login.flow.json", []byte(head+`"nodes": [], "edges": [], "x": {"n": -1.50e+3, "t": true, "z": null, "s": "\u0041\n", "a": [[]]}}`))
	w, _ := schema.Parse(f)
	x := w.Root.Get("x")
	for key, want := range map[string]schema.Value{
		"n": {Kind: schema.Number, Text: "-1.50e+3"},
		"t": {Kind: schema.Bool, Text: "true"},
		"z": {Kind: schema.Null},
		"s": {Kind: schema.String, Text: "A\n"},
		"a": {Kind: schema.Array},
	} {
		if got := x.Get(key); got.Kind != want.Kind || got.Text != want.Text {
			t.Errorf("%s: got %v %q, want %v %q", key, got.Kind, got.Text, want.Kind, want.Text)
		}
	}
	if got := at(f, x.Get("a").Span); got != "[[]]" {
		t.Errorf("span of the array is %s", got)
	}
	if x.Get("missing") != nil || x.Get("a").Get("k") != nil || x.Get("missing").Get("k") != nil {
		t.Error("Get of what is not there is not nil")
	}
	if got := x.Get("n").Within(f, 1, 2); got != x.Get("n").Span {
		t.Errorf("Within a number is %v", got)
	}
}
