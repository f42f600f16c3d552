package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// analysis answers what the names of one parsed statement mean.
type analysis struct {
	*parser
	catalog catalog
	views   map[*table]*view
}

// view is a view of the schema, read when a statement uses it.
type view struct {
	analysis *analysis // of its own text
	body     *cte
}

// resolve returns the type of a column that is named inside c. It looks outward, as SQL does, and gives up
// where a table's columns can't be known.
func (a *analysis) resolve(c *core, qualifier, name string) (types.Type, bool) {
	for ; c != nil; c = c.query.outer {
		for i, s := range c.sources {
			if qualifier != "" && !s.answers(qualifier) && !(i == 0 && c.excluded(qualifier)) {
				continue
			}
			typ, found, sure := a.columnOf(c, s, name)
			if found {
				typ.Nullable = typ.Nullable || s.outer || a.lone(c)
				return typ, true
			}
			if !sure {
				return types.Type{}, false
			}
		}
	}
	return types.Type{}, false
}

func (s *source) answers(qualifier string) bool { return strings.EqualFold(s.name(), qualifier) }

// excluded reports whether a name is an upsert's row that could not be inserted: it has the target's columns.
func (c *core) excluded(name string) bool {
	return c.change != nil && c.change.insert && strings.EqualFold(name, "excluded")
}

// columnOf looks for a column in one source. Where it is not found and sure is false, it may be there all the same.
func (a *analysis) columnOf(c *core, s *source, name string) (typ types.Type, found, sure bool) {
	if t := a.tableOf(c, s); t != nil && t.view == "" {
		typ, found = t.find(name)
		return typ, found, true
	}
	columns, sure := a.columns(c, s)
	i := slices.IndexFunc(columns, func(col column) bool { return strings.EqualFold(col.name, name) })
	if i < 0 {
		return types.Type{}, false, sure
	}
	return columns[i].typ, true, sure
}

// columns returns what `*` takes from one source, and whether that is all of it.
func (a *analysis) columns(c *core, s *source) ([]column, bool) {
	if s.sub != nil {
		return a.queryColumns(s.sub)
	}
	if with := findCTE(c, s); with != nil {
		return a.cteColumns(with)
	}
	t := a.tableOf(c, s)
	switch {
	case t == nil:
		return nil, false
	case t.view != "":
		return a.viewColumns(t)
	}
	return t.columns, true
}

// tableOf returns the table or view of the schema that s names, or nil.
func (a *analysis) tableOf(c *core, s *source) *table {
	if s.sub != nil || s.call || findCTE(c, s) != nil {
		return nil
	}
	return a.catalog.table(s.table)
}

// findCTE looks for a source among the WITH queries that c can see.
func findCTE(c *core, s *source) *cte {
	if s.sub != nil || s.call {
		return nil
	}
	for ; c != nil; c = c.query.outer {
		for _, with := range c.query.with {
			if strings.EqualFold(with.name, s.table) {
				return with
			}
		}
	}
	return nil
}

// cteColumns returns the columns of a WITH query. Inside of itself, a recursive one has those of its first SELECT.
func (a *analysis) cteColumns(with *cte) ([]column, bool) {
	switch {
	case with.state == known:
		return with.found, with.sure
	case with.state == busy:
		return with.found, with.sure
	}
	with.state = busy
	if first := with.body.cores[0]; with.body.compound() {
		with.found, with.sure = a.coreColumns(first)
		with.rename(true)
	}
	with.found, with.sure = a.queryColumns(with.body)
	with.rename(false)
	with.state = known
	return with.found, with.sure
}

// rename gives the columns the names of the WITH, and makes them null-able where they are only a part of a compound.
func (with *cte) rename(part bool) {
	with.found = slices.Clone(with.found)
	if with.columns != nil && len(with.columns) != len(with.found) {
		with.sure = false
		return
	}
	for i := range with.found {
		if with.columns != nil {
			with.found[i].name = with.columns[i]
		}
		with.found[i].typ.Nullable = with.found[i].typ.Nullable || part
	}
}

// viewColumns returns the columns of a view, from the SELECT that it stands for.
func (a *analysis) viewColumns(t *table) ([]column, bool) {
	v, ok := a.views[t]
	if !ok {
		v = a.openView(t)
		a.views[t] = v
	}
	return v.analysis.cteColumns(v.body)
}

// openView parses CREATE VIEW name [(columns)] AS SELECT ….
func (a *analysis) openView(t *table) *view {
	p := &parser{tokens: code(tokenize(t.view)), subs: map[int]*query{}}
	p.scopes = make([]*core, len(p.tokens))
	for !p.done() && !p.peek().oneOf("AS", "(") {
		p.at++
	}
	with := &cte{name: t.name}
	if p.peek().is("(") {
		with.columns = p.names()
	}
	p.accept("AS")
	with.body = p.query(nil)
	return &view{&analysis{p, a.catalog, a.views}, with}
}

// queryColumns returns the columns of a query and whether they are all of them.
func (a *analysis) queryColumns(q *query) ([]column, bool) {
	columns, sure := a.coreColumns(q.cores[0])
	for _, c := range q.cores[1:] {
		more, moreSure := a.coreColumns(c)
		sure = sure && moreSure && len(more) == len(columns)
		if sure {
			columns = merge(columns, more)
		}
	}
	return columns, sure
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
	t.Nullable = t.Nullable || u.Nullable
	return t.With(u.Labels)
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
		if i%2 == 0 && t.name() == "" || i%2 == 1 && !t.is(".") {
			return "", "", false
		}
	}
	switch len(ts) {
	case 1:
		return "", ts[0].name(), true
	case 3, 5: // table.column, schema.table.column
		return ts[len(ts)-3].name(), ts[len(ts)-1].name(), true
	}
	return "", "", false
}
