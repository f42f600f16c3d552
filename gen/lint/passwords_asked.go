package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var comparedPasswordsRule = Rule{Code: diag.FC403, Run: comparedPasswords}

// comparedPasswords reports a password of the caller's that an expression compares with what is stored, as it is or hashed fast: so it
// is stored.
func comparedPasswords(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Tree == nil || t.Tree.JSON.Kind != schema.String {
					return
				}
				t.Expr.Walk(func(e *expr.Expr) { comparedPassword(p, s, t, e) })
			})
		}
	})
}

func comparedPassword(p *Pass, s *ir.Step, t *ir.Typed, e *expr.Expr) {
	if e.Op != expr.OpBinary || e.Name != "==" && e.Name != "!=" {
		return
	}
	for i, arg := range e.Args {
		sent, stored := arg.Type.AllLabels(), e.Args[1-i].Type.AllLabels()
		if !sent.Has(types.Password) || !sent.Has(types.Caller) || !stored.Has(types.Data) || stored.Has(types.Caller) {
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
			Message: fmt.Sprintf("a password is compared with what is stored, %q, and not checked against the hash of one: whoever reads the database learns it, or guesses it fast",
				t.Tree.JSON.Text[e.Args[1-i].Start:e.Args[1-i].End]),
			Hint: "check it by a Hash, mode verify, and store what a Hash, mode hash, makes of it",
		})
		return
	}
}
