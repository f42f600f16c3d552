package sqlite

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// analysis answers what the names of one parsed statement mean. Answers that many names ask for are kept.
type analysis struct {
	*parser
	catalog catalog
	views   map[*table]*view
	lists   map[*query]list
	alone   map[*core]bool
}

func newAnalysis(p *parser, cat catalog, views map[*table]*view) *analysis {
	return &analysis{p, cat, views, map[*query]list{}, map[*core]bool{}}
}

// resolve returns the type of a column that is named inside c. It looks outward, as SQL does, and gives up
// where a table's columns can't be known.
func (a *analysis) resolve(c *core, qualifier, name string) (types.Type, bool) {
	for ; c != nil; c = c.around() {
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

// around returns the query whose names are seen inside c beside its own: not the one in whose FROM c stands, which has
// no tables but by it and the others there.
func (c *core) around() *core {
	outer := c.query.outer
	if c.query.table {
		return outer.around()
	}
	return outer
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
