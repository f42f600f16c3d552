package expr

import (
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Code is a text in a language that has no escape for every place of it.
type Code struct {
	Language, Mend string // its name, and what to do instead of a placeholder
	// Fits reports whether JSON is a literal of the language where a placeholder stands, and what is wrong with this one
	// even so.
	Fits func(p *Part, e *Expr) (fits bool, problems []Problem)
}

// CheckCode checks t as a text in such a language. What the author alone has written may stand in it as a whole, a
// number and a truth value anywhere, and json(…) where that is a literal.
func (t *Template) CheckCode(s Scope, w Want, code Code) (*Expr, []Problem) {
	if t.Whole() {
		if e, problems := t.Check(s, w); !e.Type.AllLabels().Has(types.Caller) {
			return e, problems
		}
	}
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		if arg.isNumber() {
			return arg
		}
		if arg.Op == OpCall && arg.Name == "json" && code.Fits != nil {
			fits, problems := code.Fits(p, arg)
			c.problems = append(c.problems, problems...)
			if fits {
				return arg
			}
		}
		return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210,
			"a placeholder can't stand in "+code.Language+": nothing escapes a text for every place of it", code.Mend)
	})
}

// isNumber reports whether a text is that of a number or a truth value.
func (e *Expr) isNumber() bool {
	for e.Converts() {
		e = e.Args[0]
	}
	return e.Type.Kind == types.Int || e.Type.Kind == types.Float || e.Type.Kind == types.Bool
}
