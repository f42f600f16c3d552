package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// asksOf reports whether a step chooses its way by what is in one of the rows, or by whether there is one.
func asksOf(s *ir.Step, rows map[*ir.Node]bool) bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		return f.Shape == templates.Cond && slices.ContainsFunc(s.Flow.Origins(s.Value[f.Name].Expr), func(src ir.Source) bool {
			return src.Kind == ir.FromNode && rows[src.Node]
		})
	})
}

// fastCondition looks at a step that asks of a row, one way of which leads to s that checks against it, and another one to
// an answer without.
func fastCondition(p *Pass, s, asks *ir.Step, rows map[*ir.Node]bool) {
	for _, out := range asks.Outs {
		checks := func(other *ir.Out) bool {
			return other != out && other.Next != nil && flow.Leads(other.Next, (*ir.Step).Next, func(t *ir.Step) bool { return t.Node == s.Node })
		}
		if out.Next == nil || !slices.ContainsFunc(asks.Outs, checks) {
			continue
		}
		if answer := fastAnswer(out.Next, rows); answer != nil {
			n := asks.Node
			p.ReportNode(n, diag.Diagnostic{
				Span: n.ID.Span, Output: out.Name,
				Message: fmt.Sprintf("output %q of %q answers without %q: the time tells what the row says of a user, before he is known",
					out.Name, n.ID.Value, s.Node.ID.Value),
				Hint:    fmt.Sprintf("ask it below \"valid\" of %q", s.Node.ID.Value),
				Related: []diag.Related{{File: n.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
			})
		}
	}
}
