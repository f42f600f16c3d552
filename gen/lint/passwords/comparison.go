package passwords

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var ComparedPasswords = rule.Rule{Code: diag.FC403Compared, Run: comparedPasswords}

// comparedPasswords reports a password of the caller's that an expression compares with what is stored, as it is or
// hashed fast: so it is stored.
func comparedPasswords(p *rule.Pass) {
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

func comparedPassword(p *rule.Pass, s *ir.Step, t *ir.Typed, e *expr.Expr) {
	if !e.Equates() {
		return
	}
	for i, arg := range e.Args {
		sent, stored := arg.Type.AllLabels(), e.Args[1-i].Type.AllLabels()
		if !sent.Has(types.Password) || !sent.Has(types.Caller) || !stored.Has(types.Data) || stored.Has(types.Caller) {
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
			Message: fmt.Sprintf("this compares a password with the stored value %q and not with a password hash: anyone who reads the database learns or guesses it",
				t.Tree.JSON.Text[e.Args[1-i].Start:e.Args[1-i].End]),
			Hint: "check it by a Hash node (mode verify), and store the hash of a Hash node (mode hash)",
		})
		return
	}
}
