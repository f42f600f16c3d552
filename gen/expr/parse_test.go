package expr_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
)

func TestParseFindsPlaceholders(t *testing.T) {
	tests := []struct {
		text    string
		parts   []string // as written, braces included
		whole   bool
		literal bool
	}{
		{"", nil, false, true},
		{"plain }} text", []string{"plain }} text"}, false, true},
		{"{{name}}", []string{"{{name}}"}, true, false},
		{" {{name}}", []string{" ", "{{name}}"}, false, false},
		{"a{{name}}b{{age}}", []string{"a", "{{name}}", "b", "{{age}}"}, false, false},
		{`{{"}}"}}`, []string{`{{"}}"}}`}, true, false},
		{"{{'}}'}}!", []string{"{{'}}'}}", "!"}, false, false},
		{"{{`}}`}}", []string{"{{`}}`}}"}, true, false},
		{`{{"{{"}}`, []string{`{{"{{"}}`}, true, false},
		{`{{"\"}}"}}x`, []string{`{{"\"}}"}}`, "x"}, false, false},
		{`{{'\'}}'}}x`, []string{`{{'\'}}'}}`, "x"}, false, false},
		{"{{ name\n\t+ name }}", []string{"{{ name\n\t+ name }}"}, true, false},
		{"{single}", []string{"{single}"}, false, true},
	}
	for _, test := range tests {
		template, problems := expr.Parse(test.text)
		if len(problems) > 0 {
			t.Errorf("Parse(%q): %v", test.text, lines(problems))
			continue
		}
		var parts []string
		for _, p := range template.Parts {
			parts = append(parts, test.text[p.Start:p.End])
		}
		if !slices.Equal(parts, test.parts) {
			t.Errorf("Parse(%q) has the parts %q, want %q", test.text, parts, test.parts)
		}
		if template.Whole() != test.whole {
			t.Errorf("Parse(%q).Whole() = %v", test.text, template.Whole())
		}
		if text, ok := template.Literal(); ok != test.literal || ok && text != test.text {
			t.Errorf("Parse(%q).Literal() = %q, %v", test.text, text, ok)
		}
	}
}

func TestParseRefusesWhatExpressionsDoNotHave(t *testing.T) {
	tests := []struct{ text, want string }{
		{"héllo {{name", `FC210 7:9 "{{" without "}}" (write {{"{{"}} for the braces themselves)`},
		{`{{ "name }}`, "FC210 3:4 text that is not closed"},
		{"{{}}", "FC210 2:2 expected an expression, found nothing"},
		{"{{ \n }}", "FC210 2:5 expected an expression, found nothing"},
		{"é{{ a + }}", "FC210 9:9 expected operand, found the end"},
		{"é{{ é + ) }}", `FC210 10:11 expected operand, found ")"`},
		{"{{ a b }}", `FC210 5:6 expected the end, found "b" (no name has a space in it: write a.b, if a field of a is meant)`},
		{"{{ a. }}", `FC210 6:6 expected a name, found the end`},
		{"{{ a.default type }}", `FC210 13:17 expected the end, found "type" (no name has a space in it: write a.default.type, if a field of a.default is meant)`},
		{"{{ f(a }}", `FC210 7:7 expected ')', found the end`},
		{"{{ a // b }}", "FC210 5:7 comments are not allowed in an expression"},
		{"{{ a /* b */ }}", "FC210 5:7 comments are not allowed in an expression"},
		{"{{ a[1:2] }}", "FC210 3:9 slices are not allowed"},
		{"{{ x{1} }}", "FC210 3:7 composite literals are not allowed"},
		{"{{ [1, 2] }}", `FC210 3:9 an expression has no lists of its own (write it as JSON where a node takes a value, or give it a name with a Set: {"setValues": {"list": [1, 2]}})`},
		{"{{[]}}", `FC210 2:4 an expression has no lists of its own (write it as JSON where a node takes a value, or give it a name with a Set: {"setValues": {"list": [1, 2]}})`},
		{"{{ []int{1} }}", "FC210 3:11 composite literals are not allowed"},
		{"{{ *a }}", "FC210 3:5 operator \"*\" needs a left operand"},
		{"{{ &a }}", `FC210 3:5 operator "&" is not allowed`},
		{"{{ +a }}", `FC210 3:5 operator "+" is not allowed`},
		{"{{ a | b }}", `FC210 5:6 "|" is no operator of expressions (write upper(x): a function takes its value in parentheses)`},
		{"{{ a &^ b }}", `FC210 5:7 operator "&^" is not allowed`},
		{"{{ a.(b) }}", "FC210 3:8 type assertions are not allowed"},
		{"{{ a.(type) }}", "FC210 3:11 type assertions are not allowed"},
		{"{{ a.b(c) }}", "FC210 3:6 only functions can be called"},
		{"{{ (len)(c) }}", "FC210 3:8 only functions can be called"},
		{"{{ len(c...) }}", `FC210 8:11 "..." is not allowed`},
		{"{{ a[b, c] }}", "FC210 3:10 an index is one value"},
		{"{{ 3i }}", "FC210 3:5 imaginary numbers are not allowed"},
		{`{{ "\q" }}`, "FC210 3:7 text with an unknown escape or a line break (put it into backquotes, in which \\ stands for itself)"},
		{"{{ 'a\nb' }}", "FC210 3:8 text with an unknown escape or a line break (put it into backquotes, in which a line may end)"},
		{"{{ func(){} }}", ""},
		{"{{ a; b }}", ""},
		{"{{ a := b }}", ""},
		{"{{ a@b }}", ""},
		{"{{ " + strings.Repeat("(", 101) + "a" + strings.Repeat(")", 101) + " }}", "FC210 103:106 expression nested deeper than 100"},
		{"{{" + strings.Repeat("a+", 2100) + "a}}", "FC210 2:4203 expression of more than 4 KiB (split it with a Set node)"},
	}
	for _, test := range tests {
		template, problems := expr.Parse(test.text)
		if got := strings.Join(lines(problems), "; "); len(problems) != 1 || test.want != "" && got != test.want {
			t.Errorf("Parse(%.40q):\n got %s\nwant %s", test.text, got, test.want)
		}
		if _, more := template.Check(newScope(), expr.Want{}); len(more) > 0 {
			t.Errorf("Check of %.40q, which did not parse: %v", test.text, lines(more))
		}
	}
}

func TestParseGoesOnAfterAMistake(t *testing.T) {
	_, problems := expr.Parse("{{ a + }} and {{ b | c }}")
	want := []string{"FC210 7:7 expected operand, found the end", `FC210 19:20 "|" is no operator of expressions (write upper(x): a function takes its value in parentheses)`}
	if got := lines(problems); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseBareTakesBracesOrNone(t *testing.T) {
	tests := []struct{ text, want string }{
		{"age > 18", ""},
		{" {{ age > 18 }} ", ""},
		{`name == "}}"`, ""},
		{"", "FC210 0:0 expected an expression, found nothing"},
		{"age >", "FC210 5:5 expected operand, found the end"},
		{"{{age}} > 18", "FC210 7:12 expected the end of the expression after its braces (put one pair of braces around all of it, or none)"},
		{"{{age > 18", `FC210 0:2 "{{" without "}}" (write {{"{{"}} for the braces themselves)`},
		{"name == 'x", "FC210 8:9 text that is not closed"},
		{"age > 18 // adult", "FC210 9:11 comments are not allowed in an expression"},
	}
	for _, test := range tests {
		template, problems := expr.ParseBare(test.text)
		if got := strings.Join(lines(problems), "; "); got != test.want {
			t.Errorf("ParseBare(%q):\n got %s\nwant %s", test.text, got, test.want)
		}
		e, more := template.Check(newScope(), expr.Want{Type: boolean})
		if len(more) > 0 || test.want == "" && !e.Type.Equal(boolean) {
			t.Errorf("ParseBare(%q) checks as %v with %v", test.text, e.Type, lines(more))
		}
	}
}
