package sql

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var Leftovers = rule.Rule{Code: diag.FC316, Run: leftovers, Needs: ir.Proved, Whole: true}

// leftovers reports changes that stay where a later statement on every path refuses the request.
func leftovers(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if s.After || !changesRows(s) || s.Flow.CalledInTransaction() {
			return
		}
		out, answer := refusal(s)
		first := changedBefore(s)
		if out == nil || first == nil {
			return
		}
		file := s.Node.Workflow.File
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: s.Node.ID.Span,
			Message: fmt.Sprintf("what %q changes stays where %q is refused: its output %q leads to %q, which answers %d",
				first.Node.ID.Value, s.Node.ID.Value, out.Name, answer.Node.ID.Value, answer.Node.Template.Answer.Status(ir.NewPass(answer))),
			Hint: fmt.Sprintf("put %q and %q in one Transaction: it takes both back", first.Node.ID.Value, s.Node.ID.Value),
			Related: []diag.Related{
				{File: file, Span: first.Node.ID.Span, Message: "changed here"},
				{File: file, Span: answer.Node.ID.Span, Message: "refused here"},
			},
		})
	})
}

// changesRows reports whether the statement of a step changes rows, and lets no caller in by that.
func changesRows(s *ir.Step) bool {
	query, _ := s.Query()
	return query.Statement != nil && query.Known && len(query.Statement.Changes) > 0 && !s.Guards()
}

// changesMore reports whether a statement changes more than a note of the time, or a row that is there the second time.
func changesMore(s *ir.Step) bool {
	query, _ := s.Query()
	return slices.ContainsFunc(query.Statement.Changes, func(c statement.Change) bool {
		if c.Verb != statement.Update {
			return !c.OnConflict || query.Repeats
		}
		return slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool { return !a.Moves || len(a.Value.Columns) > 0 })
	})
}

// refusal returns an output of a statement that is taken where it changes nothing, and the answer with a status from
// 400 on that it leads to in any case; nil where there is none, or where something is changed on the way.
func refusal(s *ir.Step) (*ir.Out, *ir.Step) {
	for _, out := range s.Outs {
		if out.Spec == nil || out.Next == nil || out.Spec.Refuses == "" && out.Spec.Class != templates.Absent {
			continue
		}
		var answer *ir.Step
		for at := range flow.Walk(out.Next, (*ir.Step).Next) {
			switch t := at.Node.Template; {
			case at.After:
			case !at.Node.Known() || changesRows(at) || at.Callee() != nil:
				return nil, nil
			case t.Answer.Status != nil && t.Answer.Status(ir.NewPass(at)) < 400, t.Answer.Ends && t.Answer.Status == nil:
				return nil, nil
			case t.Answer.Status != nil:
				answer = at
			}
		}
		if answer != nil {
			return out, answer
		}
	}
	return nil, nil
}

// changedBefore returns the nearest step before a statement that has changed rows of the same database on every path,
// without a transaction around both; nil where there is none.
func changedBefore(s *ir.Step) *ir.Step {
	database := facts.Database(s)
	for d, out := range s.Dominators() {
		if d == s || out == nil || !changesRows(d) || !changesMore(d) || facts.Database(d) != database {
			continue
		}
		around := facts.TransactionOn(d, database)
		changed := out.Spec != nil && out.Spec.Refuses == "" && out.Spec.Class != templates.Absent
		if changed && (around == nil || !s.Region.Within(around)) {
			return d
		}
	}
	return nil
}
