package accounts

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/storage"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var UnchosenRows = rule.Rule{Code: diag.FC426, Run: unchosenRows, Needs: ir.Proved}

// unchosenRows reports rows that no WHERE chooses and that decide who is refused.
func unchosenRows(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		if !slices.ContainsFunc(f.Steps, readsAny) {
			return
		}
		for _, s := range f.Steps {
			if !p.Trusts(s) {
				continue
			}
			for _, value := range decisive(s) {
				restsOn(p, s, value)
			}
			if absent := absence(s); absent != nil && readsAny(s) && refusesBy(absent, http.StatusUnauthorized, http.StatusForbidden) {
				reportUnchosen(p, s, s)
			}
		}
	})
}

// decisive returns the values by which a step distinguishes callers: what it verifies against, and what its condition
// reads.
func decisive(s *ir.Step) []*expr.Expr {
	var list []*expr.Expr
	for _, f := range s.Checked() {
		if e := s.Value[f.Name].Expr; e != nil && (f.Shape == templates.Cond || f.Like != "") {
			list = append(list, e)
		}
	}
	if s.Guards() {
		list = s.Against()
	}
	if len(list) > 0 && s.Mistaken() {
		return nil
	}
	return list
}

// restsOn reports the rows that nothing chooses and that a decisive value of a step is read from.
func restsOn(p *rule.Pass, s *ir.Step, value *expr.Expr) {
	var rows []*ir.Node
	alone := true
	for from := range rule.OriginsOf(p.Values(), value) {
		alone = alone && from.Kind == trace.Output
		if from.Kind == trace.Output && !slices.Contains(rows, from.Step.Node) {
			rows = append(rows, from.Step.Node)
		}
	}
	statuses := []int64{http.StatusUnauthorized}
	rests := alone && len(rows) == 1 && !s.Guards()
	for c := range tokens.ColumnsIn(p.Values(), value) {
		// Of others, a 403 may say that something is closed for all.
		if types.KeepsAccounts(c.Table) || isPrivilege(c.Name) {
			statuses, rests = append(statuses, http.StatusForbidden), true
			break
		}
	}
	refusing := func(out *ir.Out) bool { return refusesBy(out, statuses...) }
	if !rests || !s.Guards() && !slices.ContainsFunc(s.Outs, refusing) {
		return
	}
	for _, row := range rows {
		if slices.ContainsFunc(storage.StepsOf(row), readsAny) {
			reportUnchosen(p, storage.StepsOf(row)[0], s)
		}
	}
}

// readsAny reports whether a step reads one row of a table without a WHERE. An aggregate is about all rows.
func readsAny(s *ir.Step) bool {
	query, _ := s.Query()
	does := query.Statement
	if does == nil || !query.Known || does.Unproved != "" || does.Writes || does.Sure || query.OneRow || !does.Access.Reads ||
		!slices.ContainsFunc(s.Node.Outputs(), func(o *templates.Output) bool { return o.Class == templates.Absent }) {
		return false
	}
	return !choosesRows(does)
}

// choosesRows reports whether a statement asks something of each row, beside which rows of its tables belong
// together, or skips as many rows as a parameter says.
func choosesRows(does *statement.Statement) bool {
	joins := func(c statement.Comparison) bool {
		column := func(list []statement.Term) bool { return len(list) == 1 && list[0].Column.Name != "" }
		return c.How == statement.Equals && !c.Not && column(c.Left) && column(c.Right)
	}
	joined := func(met []statement.Comparison) bool {
		return !slices.ContainsFunc(met, func(c statement.Comparison) bool { return !joins(c) })
	}
	return len(does.Skips) > 0 || len(does.Met) > 0 && !slices.ContainsFunc(does.Met, joined)
}

// absence is the output of a step that is taken where there is no row, or nil.
func absence(s *ir.Step) *ir.Out {
	i := slices.IndexFunc(s.Outs, func(out *ir.Out) bool { return out.Spec != nil && out.Spec.Class == templates.Absent })
	if i < 0 {
		return nil
	}
	return s.Outs[i]
}

// refusesBy reports whether an output leads to Responses with one of the statuses, and to no other.
func refusesBy(out *ir.Out, statuses ...int64) bool {
	if out.Next == nil {
		return false
	}
	refused := false
	for at := range flow.Walk(out.Next, paths.Unanswering) {
		if at.Node.Template == nil || at.Guards() {
			return false
		}
		if at.Node.Template.Answer.Status == nil {
			continue
		}
		if !slices.Contains(statuses, at.Node.Template.Answer.Status(ir.NewPass(at))) {
			return false
		}
		refused = true
	}
	return refused
}

func reportUnchosen(p *rule.Pass, row, guard *ir.Step) {
	by := "a row"
	if guard != row {
		by = fmt.Sprintf("the row of %q", row.Node.ID.Value)
	}
	d := diag.Diagnostic{
		Span:    row.Node.ID.Span,
		Message: fmt.Sprintf("%q refuses callers by %s that has no WHERE: it is the same row for every caller", guard.Node.ID.Value, by),
		Hint:    "add a WHERE by a value that the caller proves: the hash of a token, or the user of a guard",
	}
	if guard != row {
		d.Related = []diag.Related{{File: guard.Node.Workflow.File, Span: guard.Node.ID.Span, Message: "decided here"}}
	}
	p.ReportNode(row.Node, d)
}
