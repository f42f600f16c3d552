package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Cookies are the expressions in a value that read a cookie of the request.
func (t *Typed) Cookies() []*expr.Expr {
	var found []*expr.Expr
	t.Expr.Walk(func(e *expr.Expr) {
		src := sourceOf(e)
		if src.Kind == FromRequest && (strings.HasPrefix(src.Name, "cookies.") || strings.EqualFold(src.Name, "headers.cookie")) {
			found = append(found, e)
		}
	})
	return found
}

// SetCookie is a cookie that an answer sets.
type SetCookie struct {
	Name  string
	Value *Typed
	// As is how the document declares it; nil where it writes the header itself, with these Attributes (RFC 6265, 4.1.2).
	As         *templates.Cookie
	Attributes string
}

// SetCookies are the cookies that a step sets, but for those whose value is the same for everybody: these take one
// away, say.
func (s *Step) SetCookies() []SetCookie {
	var list []SetCookie
	for _, f := range s.Checked() {
		switch value := s.Value[f.Name]; {
		case f.Shape == templates.Cookies:
			for i := range min(len(value.Items), len(s.Node.Fields[f.Name].Cookies)) {
				c := &s.Node.Fields[f.Name].Cookies[i]
				list = append(list, SetCookie{Name: c.Name, Value: value.Items[i], As: c})
			}
		case f.Shape == templates.Object && f.Headers && f.Sink == templates.Answer:
			list = append(list, s.writtenCookies(f.Name, value)...)
		}
	}
	return slices.DeleteFunc(list, func(c SetCookie) bool { return c.Value.Expr == nil || isConst(c.Value.Expr) })
}

func isConst(e *expr.Expr) bool {
	_, constant := e.Const()
	return constant
}

// writtenCookies are the headers Set-Cookie among those of a field.
func (s *Step) writtenCookies(field string, value *Typed) []SetCookie {
	var list []SetCookie
	for i, key := range value.Tree.Keys {
		if !strings.EqualFold(key, "Set-Cookie") || i >= len(value.Items) {
			continue
		}
		pair, attributes, _ := strings.Cut(NewPass(s).Literal(field, key), ";")
		name, _, _ := strings.Cut(pair, "=")
		list = append(list, SetCookie{Name: strings.TrimSpace(name), Value: value.Items[i], Attributes: attributes})
	}
	return list
}

// LetsIn reports whether a cookie that a step sets lets its holder in: by its value, or because a guard looks for it by
// its name.
func (s *Step) LetsIn(c SetCookie, guards []string) bool {
	return slices.Contains(guards, c.Name) || s.CarriesToken(c.Value.Expr, guards)
}

// CarriesToken reports whether a value holds something that lets its holder in: a token, which a cookie of the request
// is only where a guard looks into that cookie.
func (s *Step) CarriesToken(e *expr.Expr, guards []string) bool {
	carries := false
	if e == nil {
		return carries
	}
	s.Flow.values().Made(s, e, func(e *expr.Expr) bool {
		token := func(e *expr.Expr) bool { return e.Type.AllLabels().Has(types.Token) }
		switch {
		case carries || !token(e):
			return false
		case slices.ContainsFunc(e.Args, token) && !s.isOfRequest(e), s.plain(e) != e:
			return true // a token is a part of it, or it is the name of one
		}
		cookies := s.cookiesIn(e)
		guarded := func(cookie string) bool { return slices.Contains(guards, cookie) }
		carries = len(cookies) == 0 || slices.ContainsFunc(cookies, guarded)
		return false
	})
	return carries
}
