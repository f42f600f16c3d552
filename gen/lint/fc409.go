package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc409 = Rule{Code: diag.FC409, Run: fastUnknowns}

func fastUnknowns(p *Pass) {
	p.Steps(func(s *ir.Step) {
		rows, joined := checkedRows(s)
		if len(rows) == 0 {
			return
		}
		for _, from := range s.Flow.Steps {
			switch {
			case from.Protected() || from.Trust == ir.Lost:
			case rows[from.Node]:
				fastUnknown(p, s, from, rows, joined)
			case asksOf(from, rows):
				fastCondition(p, s, from, rows)
			}
		}
	})
}

// checkedRows are the nodes that what s checks against comes from. Of a row that is found by a caller's own secret nobody else
// can learn whether it is there; such a node is false in the map. joined is set where it may meet others on its way.
func checkedRows(s *ir.Step) (rows map[*ir.Node]bool, joined bool) {
	rows = map[*ir.Node]bool{}
	for _, against := range s.Against() {
		for _, src := range s.Flow.Origins(against) {
			switch src.Kind {
			case ir.FromNode:
				rows[src.Node] = !slices.ContainsFunc(s.Flow.Runs(src.Node), (*ir.Step).FoundBySecret)
			case ir.FromInput:
				joined = true
			}
		}
	}
	return rows, joined
}

// fastUnknown looks at what follows where the row is not there that s checks against; joined says that the row may meet others
// on its way.
func fastUnknown(p *Pass, s, from *ir.Step, rows map[*ir.Node]bool, joined bool) {
	row := from.Node
	hint := fmt.Sprintf("remove the wire from \"notFound\": %q takes invalid where there is no row, as slowly as for a wrong password", s.Node.ID.Value)
	if joined { // where several rows meet, none may be absent
		hint = "lead it through a Hash verify whose \"hashAgainst\" is \"{{null}}\""
	}
	for _, out := range from.Outs {
		if !isAbsence(out) || out.Next == nil {
			continue
		}
		if answer := fastAnswer(out.Next, rows); answer != nil {
			p.ReportNode(row, diag.Diagnostic{
				Span: row.ID.Span, Output: out.Name,
				Message: fmt.Sprintf("output %q of %q answers without %q: an unknown user is told by the time", out.Name, row.ID.Value, s.Node.ID.Value),
				Hint:    hint,
				Related: []diag.Related{{File: row.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
			})
		}
	}
}

// isAbsence reports whether an output is taken where a row is not there.
func isAbsence(out *ir.Out) bool { return out.Spec != nil && out.Spec.Unwired == templates.Falls }

// way is a step, and whether something was changed before it.
type way struct {
	step    *ir.Step
	changed bool
}

// fastAnswer finds a Response that s leads to, or is, without a costly node on the way; nil where there is none. Where another
// one of the rows is missing, that is looked at by itself. Who is signed up is told so, whatever the time.
func fastAnswer(s *ir.Step, rows map[*ir.Node]bool) *ir.Step {
	onward := func(w way) []way { return w.onward(rows) }
	for w := range flow.Walk(way{step: s}, onward) {
		t := w.step.Node.Template
		if t != nil && t.Answers && !t.Costly && !w.signsUp() {
			return w.step
		}
	}
	return nil
}

// onward are the ways on from a step that does not answer, and takes no time that tells.
func (w way) onward(rows map[*ir.Node]bool) []way {
	t := w.step.Node.Template
	if t == nil || t.Costly || t.Answers {
		return nil
	}
	changed := w.changed || t.Effect != nil && !w.step.Node.Loose && t.Effect(ir.NewPass(w.step))
	var ways []way
	for _, out := range w.step.Outs {
		if out.Next != nil && (!rows[w.step.Node] || !isAbsence(out)) {
			ways = append(ways, way{out.Next, changed})
		}
	}
	return ways
}

// signsUp reports whether an answer tells of success, where something was changed.
func (w way) signsUp() bool {
	t := w.step.Node.Template
	return w.changed && t.Status != nil && t.Status(ir.NewPass(w.step))/100 == 2
}
