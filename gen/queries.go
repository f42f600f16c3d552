package gen

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sqlcheck"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// queries hands the results of gen/sqlcheck to gen/ir.
type queries struct {
	checker *sqlcheck.Checker
	broken  bool // the schema has mistakes: what a query lacks may be one of them
}

func (q queries) Misplaced(texts []string) []ir.Misplaced {
	var list []ir.Misplaced
	for _, m := range sqlcheck.Placeholders(texts) {
		list = append(list, ir.Misplaced(m))
	}
	return list
}

func (q queries) Prepare(text string, params int, dialect string) (templates.SQL, []expr.Problem) {
	r := q.checker.Prepare(sqlcheck.Query{Text: text, Params: params, Dialect: dialect})
	s := templates.SQL{
		Params: r.Params, ReturnsRows: r.ReturnsRows, Writes: r.Writes, Repeats: r.Repeats, OneRow: r.OneRow, Known: len(r.Problems) == 0,
	}
	for _, t := range r.Tables {
		s.Tables = append(s.Tables, templates.Table(t))
	}
	for _, c := range r.Columns {
		s.Columns = append(s.Columns, types.F(c.Name, c.Type))
	}
	if q.broken && len(r.Problems) > 0 {
		return s, nil
	}
	var problems []expr.Problem
	for _, p := range r.Problems {
		problems = append(problems, expr.Problem{Code: p.Code, Message: p.Message, Hint: p.Hint, Start: p.Start, End: p.End})
	}
	return s, problems
}
