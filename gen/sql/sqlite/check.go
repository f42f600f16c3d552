package sqlite

import (
	"slices"

	sqlite "modernc.org/sqlite"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/types"
)

// check works out the Result of a query that was not seen before.
func (c *Checker) check(q Query) Result {
	tokens := token.Code(token.SplitForSQLite(q.Text))
	r := Result{Params: untyped(q.Params), Writes: writes(tokens), Repeats: repeats(tokens), Problems: statementProblems(q, tokens)}
	if len(r.Problems) > 0 {
		return r
	}
	var info []sqlite.ColumnInfo
	if q.Dialect != "postgres" {
		var err error
		if info, err = c.columnInfo(q.Text); err != nil {
			f := failure{text: q.Text, tokens: tokens, catalog: c.catalog, prepare: c.tryPrepare, any: q.Dialect == "any"}
			problem := f.explain(err)
			if c.catalog != nil || f.syntax { // without a schema only the syntax counts
				r.Problems = []Problem{problem}
				return r
			}
		}
	}
	if nesting(tokens) > maxNesting {
		return opaque(r, info)
	}
	p, tree := parse(tokens)
	a := newAnalysis(p, c.catalog, map[*table]*view{})
	r.ReturnsRows = returnsRows(tree)
	r.OneRow = r.ReturnsRows && a.oneRow(tree)
	r.Tables = p.tables()
	if q.Dialect == "postgres" || c.catalog == nil {
		r.Columns, r.Partial = a.named(tree)
		return r
	}
	r.Params = a.params(tree, q.Params)
	r.Columns = a.typed(tree, info)
	r.Problems = a.columnProblems(tree, r.Columns)
	return r
}

// maxNesting is how deep parentheses may be for a query to be analysed; deeper, nothing is known about it.
const maxNesting = 200

func nesting(tokens []token.Token) int {
	depth, deepest := 0, 0
	for _, t := range tokens {
		if t.Is("(") {
			depth++
		} else if t.Is(")") {
			depth--
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// opaque is the result of a query that is too deep to read: SQLite's names, of any type.
func opaque(r Result, info []sqlite.ColumnInfo) Result {
	r.ReturnsRows = len(info) > 0
	for _, col := range info {
		r.Columns = append(r.Columns, fallback(col))
	}
	return r
}

// tryPrepare prepares a statement for its error alone.
func (c *Checker) tryPrepare(text string) error {
	_, err := c.columnInfo(text)
	return err
}

// columnInfo prepares a statement and returns what SQLite says about its columns.
func (c *Checker) columnInfo(text string) ([]sqlite.ColumnInfo, error) {
	var info []sqlite.ColumnInfo
	err := c.conn.Raw(func(driver any) error {
		var err error
		info, err = driver.(interface {
			ColumnInfo(string) ([]sqlite.ColumnInfo, error)
		}).ColumnInfo(text)
		return err
	})
	return info, err
}

// writes reports whether a statement changes anything. A name of these words would have to be quoted;
// `replace(` is a function, and PostgreSQL's `FOR [NO KEY] UPDATE` only locks.
func writes(tokens []token.Token) bool {
	for i, t := range tokens {
		switch {
		case t.Is("INSERT", "DELETE"), t.Is("REPLACE") && token.At(tokens, i+1).Is("INTO"):
			return true
		case t.Is("UPDATE") && !token.At(tokens, i-1).Is("FOR", "KEY"):
			return true
		}
	}
	return false
}

func returnsRows(q *query) bool {
	change := q.cores[0].change
	return change == nil || change.returning
}

// untyped returns the types of n parameters about which nothing is known.
func untyped(n int) []types.Type {
	return slices.Repeat([]types.Type{types.Of(types.Any).OrNull()}, n)
}
