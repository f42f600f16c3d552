package tokens

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var SharedSecrets = rule.Rule{Code: diag.FC413SameVariable, Run: sharedSecrets, Wide: true}

// use is a variable as the secret of one purpose.
type use struct {
	node    *ir.Node
	span    diag.Span
	purpose templates.Purpose
}

// sharedSecrets reports a variable that is the secret of several purposes: what one of them gives away serves the
// other.
func sharedSecrets(p *rule.Pass) {
	uses := map[string][]use{} // by variable; one a purpose
	p.Nodes(func(s *ir.Step) {
		eachUse(s, func(variable string, u use) {
			known := uses[variable]
			if slices.ContainsFunc(known, func(other use) bool { return other.purpose == u.purpose }) {
				return
			}
			uses[variable] = append(known, u)
			if i := slices.IndexFunc(known, u.apart); i >= 0 {
				reportShared(p, variable, u, known[i])
			}
		})
	})
}

// apart reports whether a secret of both purposes can't be meant. Who verifies what others have signed may sign what
// they verify.
func (u use) apart(other use) bool {
	both := []templates.Purpose{u.purpose, other.purpose}
	switch {
	case slices.Contains(both, templates.SignsTokens):
		return true
	case slices.Contains(both, templates.SentAway):
		return false // as this server is called with it, so may it call
	}
	return slices.Contains(both, templates.LetsCallersIn)
}

// eachUse calls f for each secret of a step whose purpose is known.
func eachUse(s *ir.Step, f func(variable string, u use)) {
	for _, secret := range facts.Secrets(s) {
		u := use{s.Node, s.Node.ID.Span, secret.Purpose}
		if secret.JSON != nil {
			u.span = secret.JSON.Span
		}
		if u.purpose != templates.AnyPurpose {
			f(secret.Variable, u)
		}
	}
	for _, field := range s.Checked() {
		s.Value[field.Name].Walk(func(t *ir.Typed) {
			at := func(e *expr.Expr) diag.Span { return t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End) }
			t.Expr.Walk(func(e *expr.Expr) {
				if _, key := e.Digest(); key != nil && s.Variable(key) != "" {
					f(s.Variable(key), use{s.Node, at(key), templates.SignsTexts})
				}
			})
			if field.Sink != templates.Sent && field.Sink != templates.Address || t.Expr == nil {
				return
			}
			for _, e := range t.Carriers(types.Secret) {
				if name := s.Variable(e); name != "" {
					f(name, use{s.Node, at(e), templates.SentAway})
				}
			}
		})
	}
}

func reportShared(p *rule.Pass, variable string, u, other use) {
	p.ReportNode(u.node, diag.Diagnostic{
		Span: u.span,
		Message: fmt.Sprintf("env.%s %s here and %s at %q (%s): anyone who has it for one purpose can use it for the other",
			variable, u.purpose, other.purpose, other.node.ID.Value, other.node.Workflow.Name.Value),
		Hint:    "use a separate variable for each",
		Related: []diag.Related{{File: other.node.Workflow.File, Span: other.span, Message: "the other use"}},
	})
}
