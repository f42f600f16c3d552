// Package passwords holds the rules about passwords: how they are stored, compared, and asked for.
package passwords

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/secrets"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var PlainPasswords = rule.Rule{Code: diag.FC403Plain, Run: plainPasswords}

func plainPasswords(p *rule.Pass) {
	secrets.Leaving(p, types.Password, func(s *ir.Step, f *templates.Field, c secrets.Carried) {
		if c.Crypt {
			return
		}
		how := "sent to another service"
		if f.Sink == templates.Stored {
			how = "stored"
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: c.Span, Message: fmt.Sprintf("password %q is %s in plain text", c.Text, how),
			Hint: "put a Hash node before it and use its hash" + c.Keep, Related: c.Given,
		})
	})
}

var FastUnknowns = rule.Rule{Code: diag.FC409AnswerTime, Run: fastUnknowns}

func fastUnknowns(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		rows, joined := checkedRows(p.Values(), s)
		if len(rows) == 0 {
			return
		}
		toldBelow(p, s, rows)
		for _, from := range s.Flow.Steps {
			switch {
			case from.Protected() || from.Trust == ir.Lost:
			case rows[from.Node]:
				fastUnknown(p, s, from, rows, joined)
			case asksOf(p.Values(), from, rows):
				fastCondition(p, s, from, rows)
			}
		}
	})
}

// check is a value that a step takes long to check against, and the Calls that lead to the step, the innermost first.
type check struct {
	against *expr.Expr
	calls   []*ir.Step
}

// checksBelow returns those of a step; of a Call, those of the workflow that it calls.
func checksBelow(s *ir.Step, calls []*ir.Step) []check {
	var list []check
	callee := s.Callee()
	if callee == nil {
		for _, e := range s.Against() {
			list = append(list, check{e, calls})
		}
		return list
	}
	for _, inner := range callee.Steps {
		list = append(list, checksBelow(inner, slices.Concat([]*ir.Step{s}, calls))...)
	}
	return list
}

// checkedRows returns the nodes in the execution of s that what it checks against comes from, also by a function. Of a
// row that is found by a caller's own secret nobody else can learn whether it is there; such a node is false in the
// map. joined is set where one of several rows may be checked against.
func checkedRows(g *values.Graph, s *ir.Step) (rows map[*ir.Node]bool, joined bool) {
	rows = map[*ir.Node]bool{}
	for _, c := range checksBelow(s, nil) {
		walk := trace.Walk{Through: trace.Followed, Calls: g.Numbers(c.calls), Passes: func(e trace.Edge) bool { return keepsHash(g, e) }}
		for at := range g.Back(walk, g.Expr(c.against)) {
			a := g.About(at.Value)
			switch {
			case a.Step == nil || a.Step.Flow != s.Flow:
			case g.Kind(at.Value) == trace.Output:
				rows[a.Step.Node] = !slices.ContainsFunc(s.Flow.Runs(a.Step.Node), (*ir.Step).FoundBySecret)
			case a.Expr != nil && ir.SourceOf(a.Expr).Kind == ir.FromInput:
				joined = true
			}
		}
	}
	return rows, joined
}

// keepsHash leaves out what a node makes of others, but for the hashes that a function is given.
func keepsHash(g *values.Graph, e trace.Edge) bool {
	from, to := g.About(e.From), g.About(e.To)
	switch {
	case e.Way == trace.Derived && to.Out != nil:
		return to.Step.Node.Function().Known
	case e.Way == trace.Contains && to.Typed != nil && from.Expr != nil:
		return from.Expr.Type.AllLabels().Has(types.Hash)
	}
	return true
}

// costly reports whether a step takes long on purpose, whatever comes of it: a Call does whose every way to an end
// leads through such a step.
func costly(s *ir.Step) bool {
	if callee := s.Callee(); callee != nil {
		ends := slices.DeleteFunc(slices.Clone(callee.Steps), func(end *ir.Step) bool { return end.Node.Returns() == "" })
		return len(ends) > 0 && !leadsFast(callee.Steps[0], ends)
	}
	return s.Node.Template != nil && s.Node.Template.Crypto.Costly
}

// fastUnknown looks at what follows where the row is not there that s checks against; joined says that the row may meet
// others on its way.
func fastUnknown(p *rule.Pass, s, from *ir.Step, rows map[*ir.Node]bool, joined bool) {
	row := from.Node
	hint := fmt.Sprintf("remove the wire from \"notFound\": for a missing row %q takes its output invalid, after a real check", s.Node.ID.Value)
	if joined || from.Callee() != nil || s.Callee() != nil { // where several rows meet, or one goes through a Call, none may be absent
		hint = throughNobody
	}
	for _, out := range from.Outs {
		if !IsAbsence(out) && !returnsAbsence(out) || out.Next == nil {
			continue
		}
		if out.Spec != nil && out.Spec.Required { // it can't be left unwired
			hint = throughNobody
		}
		if answer := fastAnswer(out.Next, rows); answer != nil {
			p.ReportNode(row, diag.Diagnostic{
				Span: row.ID.Span, Output: out.Name,
				Message: fmt.Sprintf("output %q of %q answers without %q: the time reveals that there is no such user", out.Name, row.ID.Value, s.Node.ID.Value),
				Hint:    hint,
				Related: []diag.Related{{File: row.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
			})
			continue
		}
		if IsAbsence(out) && s.Callee() == nil {
			toldUnknown(p, s, out, rows)
		}
	}
}

// throughNobody is how an answer takes the time of a check where there is nobody to check against.
const throughNobody = "connect it to a Hash verify whose \"hashAgainst\" is \"{{null}}\""

// IsAbsence reports whether an output is taken where a row is not there.
func IsAbsence(out *ir.Out) bool { return out.Spec != nil && out.Spec.Class == templates.Absent }

// returnsAbsence reports whether a Call's output is taken where a row with a hash in it, which no secret of the
// caller's finds, is not there in what is called.
func returnsAbsence(out *ir.Out) bool {
	callee := out.Step.Callee()
	if callee == nil {
		return false
	}
	ends := callee.ReturnsBy(out.Name)
	return slices.ContainsFunc(callee.Steps, func(s *ir.Step) bool {
		if s.Protected() || s.FoundBySecret() || !slices.ContainsFunc(s.Outs, holdsHash) {
			return false
		}
		return slices.ContainsFunc(s.Outs, func(o *ir.Out) bool {
			return IsAbsence(o) && o.Next != nil && leadsFast(o.Next, ends)
		})
	})
}

func holdsHash(out *ir.Out) bool { return out.Type.AllLabels().Has(types.Hash) }

// leadsFast reports whether a step leads to one of some ends, or is one, without a costly node on the way.
func leadsFast(s *ir.Step, ends []*ir.Step) bool {
	for w := range flow.Walk(way{step: s}, func(w way) []way { return w.onward(nil) }) {
		if slices.Contains(ends, w.step) {
			return true
		}
	}
	return false
}

// way is a step, and whether something was changed before it.
type way struct {
	step    *ir.Step
	changed bool
}

// fastAnswer returns a Response that s leads to, or is, without a costly node on the path; nil where there is none.
// Paths on which another of the rows is missing are checked on their own. The success of a sign-up is exempt: it
// reveals that the account exists, whatever time it takes.
func fastAnswer(s *ir.Step, rows map[*ir.Node]bool) *ir.Step {
	onward := func(w way) []way { return w.onward(rows) }
	for w := range flow.Walk(way{step: s}, onward) {
		t := w.step.Node.Template
		if t != nil && t.Answer.Ends && !t.Crypto.Costly && !w.signsUp() {
			return w.step
		}
	}
	return nil
}

// onward returns the continuations of a step that neither answers nor is costly.
func (w way) onward(rows map[*ir.Node]bool) []way {
	t := w.step.Node.Template
	if t == nil || t.Answer.Ends || costly(w.step) {
		return nil
	}
	changed := w.changed || t.Effect.Changes != nil && w.step.Node.Known() && t.Effect.Changes(ir.NewPass(w.step))
	var ways []way
	for _, out := range w.step.Outs {
		if out.Next != nil && (!rows[w.step.Node] || !IsAbsence(out)) {
			ways = append(ways, way{out.Next, changed})
		}
	}
	return ways
}

// signsUp reports whether an answer has a status of success and something was changed before it.
func (w way) signsUp() bool {
	t := w.step.Node.Template
	return w.changed && t.Answer.Status != nil && t.Answer.Status(ir.NewPass(w.step))/100 == 2
}

// asksOf reports whether a step chooses its way by what is in one of the rows, or by whether there is one.
func asksOf(g *values.Graph, s *ir.Step, rows map[*ir.Node]bool) bool {
	for _, f := range s.Checked() {
		if f.Shape != templates.Cond && f.Like == "" {
			continue
		}
		for src := range rule.OriginsOf(g, s.Value[f.Name].Expr) {
			if src.Kind == trace.Output && rows[src.Step.Node] {
				return true
			}
		}
	}
	return false
}

// fastCondition looks at a step that asks of a row, one way of which leads to s that checks against it, and another one
// to an answer without.
func fastCondition(p *rule.Pass, s, asks *ir.Step, rows map[*ir.Node]bool) {
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
				Message: fmt.Sprintf("output %q of %q answers without %q: the time reveals a column of the user's row before the password is checked",
					out.Name, n.ID.Value, s.Node.ID.Value),
				Hint:    fmt.Sprintf("check it below \"valid\" of %q", s.Node.ID.Value),
				Related: []diag.Related{{File: n.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
			})
		}
	}
}

var OtherRounds = rule.Rule{Code: diag.FC414, Run: otherRounds, Wide: true}

// hasher is a node that hashes passwords or checks them.
type hasher struct {
	node *ir.Node
	templates.Hashing
}

func otherRounds(p *rule.Pass) {
	var verifiers []hasher
	makers := map[templates.Hashing]bool{}
	var first *hasher
	unknown := false // how one of them makes hashes
	p.Nodes(func(s *ir.Step) {
		if !s.Node.Known() || s.Node.Template.Crypto.Hashes == nil {
			return
		}
		h := hasher{s.Node, s.Node.Template.Crypto.Hashes(ir.NewPass(s))}
		if h.Rounds == 0 { // refused
			unknown = unknown || !h.Verifies
			return
		}
		if h.Verifies {
			verifiers = append(verifiers, h)
			return
		}
		makers[h.Hashing] = true
		if first == nil {
			first = &h
		}
	})
	for _, v := range verifiers {
		made := v.Hashing
		if made.Verifies = false; first != nil && !unknown && !makers[made] {
			reportRounds(p, v, *first)
		}
	}
}

func reportRounds(p *rule.Pass, v, maker hasher) {
	p.ReportNode(v.node, diag.Diagnostic{
		Span: v.node.ID.Span,
		Message: fmt.Sprintf("%q takes the time of %s for an unknown user, but %q (%s) makes hashes of %s: the time reveals who has an account",
			v.node.ID.Value, v.Hashing, maker.node.ID.Value, maker.node.Workflow.Name.Value, maker.Hashing),
		Hint:    "set the same hashAlgorithm and hashRounds on both",
		Related: []diag.Related{{File: maker.node.Workflow.File, Span: maker.node.ID.Span, Message: "hashes are made here"}},
	})
}
