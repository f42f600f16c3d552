package texts

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var Pasted = rule.Rule{Code: diag.FC219, Run: pastedValues}

func pastedValues(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		r := texts{p, p.Values(), s}
		for _, f := range s.Checked() {
			root := s.Value[f.Name]
			root.Walk(func(t *ir.Typed) {
				// A body that says to be a text is one, whatever it looks like.
				if whole := t == root && f.Format != nil && t.Expr != nil && t.Expr.Op == expr.OpText; !whole || hasLines(t.Expr) {
					pastedJSON(p, s, t)
				}
				r.calendar(f, t)
				r.mail(t)
				r.page(t)
				r.files(t)
			})
			r.lines(f)
			r.download(f)
			r.headers(f)
			if f.Format != nil || f.Sink == templates.Address && f.Shape == templates.Object {
				markupReader{texts: r, escapes: f.Format != nil}.members(root, "")
			}
			r.languages(f)
			r.operators(f)
			if f.Shape == templates.URL {
				r.address(f, root)
			}
			if f.Shape == templates.Query && root != nil && root.Tree != nil && root.Tree.Text != nil {
				pastedInSQL(p, s, root)
			}
		}
	})
}

// pastedJSON reports a text that is JSON around values that are pasted into it as they are.
func pastedJSON(p *rule.Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	var inside []*expr.Expr // of a text that was looked at as a whole
	t.Expr.Walk(func(e *expr.Expr) {
		if !e.Joins() || slices.Contains(inside, e) {
			return
		}
		e.Walk(func(part *expr.Expr) { inside = append(inside, part) })
		if loose := looseOf(piecesOf(e.Joined())); loose != nil {
			reportPasted(p, s, t, loose)
		}
	})
}

func reportPasted(p *rule.Pass, s *ir.Step, t *ir.Typed, loose *expr.Expr) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, loose.Start, loose.End),
		Message: fmt.Sprintf("%q is pasted into JSON: a quote in it ends the text that it stands in", t.Tree.JSON.Text[loose.Start:loose.End]),
		Hint:    "give the object a name by a Set, as JSON and not as a text of it; where a text is wanted, json(name) is that",
	})
}

// address looks at each value of the query that an address is written with: who is called reads it without the escapes,
// as JSON or in a language of its own.
func (r texts) address(f *templates.Field, t *ir.Typed) {
	if t == nil || t.Expr == nil || t.Expr.Op != expr.OpText {
		return
	}
	var value []piece
	key, languages := "", languageReader{texts: r, f: f}
	end := func() {
		if loose := looseOf(value); loose != nil {
			reportPasted(r.p, r.s, t, loose)
		} else {
			languages.pasted(t, key, languages.spelled(value))
		}
		value, key = nil, ""
	}
	query := false
	for _, part := range t.Expr.Args {
		v, ok := part.Const()
		if !ok {
			value = append(value, piece{part: unescapedPart(part)})
			continue
		}
		text := expr.ConstText(v)
		if i := strings.IndexByte(text, '?'); !query && i >= 0 {
			text, query, value, key = text[i+1:], true, nil, ""
		}
		for i, pair := range strings.Split(text, "&") {
			if i > 0 {
				end()
			}
			if name, after, named := strings.Cut(pair, "="); named && len(value) == 0 {
				key, pair = unescaped(name), after
			}
			value = append(value, piece{literal: unescaped(pair)})
		}
	}
	if query {
		end()
	}
}

// unescaped is a part of a query without its escapes.
func unescaped(text string) string {
	if decoded, err := url.QueryUnescape(text); err == nil {
		return decoded
	}
	return text
}

// unescapedPart is what a part of an address is before it is escaped.
func unescapedPart(part *expr.Expr) *expr.Expr {
	if part.Op == expr.OpCall && len(part.Args) == 1 && strings.HasSuffix(part.Name, "of a URL") {
		return part.Args[0]
	}
	return part
}

// hasLines reports whether a text has several lines, or ends one: of JSON a line each, nobody takes it for a text.
func hasLines(e *expr.Expr) bool {
	for i, part := range e.Joined() {
		v, ok := part.Const()
		if !ok {
			continue
		}
		text := expr.ConstText(v)
		if i == 0 {
			text = strings.TrimLeft(text, " \t\r\n")
		}
		if strings.Contains(text, "\n") {
			return true
		}
	}
	return false
}

// looseOf is the first piece of a text that could end what it stands in, where the text is JSON around its pieces, or
// JSON in each of its lines; nil where there is none.
func looseOf(pieces []piece) *expr.Expr {
	var text strings.Builder
	var loose *expr.Expr
	quoted, marks := false, false
	for _, p := range pieces {
		part := p.part
		if part == nil {
			text.WriteString(p.literal)
			quoted, marks = expr.EndsQuoted(p.literal, quoted), marks || strings.Contains(p.literal, `"`)
			continue
		}
		marks = marks || holdsQuote(part)
		if quoted {
			text.WriteString("x")
		} else {
			text.WriteString(`"x"`)
		}
		if loose == nil && facts.IsLoose(part) {
			loose = part
		}
	}
	if !marks || !isJSON(text.String()) && !areJSON(text.String()) {
		return nil
	}
	return loose
}

// holdsQuote reports whether a quote is written out in an expression.
func holdsQuote(e *expr.Expr) bool {
	found := false
	e.Walk(func(e *expr.Expr) {
		v, ok := e.Const()
		found = found || ok && strings.Contains(expr.ConstText(v), `"`)
	})
	return found
}

// isJSON reports whether a text is an object or a list.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")) && jsontext.Value(text).IsValid()
}

// areJSON reports whether each of several lines is (NDJSON).
func areJSON(text string) bool {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	return len(lines) > 1 && !slices.ContainsFunc(lines, func(line string) bool { return !isJSON(line) })
}

// markupReader looks for the members that are HTML.
type markupReader struct {
	texts
	escapes bool      // a text there is escaped
	at      *ir.Typed // the name of the object that is looked into; nil where it stands there itself
}

// members looks at each member inside of t, which is a member called under, that its name, the one of the object that
// it is in, or a member beside it says to be HTML.
func (r markupReader) members(t *ir.Typed, under string) {
	if t == nil || t.Tree == nil {
		return
	}
	if made := r.g.Made(t); made != t {
		r.at, r.escapes, t = t, false, made
	}
	for i, item := range t.Items {
		name := under
		if i < len(t.Tree.Keys) {
			name = t.Tree.Keys[i]
			if ir.IsMarkupName(name) || knowledge.Names.Holding.Has(name) && (ir.IsMarkupName(under) || ir.SaysHTML(t.Tree)) {
				r.pasted(name, item)
			}
		}
		r.members(item, name)
	}
}

// tagText matches a tag.
var tagText = regexp.MustCompile(`</?[A-Za-z!]`)

// pasted reports HTML that a Set or + concatenates from values of the request, and a value of the request that is the
// whole page, unless its name says that it is HTML. A placeholder in the body itself is escaped; in a query, none is.
func (r markupReader) pasted(name string, t *ir.Typed) {
	if t.Expr == nil || r.escapes && t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1 {
		return
	}
	tagged := false
	var loose *expr.Expr
	for _, part := range r.g.Text(t.Expr) {
		v, ok := part.Const()
		tagged = tagged || ok && tagText.MatchString(expr.ConstText(v))
		if loose == nil && !ok && (facts.IsLoose(part) || isTextAsJSON(part)) && part.Type.AllLabels().Has(types.Caller) {
			loose = part
		}
	}
	if loose != nil && (tagged || isPlainText(loose)) {
		if r.at != nil {
			t = r.at
		}
		r.report(t, fmt.Sprintf("what the caller sent is pasted into the HTML of %q: a tag in it is one there", name),
			"write the HTML here, where placeholders are escaped, or htmlEscape(…) where it is put together")
	}
}

// isTextAsJSON reports whether a value is JSON with a text in it: json escapes no tag.
func isTextAsJSON(e *expr.Expr) bool {
	return e.Op == expr.OpCall && e.Name == "json" && e.Args[0].Type.MayHoldText() && (e.Args[0].Op != expr.OpCall || facts.IsLoose(e.Args[0]))
}

// isPlainText reports whether a value is a text of the request that is declared as such, under a name that says nothing
// of HTML.
func isPlainText(e *expr.Expr) bool {
	name := e.Key[strings.LastIndexByte(e.Key, '.')+1:]
	return name != "" && !knowledge.Names.Markup.In(name) && e.Type.Kind == types.String
}
