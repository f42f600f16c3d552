package paths

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
)

var InvalidWired = rule.Rule{Code: diag.FC301, Run: invalidWired, Needs: ir.Guessed}

func invalidWired(p *rule.Pass) {
	Refused(p, func(s *ir.Step, output string) { reportMissing(p, s, output) })
}

// Refused calls found for each output without a wire that those take who are not let through.
func Refused(p *rule.Pass, found func(s *ir.Step, output string)) {
	missing(p, func(s *ir.Step, output string) {
		if output == "invalid" {
			found(s, output)
		}
	})
}

// Required calls found for each other output without a wire that needs one.
func Required(p *rule.Pass, found func(s *ir.Step, output string)) {
	missing(p, func(s *ir.Step, output string) {
		if output != "invalid" {
			found(s, output)
		}
	})
}

// missing calls found for each required output without a wire.
func missing(p *rule.Pass, found func(s *ir.Step, output string)) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if out.Missing {
				found(s, out.Name)
			}
		}
	})
}

func reportMissing(p *rule.Pass, s *ir.Step, output string) {
	then := "every request that leaves by it must reach a " + endOf(s.Flow)
	if s.After {
		then = "define what happens to a rejected caller"
	}
	hint := fmt.Sprintf("connect %q; %s", output, then)
	for _, m := range s.Flow.Misfits {
		if m.Wire.From == s.Node && isMissingOne(s.Flow, m) {
			hint = fmt.Sprintf("write \"sourceHandle\": %q in its wire to %q, which never runs behind %q", output, m.Wire.To.ID.Value, m.Before.To.ID.Value)
		}
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Output: output, Hint: hint,
		Message: fmt.Sprintf("output %q of %s %q is not connected", output, s.Node.Template.Title, s.Node.ID.Value),
	})
}

var RequiredWired = rule.Rule{Code: diag.FC302, Run: requiredWired, Needs: ir.Guessed}

func requiredWired(p *rule.Pass) {
	Required(p, func(s *ir.Step, output string) { reportMissing(p, s, output) })
}

var Answered = rule.Rule{Code: diag.FC303, Run: answered, Needs: ir.Proved, Whole: true}

func answered(p *rule.Pass) {
	Unanswered(p, func(s *ir.Step, output string) { reportEnd(p, s, output) })
}

// Unanswered calls found for each output at which a path ends without a Response.
func Unanswered(p *rule.Pass, found func(s *ir.Step, output string)) {
	p.Steps(func(s *ir.Step) {
		if s.After || s.Node.Template.Answer.Ends {
			return
		}
		if s.Protects != nil {
			if s.Protects.Ends && !handlesOpen(s) && !lostInside(s.Protects) {
				found(s, "done")
			}
			return
		}
		for _, out := range s.Outs {
			switch {
			case out.Next != nil, out.Missing, s.Region != nil, handlesOpen(s):
			case s.Node.Ends != nil: // nobody has drawn it: the path ends before
				for _, in := range s.In {
					found(in.Step, in.Name)
				}
			default:
				found(s, out.Name)
			}
		}
	})
}

// lostInside reports whether a wire was left out in a region, or the type of a node is not known: what ends there may
// go on, or answer.
func lostInside(r *ir.Region) bool {
	return slices.ContainsFunc(r.Step.Flow.Steps, func(s *ir.Step) bool {
		return (s.Trust == ir.Lost || s.Node.Template == nil) && s.Region.Within(r)
	})
}

// handlesOpen reports whether a step handles the failure of a region whose done is not connected: a wire from done
// fixes both. What follows the failure of a Retry ends on its own.
func handlesOpen(s *ir.Step) bool {
	return slices.ContainsFunc(s.Flow.Steps, func(around *ir.Step) bool {
		r := around.Protects
		return r != nil && r.Ends && !around.Node.Template.Region.Retries && r.On != nil && r.On.Next != nil && s.Below(r.On.Next) && around.Region == nil
	})
}

func reportEnd(p *rule.Pass, s *ir.Step, output string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Output: output,
		Message: fmt.Sprintf("path ends without a %s: %s, output %q", endOf(s.Flow), ir.PathText(s.Path()), output),
		Hint:    fmt.Sprintf("connect output %q of %q to a %s", output, s.Node.ID.Value, endOf(s.Flow)),
		Fix:     joinDone(s, output),
	})
}

// endOf is the node type that paths of a flow end with.
func endOf(f *ir.Flow) string {
	if f.Called() {
		return "Return"
	}
	return "Response"
}

// joinDone wires the end of what follows the last failure of a Retry to where its done leads, as such an end once went
// on there by itself; nil elsewhere.
func joinDone(s *ir.Step, output string) []diag.Edit {
	for _, around := range s.Flow.Steps {
		r := around.Protects
		if r == nil || !around.Node.Template.Region.Retries || r.On == nil || r.On.Next == nil || !s.Below(r.On.Next) {
			continue
		}
		if done := around.Node.Targets("done"); len(done) == 1 {
			w := s.Node.Workflow
			last := w.Edges[len(w.Edges)-1].Span.End
			handle := ""
			if output != "out" {
				handle = fmt.Sprintf("\"sourceHandle\": %q, ", output)
			}
			text := fmt.Sprintf(",\n{\"source\": %q, %s\"target\": %q}", s.Node.ID.Value, handle, done[0].To.ID.Value)
			return []diag.Edit{{File: w.File, Span: diag.Span{Start: last, End: last}, Text: text}}
		}
	}
	return nil
}

var AnsweredOnce = rule.Rule{Code: diag.FC304, Run: answeredOnce, Needs: ir.Guessed}

func answeredOnce(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if !s.After || s.Node.Template == nil || !s.Node.Template.Answer.Ends {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: "path with more than one Response: " + ir.PathText(s.Path()),
			Hint:    "remove one of them: the first has answered",
		})
	})
}

var Sequences = rule.Rule{Code: diag.FC308, Run: sequences}

func sequences(p *rule.Pass) {
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

// isMissingOne reports whether a branch that never runs leaves a node of which an output lacks a wire (FC301, FC302):
// it is that one's, of which the name of another output was written.
func isMissingOne(f *ir.Flow, m *ir.Misfit) bool {
	lacks := func(o *ir.Out) bool { return o.Missing }
	return m.Shared == nil && m.Wire.To != m.Before.To &&
		slices.ContainsFunc(f.Runs(m.Wire.From), func(s *ir.Step) bool { return slices.ContainsFunc(s.Outs, lacks) })
}

// mayGoOn reports whether a branch that never runs is behind one with a node that is not known, which may not always
// answer.
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
