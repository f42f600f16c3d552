package gen

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sqlcheck"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// queries hands the results of gen/sqlcheck and gen/statement to gen/ir.
type queries struct {
	checker *sqlcheck.Checker
	schema  *statement.Schema // nil without a schema.sql
	broken  bool              // the schema has mistakes: what a query lacks may be one of them
}

func (q queries) Misplaced(texts []string) []ir.Misplaced {
	var list []ir.Misplaced
	for _, m := range sqlcheck.Placeholders(texts) {
		list = append(list, ir.Misplaced(m))
	}
	return list
}

func (q queries) Parameters(texts []string, dialect string) []ir.Parameter {
	var list []ir.Parameter
	for _, p := range sqlcheck.Parameters(texts, dialect) {
		list = append(list, ir.Parameter(p))
	}
	return list
}

func (q queries) Prepare(text string, params int, dialect string) (templates.SQL, []expr.Problem) {
	r := q.checker.Prepare(sqlcheck.Query{Text: text, Params: params, Dialect: dialect})
	does := statement.Resolve(text, q.schema)
	s := templates.SQL{
		Params: r.Params, ReturnsRows: does.Returns, Writes: does.Writes, Repeats: r.Repeats, OneRow: does.Sure && does.Single,
		Known: len(r.Problems) == 0, Statement: does,
	}
	for _, t := range r.Tables {
		s.Tables = append(s.Tables, templates.Table(t))
	}
	for _, c := range r.Columns {
		s.Columns = append(s.Columns, types.F(c.Name, c.Type))
	}
	if dialect == "postgres" || q.schema == nil {
		s.Columns, s.Partial = unprepared(does, q.schema != nil), does.Partial
	}
	if q.broken && len(r.Problems) > 0 {
		return s, nil
	}
	problems := r.Problems
	if len(problems) == 0 && !q.broken {
		problems = unwritable(s.Statement, dialect)
		s.Known = len(problems) == 0
	}
	var list []expr.Problem
	for _, p := range problems {
		list = append(list, expr.Problem{Code: diag.FC209, Message: p.Message, Hint: p.Hint, Start: p.Start, End: p.End})
	}
	return s, list
}

// unprepared are the columns of a statement that no engine has typed: of any type, null-able where they may be null. Where no
// table is known, which is reported once (FC211), no use of a column is refused for null besides.
func unprepared(s *statement.Statement, known bool) []types.Field {
	var columns []types.Field
	for _, c := range s.Columns {
		typ := types.Of(types.Any)
		typ.Nullable = known && (c.Null || len(c.NullWith) > 0)
		columns = append(columns, types.F(c.Name, typ))
	}
	return columns
}

// declared reads schema.sql for gen/statement, nil where there is none.
func declared(file *diag.File) *statement.Schema {
	if file == nil {
		return nil
	}
	return statement.ReadSchema(string(file.Src))
}
