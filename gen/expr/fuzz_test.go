package expr_test

import (
	"bytes"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		template, problems := expr.Parse(text)
		inside(t, text, problems)
		at := 0
		for _, p := range template.Parts {
			if p.Start != at || p.End <= p.Start {
				t.Fatalf("part %d:%d does not follow offset %d", p.Start, p.End, at)
			}
			at = p.End
		}
		if at != len(text) {
			t.Fatalf("the parts end at %d of %d", at, len(text))
		}
		_, problems = expr.ParseBare(text)
		inside(t, text, problems)
	})
}

func FuzzCheck(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		template, problems := expr.Parse(text)
		for _, w := range []expr.Want{
			{Type: orNull, Rows: true}, {Type: types.Of(types.String), Text: true}, {Type: integer},
			{Type: types.Of(types.Any)}, {Type: types.Of(types.String), ZeroNull: true}, {Type: types.Of(types.Float).OrNull(), Rows: true},
		} {
			e, more := template.Check(newScope(), w)
			inside(t, text, more)
			expr.Facts(e, true)
			expr.Facts(e, false)
			usable := len(problems) == 0 && len(more) == 0
			e.Walk(func(part *expr.Expr) { usable = usable && part.Type.Kind != types.Unknown })
			if usable {
				render(t, e)
			}
		}
	})
}

func addSeeds(f *testing.F) {
	for _, test := range emissions {
		f.Add(test.source)
	}
	for _, seed := range []string{"{{", "}}", "{{a", "{{'", "é{{ a + }}", "{{a.type[0](b)}}", "{{[]int{1}}}", "{{-9223372036854775808}}", "{{1e400}}", "{{a[", "{{has(guess) && or(guess, null)}}"} {
		f.Add(seed)
	}
}

func inside(t *testing.T, text string, problems []expr.Problem) {
	t.Helper()
	for _, p := range problems {
		if p.Start < 0 || p.End < p.Start || p.End > len(text) {
			t.Fatalf("problem at %d:%d of %d bytes: %s", p.Start, p.End, len(text), p.Message)
		}
		if p.Code == nil || p.Message == "" {
			t.Fatalf("empty problem %+v", p)
		}
	}
}

// render fails where what was emitted is no Go.
func render(t *testing.T, e *expr.Expr) {
	t.Helper()
	file := jen.NewFile("p")
	file.Func().Id("f").Params().Error().Add(emit(e))
	if err := file.Render(&bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkParseAndCheck is what each placeholder of a document costs.
func BenchmarkParseAndCheck(b *testing.B) {
	s := newScope("user")
	b.ReportAllocs()
	for b.Loop() {
		template, _ := expr.Parse("{{user.email}}")
		if _, problems := template.Check(s, expr.Want{Type: text}); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
