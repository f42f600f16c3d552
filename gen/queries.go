package gen

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// queries hands the results of gen/sql to gen/ir.
type queries struct {
	checker  *sqlite.Checker
	schema   *lineage.Schema // nil without a schema.sql
	broken   bool            // the schema has mistakes, or can't be read: what a query lacks may be one of them
	postgres *Proofs         // nil without a schema.postgres.sql
}

func (q queries) Prepare(text string, sources []string, dialect string) (templates.SQL, []diag.Problem) {
	s := sqlQuery{text: text, sent: tree.Alike(text, sources), dialect: q.engine(dialect), declared: q.declares(dialect)}
	s.does = lineage.Resolve(text, s.declared)
	if s.dialect == "any" && s.declared != nil && q.postgres != nil {
		s.beside = lineage.Resolve(text, q.postgres.schema)
	}
	problems := s.prepare(q.checker, len(sources))
	broken := q.broken && s.dialect != "postgres"
	if broken && (len(problems) > 0 || q.schema == nil) {
		s.Known, s.Columns = false, nil
		return s.SQL, nil
	}
	if len(problems) == 0 && !broken {
		problems = unwritable(s.does, s.dialect == "postgres" && q.postgres == nil)
	}
	if len(problems) == 0 && !broken {
		problems = s.ofPostgres(unwritable)
	}
	if len(problems) == 0 && !broken && s.dialect != "postgres" {
		problems = refused(s.does, text, q.checker)
	}
	if len(problems) == 0 {
		problems = q.postgres.prove(&s)
	}
	s.Known = len(problems) == 0
	if s.dialect != "postgres" && s.declared != nil {
		s.Proved = append([]string{"SQLite"}, s.Proved...)
	}
	if len(problems) == 0 && !broken {
		problems = nulls(s.does, text)
	}
	if len(problems) == 0 && !broken {
		problems = s.ofPostgres(func(beside *statement.Statement, _ bool) []diag.Problem { return nulls(beside, text) })
	}
	if s.beside != nil {
		s.does.Besides(s.beside)
		s.OneRow = s.does.Sure && s.does.Single
	}
	return s.SQL, problems
}

// ofPostgres are the problems that a statement for both engines has in PostgreSQL alone.
func (s *sqlQuery) ofPostgres(problems func(beside *statement.Statement, foreign bool) []diag.Problem) []diag.Problem {
	if s.beside == nil {
		return nil
	}
	list := problems(s.beside, false)
	for i := range list {
		list[i].Message = "PostgreSQL: " + list[i].Message
	}
	return list
}

// engine is the one that a statement is prepared for: where there is a schema of one engine only, that one.
func (q queries) engine(dialect string) string {
	if dialect == "any" && q.schema == nil && q.postgres != nil {
		return "postgres"
	}
	return dialect
}

// declares is the schema that a statement is about.
func (q queries) declares(dialect string) *lineage.Schema {
	switch {
	case q.engine(dialect) != "postgres":
		return q.schema
	case q.postgres != nil:
		return q.postgres.schema
	}
	return q.schema.OfPostgres()
}

// sqlQuery is a statement while it is prepared.
type sqlQuery struct {
	templates.SQL
	text     string
	sent     []int           // the numbers that parameters are sent under
	dialect  string          // the one it is prepared for: any, sqlite or postgres
	declared *lineage.Schema // nil without one
	does     *statement.Statement
	beside   *statement.Statement // what it does in PostgreSQL, where it is prepared for both engines; else nil
}

// prepare finds out what SQLite says of the statement, which of one for PostgreSQL is nothing of types.
func (s *sqlQuery) prepare(checker *sqlite.Checker, params int) []diag.Problem {
	r := checker.Prepare(sqlite.Query{Text: s.text, Params: params, Dialect: s.dialect})
	s.SQL = templates.SQL{
		Params: r.Params, ReturnsRows: s.does.Returns, Writes: s.does.Writes, Repeats: r.Repeats,
		OneRow: s.does.Sure && s.does.Single, Known: len(r.Problems) == 0, Statement: s.does,
	}
	if slices.Max(append(s.sent, 0)) < params {
		s.Sent = s.sent
	}
	for _, t := range r.Tables {
		s.Tables = append(s.Tables, templates.Table(t))
	}
	for i, c := range r.Columns {
		c.Type.Nullable = mayBeNull(s.does, i, len(r.Columns), c.Type.Nullable)
		s.Columns = append(s.Columns, types.F(c.Name, c.Type))
	}
	if s.dialect == "postgres" || s.declared == nil {
		s.Columns, s.Partial = unprepared(s.does, s.declared != nil), s.does.Partial
	}
	if s.dialect == "postgres" {
		s.Unasked = "no PostgreSQL prepares it, so the names and types in it are not checked"
	}
	return r.Problems
}

// mayBeNull reports whether column i of n may be null: as the statement shows or, where that can't be followed, as is
// otherwise known.
func mayBeNull(does *statement.Statement, i, n int, otherwise bool) bool {
	if len(does.Columns) != n || does.Columns[i].Unproved != "" {
		return otherwise
	}
	return does.Columns[i].MayBeNull()
}

// unprepared are the columns of a statement that no engine has typed: of any type, null-able where they may be null.
// Where no table is known, which is reported once (FC211), no use of a column is refused for null besides.
func unprepared(s *statement.Statement, known bool) []types.Field {
	var columns []types.Field
	for _, c := range s.Columns {
		typ := types.Of(types.Any)
		typ.Nullable = known && c.MayBeNull()
		columns = append(columns, types.F(c.Name, typ))
	}
	return columns
}
