package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc402 = Rule{
	Rule: diag.Rule{
		Code: "FC402", Severity: diag.Error, Title: "secret, password or hash in an answer or a claim",
		Doc: "A Response's body, headers and cookies reach the caller, and whoever holds a token can read its " +
			"claims. Secrets, passwords and hashes must not go there.",
	},
	Run: leaks,
}

// unanswerable are the labels that must not leave.
const unanswerable = types.Secret | types.Password | types.Hash

func leaks(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			if f.Sink != templates.Inside {
				s.Value[f.Name].Walk(func(t *ir.Typed) { leak(p, s, f, t) })
			}
		}
	})
}

func leak(p *Pass, s *ir.Step, f *templates.Field, t *ir.Typed) {
	if t.Expr == nil || t.Type.AllLabels()&unanswerable == 0 {
		return
	}
	where := "an answer, which reaches the caller"
	if f.Sink == templates.Claim {
		where = "a claim, which whoever holds the token can read"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, t.Expr.Start, t.Expr.End),
		Message: fmt.Sprintf("%s in %s", t.Type.AllLabels()&unanswerable, where),
		Hint:    "leave it out; of an object, name the fields that are meant",
	})
}
