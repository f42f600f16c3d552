package expr

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// CheckForm checks t as the text of a form: each placeholder is a name or a value in it.
func (t *Template) CheckForm(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(_ *checker, _ *Part, arg *Expr) *Expr { return arg.escaped(&formEscape) })
}

// CheckCSV checks t as comma-separated values: each placeholder is a field, or the text of one in quotes.
func (t *Template) CheckCSV(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		before := t.before(p, "x")
		quoted := strings.Count(before, `"`)%2 == 1
		switch {
		case arg.Op == OpCall && arg.Name == "csv":
			return arg
		case quoted && strings.HasSuffix(before, `"`):
			return arg.escapedCell(&csvQuoted)
		case quoted:
			return arg.escaped(&csvText)
		case t.fillsField(p, before):
			return arg.escapedCell(&csvField)
		case arg.escaped(&csvText) != arg:
			return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210, "a comma or a quote in it would end the field that it stands in, beside other text",
				`put the whole field into quotes: "{{first}} {{last}}"`)
		}
		return arg
	})
}

// fillsField reports whether a placeholder is all of a field of CSV.
func (t *Template) fillsField(p *Part, before string) bool {
	const ends = ",;\t\r\n"
	after := strings.TrimPrefix(t.Text[p.End:], "\r")
	return (before == "" || strings.ContainsAny(before[len(before)-1:], ends)) && (after == "" || strings.ContainsAny(after[:1], ends))
}

// escapedCell escapes what begins a cell of a table: a number in it is no formula, whatever its sign.
func (e *Expr) escapedCell(f *Function) *Expr {
	if e.Op == OpConvert && e.Args[0].Type.Kind == types.Float {
		return e
	}
	return e.escaped(f)
}

// before is the literal text before a placeholder, with another text for each placeholder in it.
func (t *Template) before(p *Part, placeholder string) string {
	var b strings.Builder
	for i := range t.Parts {
		switch q := &t.Parts[i]; {
		case q.End > p.Start:
		case q.IsLiteral():
			b.WriteString(q.Literal)
		default:
			b.WriteString(placeholder)
		}
	}
	return b.String()
}

// These are functions that the checks above call, and no expression can.
var (
	formEscape = Function{Name: "value of a form", Ways: []trace.Way{trace.Within}, emit: plain("net/url", "QueryEscape")}
	csvField   = Function{Name: "field of CSV", Ways: []trace.Way{trace.Within}, emit: plain(fnPath, "CSVField")}
	csvQuoted  = Function{
		Name: "field in quotes of CSV", Ways: []trace.Way{trace.Within}, emit: plain(fnPath, "CSVQuoted"),
	}
	csvText = Function{Name: "text in quotes of CSV", Ways: []trace.Way{trace.Within}, emit: plain(fnPath, "CSVText")}
)

// EndsQuoted reports whether a piece of JSON ends inside of a string, when it begins so or not.
func EndsQuoted(piece string, quoted bool) bool {
	for i := 0; i < len(piece); i++ {
		switch {
		case piece[i] == '\\' && quoted:
			i++
		case piece[i] == '"':
			quoted = !quoted
		}
	}
	return quoted
}
