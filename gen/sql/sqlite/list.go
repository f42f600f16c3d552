package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// list is what a query returns.
type list struct {
	columns []column
	sure    bool // these are all of them
}

// queryColumns returns the columns of a query and whether they are all of them.
func (a *analysis) queryColumns(q *query) ([]column, bool) {
	l, ok := a.lists[q]
	if !ok {
		l.columns, l.sure = a.coreColumns(q.cores[0])
		for _, c := range q.cores[1:] {
			more, sure := a.coreColumns(c)
			l.sure = l.sure && sure && len(more) == len(l.columns)
			if l.sure {
				l.columns = merge(l.columns, more)
			}
		}
		a.lists[q] = l
	}
	return l.columns, l.sure
}

// merge returns what two SELECTs of a compound give together. Names are the first one's.
func merge(columns, more []column) []column {
	columns = slices.Clone(columns)
	for i := range columns {
		typ := common(columns[i].typ, more[i].typ)
		columns[i].typ = typ.OrNull()
	}
	return columns
}

// common returns the type that holds values of both t and u.
func common(t, u types.Type) types.Type {
	if t.Kind != u.Kind {
		t.Kind = types.Any
	}
	if t.Format != u.Format || t.Kind == types.Any {
		t.Format = ""
	}
	t.Nullable = t.Nullable || u.Nullable
	return t
}

// coreColumns returns the columns of one SELECT, VALUES or RETURNING.
func (a *analysis) coreColumns(c *core) ([]column, bool) {
	if c.change == nil && c.tuples != nil {
		return a.tupleColumns(c), true
	}
	var columns []column
	for _, it := range c.items {
		if !it.star {
			columns = append(columns, column{name: a.itemName(it), typ: a.typeOf(c, it.piece)})
			continue
		}
		all, ok := a.star(c, it.of)
		if !ok {
			return columns, false
		}
		columns = append(columns, all...)
	}
	return columns, true
}

// tupleColumns returns the columns of VALUES, which SQLite names column1, column2 and so on.
func (a *analysis) tupleColumns(c *core) []column {
	var columns []column
	for i, p := range c.tuples[0] {
		columns = append(columns, column{name: fmt.Sprintf("column%d", i+1), typ: a.typeOf(c, p)})
	}
	for _, tuple := range c.tuples[1:] {
		for i := range min(len(tuple), len(columns)) {
			columns[i].typ = common(columns[i].typ, a.typeOf(c, tuple[i]))
		}
	}
	return columns
}

// star returns what `*`, or `of.*`, stands for.
func (a *analysis) star(c *core, of string) ([]column, bool) {
	sources := c.sources
	if c.change != nil {
		sources = sources[:1] // RETURNING * leaves out an UPDATE's FROM
	}
	var columns []column
	for _, s := range sources {
		if of != "" && !s.answers(of) {
			continue
		}
		all, sure := a.columns(c, s)
		if !sure || s.natural {
			return nil, false
		}
		for _, col := range all {
			if of == "" && slices.ContainsFunc(s.merged, func(name string) bool { return strings.EqualFold(name, col.name) }) {
				continue
			}
			col.typ.Nullable = col.typ.Nullable || s.outer || a.lone(c)
			columns = append(columns, col)
		}
	}
	return columns, true
}

// itemName returns the name of an entry's column, or "" where only SQLite knows it.
func (a *analysis) itemName(it item) string {
	if it.alias != "" {
		return it.alias
	}
	if _, name, ok := a.reference(it.piece); ok {
		return name
	}
	return ""
}

// reference reads a piece that is nothing but a column's name, qualified or not.
func (a *analysis) reference(p piece) (qualifier, name string, ok bool) {
	ts := a.tokens[p.start:p.end]
	for i, t := range ts {
		if i%2 == 0 && t.Name() == "" || i%2 == 1 && !t.Is(".") {
			return "", "", false
		}
	}
	switch len(ts) {
	case 1:
		return "", ts[0].Name(), true
	case 3, 5: // table.column, schema.table.column
		return ts[len(ts)-3].Name(), ts[len(ts)-1].Name(), true
	}
	return "", "", false
}
