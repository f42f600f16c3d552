package tokens

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var GrantedTokens = rule.Rule{Code: diag.FC429, Run: grantedTokens}

// grantedTokens reports where a token of the caller at another service goes, unless a call to a fixed host proves
// itself with it.
func grantedTokens(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			if staysInside(s, f) {
				continue
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				for _, e := range t.Carriers(types.Token) {
					if of := GrantedBy(p.Values(), e); of != nil {
						misused(p, s, f, t, e)
					}
				}
			})
		}
	})
}

// staysInside reports whether a value of a field is for the execution alone, or proves a call to a host that is fixed.
func staysInside(s *ir.Step, f *templates.Field) bool {
	reuse := s.Node.Template.Reuse
	switch {
	case f.Proofs:
		return !isRunTimeHost(s)
	case f.Sink != templates.Inside, f.Shape == templates.Inputs, f.Shape == templates.Key, reuse != nil && reuse.Values == f.Name:
		return false
	}
	return true
}

// isRunTimeHost reports whether a step calls a host that neither the document nor a variable names alone.
func isRunTimeHost(s *ir.Step) bool {
	pass := ir.NewPass(s)
	for _, f := range s.Checked() {
		if f.Shape == templates.URL && pass.RunTimeHost(f.Name) {
			return true
		}
	}
	return false
}

// GrantedBy returns the node that carries the token of the caller at another service which an expression holds, nil
// where it holds none.
func GrantedBy(g *values.Graph, e *expr.Expr) *ir.Node {
	for from := range rule.OriginsOf(g, e) {
		if from.Kind != trace.Output {
			continue
		}
		if granted := from.Out.Spec.Granted; granted != "" && (from.Name == granted || from.Name == "") {
			return from.Step.Node
		}
	}
	return nil
}

func misused(p *rule.Pass, s *ir.Step, f *templates.Field, t *ir.Typed, e *expr.Expr) {
	text := t.Tree.JSON.Text[e.Start:e.End]
	d := diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
		Message: fmt.Sprintf("%q holds the caller's access token, and %q of %q is no credential of a call", text, f.Name, s.Node.ID.Value),
		Hint:    "send it by \"apiAuth\" of an API node whose host is a literal or a variable",
	}
	if f.Proofs {
		d.Message = fmt.Sprintf("%q holds the caller's access token, and run-time data chooses the host that %q sends it to", text, s.Node.ID.Value)
		d.Hint = "begin the URL with the host, or with a variable"
	}
	p.ReportNode(s.Node, d)
}
