package ir

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// absence is a row that is read where it may be absent. It is one mistake, however often it is read: a wire of notFound
// mends all such places.
type absence struct {
	step    *Step // that reads it first
	found   diag.Diagnostic
	source  string      // what it reads of it
	mends   []diag.Edit // that say at each place that null is meant there, as it was before rows were followed
	further bool        // null can't stand at one of the places
}

// absent notes a place where a row is read that may be absent. It is always true: the row is reported once, at the end.
func (c *checker) absent(v *schema.Value, p expr.Problem) bool {
	if c.step.After && answers(c.step.Node) {
		return true // it may not be here at all (FC304)
	}
	rows := c.step.Flow.absent
	a := rows[p.Row]
	if a == nil {
		span := v.Within(c.step.Flow.Workflow.File, p.Start, p.End)
		a = &absence{step: c.step, source: v.Text[p.Start:p.End], found: diag.Diagnostic{Code: p.Code, Span: span, Message: p.Message}}
		rows[p.Row] = a
	}
	if !p.Known || c.field.Sink == templates.Answer {
		a.further = true
		return true
	}
	for _, e := range c.orNull(v, p) {
		if !slices.Contains(a.mends, e) {
			a.mends = append(a.mends, e)
		}
	}
	return true
}

// orNull writes or(x, null) around what reads a row.
func (c *checker) orNull(v *schema.Value, p expr.Problem) []diag.Edit {
	file := c.step.Flow.Workflow.File
	begin, end := v.Within(file, p.Start, p.Start), v.Within(file, p.End, p.End)
	return []diag.Edit{{File: file, Span: begin, Text: "or("}, {File: file, Span: end, Text: ", null)"}}
}

// reportAbsences reports the rows that are read where they may be absent (FC206).
func (f *Flow) reportAbsences(list *diag.List) {
	for _, row := range sortedKeys(f.absent) {
		a := f.absent[row]
		if guard := a.behindRefusal(f.Workflow.names[row]); guard != nil {
			f.misread[cause{kind: otherField, node: guard.Node}] = place{}
			a.found.Hint = fmt.Sprintf("lead %q elsewhere: who is not let through by %q comes here by it", refusing(guard), guard.Node.ID.Value)
			a.step.Node.report(list, a.found)
			continue
		}
		f.misread[cause{kind: rowAbsent, node: f.Workflow.names[row]}] = place{}
		a.found.Hint = f.presenceHint(row, a)
		if !a.further {
			a.found.Fix = a.mends
		}
		a.step.Node.report(list, a.found)
	}
}

// behindRefusal is the step that checks against a row, on every way to where it is read, and by whose refusal one comes
// there too, and on to an answer as who is let through gets it: a wire of that leads elsewhere than its author wants.
// It is nil where there is none.
func (a *absence) behindRefusal(row *Node) *Step {
	wellAnswered := func(s *Step) bool {
		t := s.Node.Template
		return t != nil && t.Answer.Status != nil && t.Answer.Status(&pass{node: s.Node, step: s})/100 == 2
	}
	for d, out := range a.step.Dominators() {
		against := slices.ContainsFunc(d.Against(), func(e *expr.Expr) bool {
			return slices.ContainsFunc(d.Origins(e), func(o Origin) bool { return o.Node == row })
		})
		if against && d.Guards() && (out == nil || !out.Guard) && refusing(d) != "" && flow.Leads(a.step, (*Step).Next, wellAnswered) {
			return d
		}
	}
	return nil
}

// refusing is the output of a guard that who is not let through takes, "" where there are several.
func refusing(guard *Step) string {
	name := ""
	for _, out := range guard.Outs {
		switch {
		case out.Guard:
		case name != "":
			return ""
		default:
			name = out.Name
		}
	}
	return name
}

// presenceHint says how a row is known to be there. Behind a Hash verify, notFound would be answered faster than a
// wrong password (FC409).
func (f *Flow) presenceHint(row string, a *absence) string {
	n := f.Workflow.names[row]
	if f.checksAgainst(n) {
		return fmt.Sprintf("ask with a Condition on has(%s) before it is read", row)
	}
	if a.further {
		return fmt.Sprintf("wire output \"notFound\" of %q, or write or(%s, …)", n.ID.Value, a.source)
	}
	return fmt.Sprintf("wire output \"notFound\" of %q, or write or(%s, null) where null is meant", n.ID.Value, a.source)
}

// checksAgainst reports whether a step checks against what the node holds, at a cost that its time tells.
func (f *Flow) checksAgainst(n *Node) bool {
	return slices.ContainsFunc(f.Steps, func(s *Step) bool {
		return slices.ContainsFunc(s.Against(), func(e *expr.Expr) bool {
			return slices.ContainsFunc(s.Origins(e), func(o Origin) bool { return o.Node == n })
		})
	})
}
