package passwords

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
)

// What takes as long for an unknown user as for a wrong password may still say which of them it is.

// toldUnknown looks at what is answered where a row is not there that s checks against: it is what a wrong password is
// answered.
func toldUnknown(p *rule.Pass, s *ir.Step, out *ir.Out, rows map[*ir.Node]bool) {
	wrong := refusedBy(s, rows)
	for _, answer := range refusedFrom(out, s, rows) {
		if len(wrong) == 0 || slices.ContainsFunc(wrong, answer.same) {
			continue
		}
		n := out.Step.Node
		p.ReportNode(n, diag.Diagnostic{
			Code: diag.FC409DifferentAnswer, Span: n.ID.Span, Output: out.Name,
			Message: fmt.Sprintf("output %q of %q gets another answer than a wrong password: it reveals who has an account", out.Name, n.ID.Value),
			Hint:    fmt.Sprintf("connect it to %q too", wrong[0].Node.ID.Value),
			Related: []diag.Related{{File: n.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
		})
		return
	}
}

// toldBelow looks at what is asked of the rows below a wrong password: whether there is one, and then another answer.
func toldBelow(p *rule.Pass, s *ir.Step, rows map[*ir.Node]bool) {
	for _, refused := range s.Outs {
		if refused.Name != "invalid" || refused.Next == nil {
			continue
		}
		for asks := range flow.Walk(refused.Next, (*ir.Step).Next) {
			if !asks.Protected() && asksOf(p.Values(), asks, rows) && asksWhether(asks) && len(asks.Outs) == 2 {
				toldEither(p, s, asks, rows)
			}
		}
	}
}

func toldEither(p *rule.Pass, s, asks *ir.Step, rows map[*ir.Node]bool) {
	one, other := refusedFrom(asks.Outs[0], s, rows), refusedFrom(asks.Outs[1], s, rows)
	alike := func(a refusedWith) bool { return slices.ContainsFunc(other, a.same) }
	if len(one) == 0 || len(other) == 0 || slices.ContainsFunc(one, alike) {
		return
	}
	p.ReportNode(asks.Node, diag.Diagnostic{
		Code:    diag.FC409DifferentAnswer,
		Span:    asks.Node.ID.Span,
		Message: fmt.Sprintf("after a wrong password, %q answers differently for an unknown user: it reveals who has an account", asks.Node.ID.Value),
		Hint:    fmt.Sprintf("connect \"invalid\" of %q to one Response", s.Node.ID.Value),
	})
}

// asksWhether reports whether a step asks if something is there.
func asksWhether(s *ir.Step) bool {
	found := false
	for _, f := range s.Checked() {
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			t.Expr.Walk(func(e *expr.Expr) { found = found || e.Op == expr.OpCall && e.Name == "has" || e.Op == expr.OpNull })
		})
	}
	return found
}

// refusedWith is a Response that rejects the caller.
type refusedWith struct{ *ir.Step }

// refusedBy are the answers to a wrong password.
func refusedBy(s *ir.Step, rows map[*ir.Node]bool) []refusedWith {
	var list []refusedWith
	for _, out := range s.Outs {
		if out.Name == "invalid" {
			list = append(list, refusedFrom(out, s, rows)...)
		}
	}
	return list
}

// refusedFrom are the answers of a status that says no which an output leads to, without the check itself, and where no
// other one of the rows is missing.
func refusedFrom(out *ir.Out, check *ir.Step, rows map[*ir.Node]bool) []refusedWith {
	if out.Next == nil || out.Next.Node == check.Node {
		return nil
	}
	onward := func(s *ir.Step) []*ir.Step {
		var next []*ir.Step
		for _, o := range s.Outs {
			if o.Next != nil && o.Next.Node != check.Node && o.Name != "limited" && !(rows[s.Node] && IsAbsence(o)) {
				next = append(next, o.Next)
			}
		}
		return next
	}
	var list []refusedWith
	for s := range flow.Walk(out.Next, onward) {
		if t := s.Node.Template; t != nil && t.Answer.Status != nil {
			if status := t.Answer.Status(ir.NewPass(s)); status/100 == 4 && status != http.StatusTooManyRequests {
				list = append(list, refusedWith{s})
			}
		}
	}
	return list
}

// same reports whether two answers are the same, as far as the document says what they are.
func (r refusedWith) same(other refusedWith) bool {
	if r.Node == other.Node {
		return true
	}
	for _, f := range r.Node.Template.Fields {
		if !bytes.Equal(rawField(r.Node, f.Name), rawField(other.Node, f.Name)) {
			return false
		}
	}
	return r.Node.Template == other.Node.Template
}

// rawField is what a document says of a field.
func rawField(n *ir.Node, field string) []byte {
	v := n.Field(field)
	if v == nil {
		return nil
	}
	return bytes.Join(bytes.Fields(n.Workflow.File.Src[v.Span.Start:v.Span.End]), nil)
}
