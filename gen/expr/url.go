package expr

import (
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// URL is a checked URL.
type URL struct {
	Expr *Expr   // the whole text, every placeholder escaped as the part of a URL that it stands in
	Base *Expr   // the placeholder that begins it, as it is: the address of a service; nil where there is none
	Host []*Expr // what the host is made of: placeholders, or the parts that they join, not escaped
}

// CheckURL checks t as an absolute URL. A placeholder at its beginning stands for the beginning of a URL, as it is;
// any other is text, escaped as a part of the host, one segment of the path, or of the query.
func (t *Template) CheckURL(s Scope, w Want) (URL, []Problem) {
	c := checker{scope: s}
	if t.Whole() {
		e, problems := t.Check(s, w)
		return URL{Expr: e, Base: e, Host: e.host()}, problems
	}
	u := URL{Expr: &Expr{Op: OpText, Type: types.Of(types.String), End: len(t.Text)}}
	for i := range t.Parts {
		arg := c.urlPart(t, i, &u)
		u.Expr.Args = append(u.Expr.Args, arg)
		u.Expr.Type.Labels |= arg.Type.Labels
	}
	if t.Text == "" {
		c.notURL(u.Expr, "")
	}
	u.Expr, _ = c.finish(u.Expr, w)
	return u, c.problems
}

// urlPart checks one part of a URL and escapes it.
func (c *checker) urlPart(t *Template, i int, u *URL) *Expr {
	p := &t.Parts[i]
	if i == 1 && u.Base != nil && !strings.ContainsAny(t.Text[p.Start:p.Start+1], "/?#") {
		return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC203, quote(t.Text[p.Start:p.End])+" goes on with the host of "+
			quote(t.Text[:p.Start]), "write \"/\", \"?\" or \"#\" between them")
	}
	if i == 0 && p.IsLiteral() && !strings.HasPrefix(p.Literal, "https://") && !strings.HasPrefix(p.Literal, "http://") {
		return c.notURL(literalText(p), p.Literal)
	}
	if p.IsLiteral() {
		return literalText(p)
	}
	arg := c.placeholder(p)
	arg = c.inText(arg, quote(c.source(arg)))
	before := t.Text[:p.Start]
	switch {
	case i == 0:
		u.Base, u.Host = arg, append(u.Host, arg.host()...)
		return arg
	case strings.ContainsAny(before, "?#"):
		return arg.escaped(&queryEscape)
	case u.Base == nil && !strings.Contains(strings.Replace(before, "://", "", 1), "/"):
		u.Host = append(u.Host, arg)
		if isVariable(arg) {
			return arg // the environment of the program decides the host
		}
		return arg.escaped(&hostEscape)
	}
	return arg.escaped(&pathEscape)
}

// host returns what the host of the URL that e begins is made of, up to the literal that ends it.
func (e *Expr) host() []*Expr {
	var parts []*Expr
	begin := ""
	for _, part := range e.Joined() {
		text, constant := part.Const()
		switch {
		case strings.Contains(begin, "//") && IsSettled(begin):
			return parts
		case constant:
			begin += ConstText(text)
			continue
		case begin == "":
			begin = "https://host"
		default:
			begin += "x"
		}
		parts = append(parts, part)
	}
	return parts
}

// Joined returns the parts that a text is joined of, by placeholders or by +, in order.
func (e *Expr) Joined() []*Expr {
	if !e.Joins() {
		return []*Expr{e}
	}
	var parts []*Expr
	for _, arg := range e.Args {
		parts = append(parts, arg.Joined()...)
	}
	return parts
}

// notURL reports a text that no host can be read of.
func (c *checker) notURL(e *Expr, text string) *Expr {
	return c.mistake(e, diag.FC203, quote(text)+": want a URL that begins with http:// or https://", "")
}

// escaped returns the call of an escaping function with e.
func (e *Expr) escaped(f *Function) *Expr {
	if e.Type.Kind == types.Unknown || e.Op == OpConvert && isDigits(e.Args[0].Type.Kind) {
		return e
	}
	return &Expr{
		Op: OpCall, Type: types.Of(types.String).With(e.Type.Labels), Start: e.Start, End: e.End,
		Name: f.Name, Args: []*Expr{e}, fn: f,
	}
}

// isVariable reports whether e is an environment variable.
func isVariable(e *Expr) bool { return e.Op == OpRef && strings.HasPrefix(e.Key, "env.") }

// isDigits reports whether the text of a value of kind k has nothing to escape.
func isDigits(k types.Kind) bool { return k == types.Int || k == types.Bool }

// These are functions that CheckURL calls, and no expression can.
var (
	queryEscape = Function{Name: "query part of a URL", emit: plain("net/url", "QueryEscape")}
	pathEscape  = Function{Name: "segment of a URL", emit: emitURLPart("PathSegment", "segment")}
	hostEscape  = Function{Name: "part of a URL's host", emit: emitURLPart("HostPart", "host")}
)

// emitURLPart emits the call of a function of runtime that escapes its argument. Each part of a URL can fail for
// itself.
func emitURLPart(function, otherwise string) emitFunction {
	return func(w writer, call *Expr) code {
		arg := call.Args[0]
		name := hint(arg, otherwise)
		if isVariable(arg) {
			name = types.GoLocal(strings.ToLower(lastName(arg.Key)))
		}
		return w.fallible(name, fn(function).Call(w.expr(arg).Statement))
	}
}

// settled matches the begin of an address whose host no text behind it can change. A browser takes two slashes for the
// begin of a host, and a backslash for a slash (URL Standard, 4.4): "/{{x}}" leads anywhere, "/x/{{x}}" stays. A colon
// before the slash ends a scheme, which a variable may hold.
var settled = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#\\]*[^/?#\\:][/?#]|^/[^/\\]|^[^/\\:]+[/?#]|^[?#]`)

// IsSettled reports whether no text behind the begin of an address can change its host.
func IsSettled(begin string) bool { return settled.MatchString(begin) }
