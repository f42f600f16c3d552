package sqlite

import (
	"fmt"
	"slices"

	sqlite "modernc.org/sqlite"

	"github.com/flowc-dev/flowc/schema/types"
)

// typed merges the columns that SQLite reports with those of the analysis. SQLite is right about their number and
// names; the analysis decides whether a column can be null, as SQLite reports the declaration of a column also where it
// comes from an outer join, a subquery or a view of such.
func (a *analysis) typed(q *query, info []sqlite.ColumnInfo) []Column {
	found, sure := a.queryColumns(q)
	sure = sure && len(found) == len(info)
	var columns []Column
	for i, in := range info {
		col := fallback(in)
		switch {
		case sure:
			col.Type = found[i].typ
		case q.compound():
			col.Type = types.Of(types.Any).OrNull() // SQLite speaks of the first SELECT only
		}
		columns = append(columns, col)
	}
	return columns
}

// fallback is what SQLite alone says of a column.
func fallback(in sqlite.ColumnInfo) Column {
	return Column{in.Name, typeOf(in.DeclType).OrNull()}
}

// named returns the columns of a query without a schema: those whose names are written in it, and whether there may be
// more. Where no table is known, which is reported once (FC211), no use of a column is refused for null besides.
func (a *analysis) named(q *query) (columns []Column, partial bool) {
	if !returnsRows(q) {
		return nil, false
	}
	c := q.cores[0]
	partial = c.tuples != nil && c.change == nil
	typ := types.Of(types.Any)
	typ.Nullable = a.catalog != nil
	for _, it := range c.items {
		name := a.itemName(it)
		if name == "" {
			partial = true
			continue
		}
		columns = append(columns, Column{name, typ})
	}
	return columns, partial
}

// columnProblems finds columns that a workflow can't refer to: two of one name, one without a name, and one
// with a name that no reference can spell.
func (a *analysis) columnProblems(q *query, columns []Column) []Problem {
	var problems []Problem
	seen := map[string]bool{}
	for i, col := range columns {
		start, end := a.placeOf(q, i, len(columns))
		switch {
		case !types.IsName(col.Name) && a.isNamed(q, i, len(columns)):
			message, hint := types.NotSpelled(col.Name)
			problems = append(problems, problem(start, end, message, hint))
		case !types.IsName(col.Name):
			problems = append(problems, problem(start, end,
				fmt.Sprintf("column %d of the result has no name", i+1), "write `AS name` after it"))
		case seen[col.Name] && len(problems) > 0 && problems[len(problems)-1].Start == start:
			problems[len(problems)-1].Hint = "name the columns that are wanted, in place of *: more of them have the names of others"
		case seen[col.Name]:
			problems = append(problems, problem(start, end,
				fmt.Sprintf("two columns of the result are named %q", col.Name), "write `AS` and another name after one of them"))
		}
		seen[col.Name] = true
	}
	return problems
}

// placeOf returns where column i of n is written: its own entry of the list where no `*` hides that, else the
// first `*`, else the whole text.
func (a *analysis) placeOf(q *query, i, n int) (start, end int) {
	items := q.cores[0].items
	if len(items) == n {
		return a.offsets(items[i].piece)
	}
	for _, it := range items {
		if it.star {
			return a.offsets(it.piece)
		}
	}
	return a.offsets(piece{0, len(a.tokens)})
}

// offsets returns the place of p in the text.
func (a *analysis) offsets(p piece) (start, end int) {
	return a.tokens[p.start].Start, a.tokens[p.end-1].End
}

// isNamed reports whether column i of n has a name that is written: SQLite calls one without by its text.
func (a *analysis) isNamed(q *query, i, n int) bool {
	items := q.cores[0].items
	if len(items) == n {
		return items[i].star || a.itemName(items[i]) != ""
	}
	return !slices.ContainsFunc(items, func(it item) bool { return !it.star && a.itemName(it) == "" })
}
