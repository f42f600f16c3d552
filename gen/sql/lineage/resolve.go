package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// maxSteps bounds the work on one statement: views of views could name each other more often than there is time for.
const maxSteps = 100_000

// resolver follows values through one statement.
type resolver struct {
	schema    *Schema
	views     map[*ddl.Table]*result // nil while one is being read
	changes   []statement.Change
	tables    []*ddl.Table          // that it names, and those behind its views
	scopes    map[*tree.Core]*scope // what the names of a SELECT mean, once it is followed: the last time
	steps     int
	unnamed   bool
	renamed   []statement.Renamed
	spelled   map[statement.Place]string // what is to be sent; "" where that is unknown
	aside     int                        // above 0: what is followed is the text of a view
	calls     bool                       // a function that is not known
	infinite  bool                       // the statement or the schema writes an infinite time
	reaches   bool                       // a function that reads tables which the statement does not name
	acts      bool                       // a function that changes something
	strangers []statement.Stranger
	moves     []statement.Move
	looks     bool // what is followed only selects rows: it adds leaks and nothing else
	leaks     []statement.Leak
	bounds    [][]int             // of LIMIT and OFFSET: see Statement
	skips     []int               // of OFFSET
	losing    map[*ddl.Table]bool // those whose declarations are being read, as they are not followed
	inside    *statement.Value    // what a routine reads whose leaks are being found
	deeds     map[string]deed     // of routines of the schema; empty while one is being read
}

// result is what a query gives.
type result struct {
	columns      []output
	partial      bool            // there may be more columns
	open         statement.Place // where they are written
	returns      bool
	sure, single bool // it always gives a row; never more than one
	tree.Found
}

// tired reports whether the statement is too large to be followed.
func (r *resolver) tired() bool {
	r.steps++
	return r.steps > maxSteps
}

// query follows a query inside a scope, nil at the top.
func (r *resolver) query(q *tree.Query, outer *scope) result {
	if r.tired() {
		return result{partial: true, returns: true, Found: tree.Found{Loose: true}}
	}
	s := r.named(q, outer)
	all := r.core(q.Cores[0], s)
	for i, c := range q.Cores[1:] {
		next := r.core(c, s)
		for i := range min(len(all.columns), len(next.columns)) {
			r.equated(next.columns[i].Place, all.columns[i].Value, next.columns[i].Value)
		}
		all = all.join(next, q.Joined[i])
	}
	all.Loose = all.Loose || slices.ContainsFunc(q.Order, tree.Folds) // there is a row of it then, whatever is found
	q.Found = all.Found
	r.bounded(q, all, s)
	all.sure = all.sure && !q.Limited
	for _, bound := range q.Bounds {
		if r.aside > 0 {
			break
		}
		null := bound.NullWith()
		if r.bounds = append(r.bounds, null...); slices.Contains(q.Skips, bound) {
			r.skips = append(r.skips, slices.Concat(null...)...)
		}
	}
	return all
}

// join joins two SELECTs by UNION, INTERSECT or EXCEPT. Names are the first one's.
func (a result) join(b result, how string) result {
	if a.partial || b.partial || len(a.columns) != len(b.columns) {
		return a.lost("the columns of two SELECTs can't be counted", b).meeting(a.Found.Or(b.Found, how))
	}
	merged := result{returns: true, Found: a.Found.Or(b.Found, how)}
	for i, o := range a.columns {
		o.Value = o.With(b.columns[i].Value)
		merged.columns = append(merged.columns, o)
	}
	merged.sure = strings.EqualFold(how, "UNION") && (a.sure || b.sure)
	merged.single = !strings.EqualFold(how, "UNION") && a.single
	return merged
}

// lost returns a result whose columns are unknown.
func (a result) lost(why string, b result) result {
	for i := range a.columns {
		a.columns[i].Value = statement.Unfollowed(why)
	}
	return result{columns: a.columns, partial: a.partial || b.partial, open: a.open, returns: true}
}

// core follows one SELECT, VALUES or change.
func (r *resolver) core(c *tree.Core, outer *scope) result {
	switch {
	case c.Nested != nil && c.Into != nil:
		return r.makes(c, r.query(c.Nested, outer))
	case c.Nested != nil:
		return r.query(c.Nested, outer)
	case c.Change != nil:
		return r.change(c, outer)
	case c.Merge != nil:
		return r.merge(c, outer)
	case c.Rows != nil:
		return r.rows(c, outer)
	}
	return r.selection(c, outer)
}

// beside reports whether a statement changes anything beside what it is itself: nothing says that those rows meet what
// it asks.
func (r *resolver) beside(q *tree.Query) bool {
	return len(r.changes) > 1 || len(r.changes) == 1 && q.Cores[0].Change == nil
}

// selection follows one SELECT.
func (r *resolver) selection(c *tree.Core, outer *scope) result {
	s := &scope{outer: outer}
	if c.From != nil {
		r.from(c.From, s)
	}
	lone := !c.Group && tree.Aggregated(c)
	s.prove(s.facts(c.Where), true)
	r.ask(c.Where, s)
	s.lone, s.grouped = lone || c.Sets, c.Group
	found := r.items(c, s)
	if s.adopted && !s.lone {
		s.lone = true
		found = r.items(c, s)
	}
	found.Found = c.Meets()
	found.Loose = s.lone || c.United || c.Having != nil && !c.Group
	found.returns = len(c.Items) > 0
	r.ask(c.Having, s)
	r.lookAt(c.By, s)
	r.ranks(c.By)
	r.scopes[c] = s
	if c.Into != nil {
		return r.makes(c, found)
	}
	if slices.ContainsFunc(c.Items, func(it *tree.Item) bool { return r.schema.multiplies(it.Value) }) {
		return found
	}
	found.single = !s.foreign && (lone || c.From == nil || len(s.relations) == 1 && s.relations[0].single)
	found.sure = !s.foreign && c.Having == nil && (lone || (c.From == nil || s.sure) && c.Where == nil && !c.Group)
	return found
}

// makes notes the table that SELECT … INTO or CREATE … AS makes. It gives no rows.
func (r *resolver) makes(c *tree.Core, found result) result {
	made := statement.Change{Verb: statement.Insert, Table: tree.Last(c.Into), Where: true}
	for i, o := range found.columns {
		if i < len(c.Renamed) {
			o.name = c.Renamed[i]
		}
		made.Assigned = append(made.Assigned, statement.Assigned{Column: o.name, Value: o.Value})
	}
	r.changes = append(r.changes, made)
	return result{}
}

// rows follows VALUES, whose columns engines call column1, column2, ….
func (r *resolver) rows(c *tree.Core, outer *scope) result {
	found := result{returns: true, sure: true, single: len(c.Rows) == 1}
	s := &scope{outer: outer}
	for n, tuple := range c.Rows {
		if n > 0 && len(tuple) != len(found.columns) {
			return found.lost("the rows of VALUES differ in length", result{})
		}
		for i, e := range tuple {
			v := r.value(e, s)
			if n == 0 {
				found.columns = append(found.columns, output{name: fmt.Sprintf("column%d", i+1), Value: v, Place: statement.Place{Start: e.Start, End: e.End}})
				continue
			}
			found.columns[i].Value = found.columns[i].With(v)
		}
	}
	return found
}

// items follows a SELECT list or RETURNING.
func (r *resolver) items(c *tree.Core, s *scope) result {
	var found result
	for _, it := range c.Items {
		if it.Value.Op == tree.Star {
			of := s.starring(it.Value.Path)
			columns, partial := of.star(it.Value.Path, c.Change != nil)
			r.spellStar(it, of, columns, partial, c.Change != nil)
			for _, o := range columns {
				o.Place = it.Place
				found.columns = append(found.columns, o)
			}
			if partial && !found.partial {
				found.partial, found.open = true, it.Place
			}
			continue
		}
		o := output{name: it.Alias, Value: r.value(it.Value, s), Place: it.Place}
		if o.name == "" && (it.Value.Op == tree.Column || it.Value.Op == tree.Field) {
			o.name = tree.Last(it.Value.Path)
		}
		r.rename(it, o.Value)
		found.columns = append(found.columns, o)
	}
	return found
}

// leading reports whether the columns that a join merged come first: PostgreSQL puts them there, SQLite does not.
func (s *scope) leading(columns []output) bool {
	for i, name := range s.merged {
		if i >= len(columns) || !strings.EqualFold(columns[i].name, name) {
			return false
		}
	}
	return true
}

// starring is the scope whose table `t.*` names: a LATERAL sub-select may name one that stands before it.
func (s *scope) starring(path []string) *scope {
	for at := s; at != nil && tree.Last(path) != ""; at = at.outer {
		if at.relation(tree.Last(path)) != nil {
			return at
		}
	}
	return s
}

// star is what `*`, or `t.*`, stands for. Engines differ in what it is in RETURNING beside a FROM, and in the order of
// columns that a join merged.
func (s *scope) star(path []string, returning bool) (columns []output, partial bool) {
	of := tree.Last(path)
	for i, r := range s.relations {
		if of == "" && r.hidden || of != "" && !strings.EqualFold(r.name, of) {
			continue
		}
		if of == "" && returning && i > 0 {
			partial = true
			continue
		}
		partial = partial || r.open != nil && (r.table != "" || r.columns == nil || r.open.Unproved != "") || of == "" && r.unordered
		for _, o := range r.columns {
			if of == "" && r.hides(o.name) {
				continue
			}
			columns = append(columns, output{name: o.name, Value: s.starred(r, o, of)})
		}
	}
	if partial || of == "" && !s.leading(columns) {
		for i := range columns {
			columns[i].Value = statement.Unfollowed("the columns behind * are not the same in all engines, or not declared")
		}
	}
	return columns, partial || columns == nil
}
