package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// A browser sends cookies with whatever a page has it send, of any origin. So who is known by a cookie may not have wanted it.

// CookieGuarded implements templates.Pass.
func (p *pass) CookieGuarded() bool { return p.step != nil && len(p.step.Flow.GuardCookies()) > 0 }

// GuardCookies are the cookies that guards of the flow look into, sorted; "" stands for all of them, as in a header Cookie.
func (f *Flow) GuardCookies() []string {
	var names []string
	for _, s := range f.Steps {
		if s.Node != f.Entry && s.Guards() {
			names = append(names, s.Cookies()...)
		}
		if s.Node.called != nil {
			names = append(names, s.Node.called.Cookies...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Cookies are those that the values of a step are made of, or that it looks into by itself.
func (s *Step) Cookies() []string {
	var names []string
	for _, v := range s.Node.Fields {
		if v.Field.Cookie && v.Text != "" && s.Node.Applies(v.Field.When) {
			names = append(names, v.Text)
		}
	}
	for _, field := range s.Checked() {
		s.Value[field.Name].Walk(func(t *Typed) { names = append(names, s.Flow.cookiesIn(t.Expr)...) })
	}
	return names
}

// cookiesIn are the cookies that an expression is made of.
func (f *Flow) cookiesIn(e *expr.Expr) []string {
	var names []string
	for _, src := range f.Origins(e) {
		in := f.inputs[src.Field]
		name, ok := strings.CutPrefix(src.Name, "cookies.")
		switch {
		case src.Kind == FromRequest && ok:
			names = append(names, name)
		case src.Kind == FromRequest && strings.EqualFold(src.Name, "headers.cookie"):
			names = append(names, "")
		case src.Kind == FromEntry && f.given != nil:
			names = append(names, f.given.Cookies[src.Field]...)
		case src.Kind == FromEntry && in != nil && in.In == "cookie":
			names = append(names, in.Name)
		}
	}
	return names
}

// CarriesToken reports whether a value holds something that lets its holder in: a token, which a cookie of the request is only
// where a guard looks into that cookie.
func (s *Step) CarriesToken(e *expr.Expr, guards []string) bool {
	e = s.plain(e)
	if e == nil || !e.Type.AllLabels().Has(types.Token) {
		return false
	}
	made := func(arg *expr.Expr) bool { return arg.Type.AllLabels().Has(types.Token) }
	if slices.ContainsFunc(e.Args, made) && !s.isOfRequest(e) {
		return slices.ContainsFunc(e.Args, func(arg *expr.Expr) bool { return s.CarriesToken(arg, guards) })
	}
	names := s.Flow.cookiesIn(e)
	return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(guards, name) })
}
