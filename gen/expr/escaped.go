package expr

import (
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// CheckForm checks t as the text of a form: each placeholder is a name or a value in it.
func (t *Template) CheckForm(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(_ *checker, _ *Part, arg *Expr) *Expr { return arg.escaped(&formEscape) })
}

// CheckCSV checks t as comma-separated values: each placeholder is a field, or the text of one in quotes.
func (t *Template) CheckCSV(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(_ *checker, p *Part, arg *Expr) *Expr {
		if arg.Op == OpCall && arg.Name == "csv" {
			return arg
		}
		if strings.Count(t.before(p, ""), `"`)%2 == 1 {
			return arg.escaped(&csvQuoted)
		}
		return arg.escaped(&csvField)
	})
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

// CheckCode checks t as a text in a language that has no escape for every place: only what the author alone has written
// may stand in it, as a whole. language is its name, and mend says what to do instead.
func (t *Template) CheckCode(s Scope, w Want, language, mend string) (*Expr, []Problem) {
	if t.Whole() {
		if e, problems := t.Check(s, w); !e.Type.AllLabels().Has(types.Caller) {
			return e, problems
		}
	}
	return t.checkEscaped(s, w, func(c *checker, p *Part, _ *Expr) *Expr {
		return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210, "a placeholder can't stand in "+language+": nothing escapes a text for every place of it", mend)
	})
}

// formEscape, csvField and csvQuoted are functions that the checks above call, and no expression can.
var (
	formEscape = Function{Name: "value of a form", emit: plain("net/url", "QueryEscape")}
	csvField   = Function{Name: "field of CSV", emit: plain(runtimePath, "CSVField")}
	csvQuoted  = Function{Name: "text in quotes of CSV", emit: plain(runtimePath, "CSVText")}
)
