package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// scope is what the names of one SELECT or change mean.
type scope struct {
	outer     *scope
	ctes      []*relation
	relations []*relation
	merged    []string // of USING and NATURAL
	lone      bool     // it gives a row also where no row is found, and then its columns are null
	grouped   bool     // by GROUP BY: an aggregate is of one row at least
	adopted   bool     // an aggregate in a sub-select is of its columns, and so its own
	foreign   bool     // it has such an aggregate, which is of the columns of a scope around it
	sure      bool     // its FROM always gives a row
}

// relation is one table of a FROM, or a named query.
type relation struct {
	name       string
	table      string           // of a table of the database
	view       string           // of a view: its name
	columns    []output         // nil where they are not known
	open       *statement.Value // where other columns than these may be there: what flows into one of them
	rowid      bool
	grows      bool            // the database may give it more columns than are declared, as a table has after a migration
	quoted     bool            // its name was written in quotes
	hidden     bool            // answers only to its name: excluded, old, new
	outer      bool            // on the far side of an outer join: all its columns may be null
	proved     map[string]bool // columns that are never null, if the row is there
	leaves     []string        // columns that `*` leaves out here, as USING merged them
	unordered  bool            // which columns `*` leaves out can't be known
	sure       bool            // it always has a row
	single     bool            // it never has more than one
	tree.Found                 // what its rows meet
}

// output is one column of a relation or result.
type output struct {
	name string
	statement.Value
	statement.Place
}

// find returns a column of the relation.
func (r *relation) find(name string) (statement.Value, bool) {
	i := slices.IndexFunc(r.columns, func(o output) bool { return strings.EqualFold(o.name, name) })
	switch {
	case i >= 0:
		return r.seen(name, r.columns[i].Value), true
	case r.rowid && isRowid(name):
		return r.seen(name, statement.OfColumn(statement.Column{Table: r.table, Name: name}, false)), true
	}
	return statement.Value{}, false
}

// seen is a column's value as the joins and conditions leave it.
func (r *relation) seen(name string, v statement.Value) statement.Value {
	if r.proved[strings.ToLower(name)] {
		v = v.Never()
	}
	if r.outer {
		v = v.Nullable()
	}
	return v
}

// any is what a column is of which nothing is declared.
func (r *relation) any(name string) statement.Value {
	v := *r.open
	if r.table != "" && v.Unproved == "" {
		v = v.With(statement.OfColumn(statement.Column{Table: r.table, Name: name}, true))
		v.Is = statement.Column{Table: r.table, Name: name}
	}
	return r.seen(name, v.Nullable())
}

// whole is the row as one value.
func (r *relation) whole() statement.Value {
	v := statement.Value{Null: true}
	for _, c := range r.columns {
		v = v.Carrying(c.Value)
	}
	if r.open != nil {
		v = v.Carrying(*r.open)
		if r.open.Unproved == "" && r.table != "" {
			v.Unproved = "the columns of " + r.name + " are not declared"
		}
	}
	return v
}

func isRowid(name string) bool {
	return strings.EqualFold(name, "rowid") || strings.EqualFold(name, "oid") || strings.EqualFold(name, "_rowid_")
}

// column returns what a name means, looking outward as SQL does.
func (s *scope) column(path []string) statement.Value {
	for at := s; at != nil; at = at.outer {
		v, found := at.here(path)
		if !found {
			continue
		}
		if at.lone {
			v = v.Nullable()
		}
		return v
	}
	return statement.Unfollowed("\"" + strings.Join(path, ".") + "\" is no column that schema.sql declares")
}

// of returns the scope that a name is of, or nil.
func (s *scope) of(path []string) *scope {
	for ; s != nil; s = s.outer {
		if _, found := s.here(path); found {
			return s
		}
	}
	return nil
}

// here looks for a name among the relations of this scope.
func (s *scope) here(path []string) (statement.Value, bool) {
	name := tree.Last(path)
	if len(path) > 1 {
		if r := s.relation(path[len(path)-2]); r != nil {
			return r.member(name)
		}
		return statement.Value{}, false
	}
	v, found := s.shared(name)
	if found {
		return v, true
	}
	if r := s.relation(name); r != nil && !r.hidden {
		return r.whole(), true
	}
	for _, r := range s.relations {
		if r.open != nil && !r.hidden {
			w := r.any(name)
			if v, found = v.With(w), true; len(v.Columns) == len(w.Columns) { // of one table
				v.Is = w.Is
			}
		}
	}
	return v, found
}

// member returns a column that is named with its table.
func (r *relation) member(name string) (statement.Value, bool) {
	if v, ok := r.find(name); ok {
		return v, true
	}
	if r.open != nil {
		return r.any(name), true
	}
	return statement.Value{}, false
}

// shared returns a column that one relation has, or several that were joined by it.
func (s *scope) shared(name string) (v statement.Value, found bool) {
	for _, r := range s.relations {
		w, ok := r.find(name)
		switch {
		case !ok || r.hidden:
		case !found:
			v, found = w, true
		case s.isMerged(name) && !v.Null && len(v.NullWith) == 0:
			v = v.Carrying(w) // the left one stands for both
		default:
			v = v.With(w)
		}
	}
	return v, found
}

func (s *scope) isMerged(name string) bool {
	return slices.ContainsFunc(s.merged, func(m string) bool { return strings.EqualFold(m, name) })
}

// relation returns the relation that a name qualifies, or nil.
func (s *scope) relation(name string) *relation {
	for _, r := range s.relations {
		if strings.EqualFold(r.name, name) {
			return r
		}
	}
	return nil
}

// cte returns the named query that a table's name means, or nil.
func (s *scope) cte(name string) *relation {
	for ; s != nil; s = s.outer {
		for i := len(s.ctes) - 1; i >= 0; i-- {
			if strings.EqualFold(s.ctes[i].name, name) {
				return s.ctes[i]
			}
		}
	}
	return nil
}

// hides reports whether `*` leaves out a column, as it is merged with one before.
func (r *relation) hides(name string) bool {
	return slices.ContainsFunc(r.leaves, func(m string) bool { return strings.EqualFold(m, name) })
}

// starred is a column as `*` gives it.
func (s *scope) starred(r *relation, o output, of string) statement.Value {
	v := r.seen(o.name, o.Value)
	if of == "" && s.isMerged(o.name) {
		v, _ = s.shared(o.name)
	}
	if s.lone {
		v = v.Nullable()
	}
	return v
}
