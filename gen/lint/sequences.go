package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var sequencesRule = Rule{Code: diag.FC308, Run: sequences}

func sequences(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Overflow != nil {
			p.ReportNode(f.Overflow.From, diag.Diagnostic{
				Span: f.Overflow.Span, Output: f.Overflow.Output,
				Message: "sequences inside sequences multiply beyond what can be compiled",
				Hint:    "wire the end of one branch to the next, instead of several wires on one output",
			})
		}
		for _, bad := range f.Misfits {
			if n := bad.Wire.From; n.Trust != ir.Lost && !isMissingOne(f, bad) && !mayGoOn(bad) && !besideVerifier(bad) {
				p.ReportNode(n, misfit(bad))
			}
		}
	})
}

// isMissingOne reports whether a branch that never runs leaves a node of which an output lacks a wire (FC301, FC302): it is that one's, of
// which the name of another output was written.
func isMissingOne(f *ir.Flow, m *ir.Misfit) bool {
	lacks := func(o *ir.Out) bool { return o.Missing }
	return m.Shared == nil && m.Wire.To != m.Before.To &&
		slices.ContainsFunc(f.Runs(m.Wire.From), func(s *ir.Step) bool { return slices.ContainsFunc(s.Outs, lacks) })
}

// mayGoOn reports whether a branch that never runs is behind one with a node that is not known, which may not always answer.
func mayGoOn(m *ir.Misfit) bool {
	return m.Shared == nil && m.Wire.To != m.Before.To && flow.Leads(m.Before.To, (*ir.Node).Next, func(n *ir.Node) bool { return !n.Known() })
}

// besideVerifier reports whether a branch begins at a Webhook, beside what verifies its sender (FC406).
func besideVerifier(m *ir.Misfit) bool {
	return m.Wire.From.Route().Hook && m.Wire.To != m.Before.To && m.Before.To.Verifies()
}

// misfit says why a branch can't run after those before it.
func misfit(m *ir.Misfit) diag.Diagnostic {
	output, from, to, before := m.Wire.Output, m.Wire.From.ID.Value, m.Wire.To.ID.Value, m.Before.To.ID.Value
	d := diag.Diagnostic{
		Span: m.Wire.Span, Output: output,
		Related: []diag.Related{{File: m.Wire.From.Workflow.File, Span: m.Before.Span, Message: "the branch before it"}},
	}
	switch {
	case to == before:
		d.Message = fmt.Sprintf("output %q of %q is wired to %q twice", output, from, to)
		d.Hint = "remove one of the wires"
	case m.Shared != nil:
		d.Message = fmt.Sprintf("two branches of output %q of %q share the node %q", output, from, m.Shared.ID.Value)
		d.Hint = fmt.Sprintf("wire the end of the first branch to %q, and remove this wire", to)
	default:
		d.Message = fmt.Sprintf("%q never runs: the branch before it, %q, always answers", to, before)
		d.Hint = fmt.Sprintf("wire %q into the branch before it, ahead of the Response, or remove it", to)
	}
	return d
}
