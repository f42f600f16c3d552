package statement

import (
	"fmt"
	"slices"
	"strings"
)

// maxSteps bounds the work on one statement: views of views could name each other more often than there is time for.
const maxSteps = 100_000

// resolver follows values through one statement.
type resolver struct {
	schema    *Schema
	views     map[*Table]*result // nil while one is being read
	changes   []Change
	tables    []*Table // that it names, and those behind its views
	steps     int
	unnamed   bool
	renamed   []Renamed
	spelled   map[Place]string // what is to be sent; "" where that can't be told
	aside     int              // above 0: what is followed is the text of a view
	calls     bool             // a function that is not known
	infinite  bool             // the statement or the schema writes an infinite time
	reaches   bool             // a function that reads tables which the statement does not name
	acts      bool             // a function that changes something
	strangers []Stranger
	moves     []Move
	looks     bool // what is followed only says which rows come: it leaves nothing but tells
	tells     []Tell
	bounds    [][]int         // of LIMIT and OFFSET: see Statement
	skips     []int           // of OFFSET
	losing    map[*Table]bool // those whose declarations are being read, as they are not followed
	inside    *Value          // what a routine reads that is followed for what it tells
	deeds     map[string]deed // of routines of the schema; empty while one is being read
}

// result is what a query gives.
type result struct {
	columns      []output
	partial      bool  // there may be more columns
	open         Place // where they are written
	returns      bool
	sure, single bool // it always gives a row; never more than one
	found
}

// tired reports whether the statement is too large to be followed.
func (r *resolver) tired() bool {
	r.steps++
	return r.steps > maxSteps
}

// query follows a query inside a scope, nil at the top.
func (r *resolver) query(q *query, outer *scope) result {
	if r.tired() {
		return result{partial: true, returns: true, found: found{loose: true}}
	}
	s := r.named(q, outer)
	all := r.core(q.cores[0], s)
	for i, c := range q.cores[1:] {
		next := r.core(c, s)
		for i := range min(len(all.columns), len(next.columns)) {
			r.equated(next.columns[i].Place, all.columns[i].Value, next.columns[i].Value)
		}
		all = all.join(next, q.joined[i])
	}
	all.loose = all.loose || slices.ContainsFunc(q.order, folds) // there is a row of it then, whatever is found
	q.found = all.found
	r.bounded(q, all, s)
	all.sure = all.sure && !q.limited
	for _, bound := range q.bounds {
		if r.aside > 0 {
			break
		}
		null := bound.nullWith()
		if r.bounds = append(r.bounds, null...); slices.Contains(q.skips, bound) {
			r.skips = append(r.skips, slices.Concat(null...)...)
		}
	}
	return all
}

// join joins two SELECTs by UNION, INTERSECT or EXCEPT. Names are the first one's.
func (a result) join(b result, how string) result {
	if a.partial || b.partial || len(a.columns) != len(b.columns) {
		return a.lost("the columns of two SELECTs can't be counted", b).meeting(a.found.or(b.found, how))
	}
	merged := result{returns: true, found: a.found.or(b.found, how)}
	for i, o := range a.columns {
		o.Value = o.with(b.columns[i].Value)
		merged.columns = append(merged.columns, o)
	}
	merged.sure = strings.EqualFold(how, "UNION") && (a.sure || b.sure)
	merged.single = !strings.EqualFold(how, "UNION") && a.single
	return merged
}

// lost is a result whose columns can't be told apart.
func (a result) lost(why string, b result) result {
	for i := range a.columns {
		a.columns[i].Value = unproved(why)
	}
	return result{columns: a.columns, partial: a.partial || b.partial, open: a.open, returns: true}
}

// core follows one SELECT, VALUES or change.
func (r *resolver) core(c *core, outer *scope) result {
	switch {
	case c.nested != nil && c.into != nil:
		return r.makes(c, r.query(c.nested, outer))
	case c.nested != nil:
		return r.query(c.nested, outer)
	case c.change != nil:
		return r.change(c, outer)
	case c.merge != nil:
		return r.merge(c, outer)
	case c.rows != nil:
		return r.rows(c, outer)
	}
	return r.selection(c, outer)
}

// beside reports whether a statement changes anything beside what it is itself: nothing says that those rows meet what
// it asks.
func (r *resolver) beside(q *query) bool {
	return len(r.changes) > 1 || len(r.changes) == 1 && q.cores[0].change == nil
}

// selection follows one SELECT.
func (r *resolver) selection(c *core, outer *scope) result {
	s := &scope{outer: outer}
	if c.from != nil {
		r.from(c.from, s)
	}
	lone := !c.group && aggregated(c)
	s.prove(s.facts(c.where), true)
	r.ask(c.where, s)
	s.lone, s.grouped = lone || c.sets, c.group
	found := r.items(c, s)
	if s.adopted && !s.lone {
		s.lone = true
		found = r.items(c, s)
	}
	found.found = c.meets()
	found.loose = s.lone || c.united || c.having != nil && !c.group
	found.returns = len(c.items) > 0
	r.ask(c.having, s)
	r.lookAt(c.by, s)
	r.ranks(c.by)
	c.inside = s
	if c.into != nil {
		return r.makes(c, found)
	}
	if slices.ContainsFunc(c.items, func(it *item) bool { return r.schema.multiplies(it.value) }) {
		return found
	}
	found.single = !s.foreign && (lone || c.from == nil || len(s.relations) == 1 && s.relations[0].single)
	found.sure = !s.foreign && c.having == nil && (lone || (c.from == nil || s.sure) && c.where == nil && !c.group)
	return found
}

// makes notes the table that SELECT … INTO or CREATE … AS makes. It gives no rows.
func (r *resolver) makes(c *core, found result) result {
	made := Change{Verb: Insert, Table: last(c.into), Where: true}
	for i, o := range found.columns {
		if i < len(c.renamed) {
			o.name = c.renamed[i]
		}
		made.Assigned = append(made.Assigned, Assigned{Column: o.name, Value: o.Value})
	}
	r.changes = append(r.changes, made)
	return result{}
}

// rows follows VALUES, whose columns engines call column1, column2, ….
func (r *resolver) rows(c *core, outer *scope) result {
	found := result{returns: true, sure: true, single: len(c.rows) == 1}
	s := &scope{outer: outer}
	for n, tuple := range c.rows {
		if n > 0 && len(tuple) != len(found.columns) {
			return found.lost("the rows of VALUES differ in length", result{})
		}
		for i, e := range tuple {
			v := r.value(e, s)
			if n == 0 {
				found.columns = append(found.columns, output{name: fmt.Sprintf("column%d", i+1), Value: v, Place: Place{e.start, e.end}})
				continue
			}
			found.columns[i].Value = found.columns[i].with(v)
		}
	}
	return found
}

// items follows a SELECT list or RETURNING.
func (r *resolver) items(c *core, s *scope) result {
	var found result
	for _, it := range c.items {
		if it.value.op == star {
			of := s.starring(it.value.path)
			columns, partial := of.star(it.value.path, c.change != nil)
			r.spellStar(it, of, columns, partial, c.change != nil)
			for _, o := range columns {
				o.Place = it.Place
				found.columns = append(found.columns, o)
			}
			if partial && !found.partial {
				found.partial, found.open = true, it.Place
			}
			continue
		}
		o := output{name: it.alias, Value: r.value(it.value, s), Place: it.Place}
		if o.name == "" && (it.value.op == column || it.value.op == field) {
			o.name = last(it.value.path)
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
	for at := s; at != nil && last(path) != ""; at = at.outer {
		if at.relation(last(path)) != nil {
			return at
		}
	}
	return s
}

// star is what `*`, or `t.*`, stands for. Engines differ in what it is in RETURNING beside a FROM, and in the order of
// columns that a join merged.
func (s *scope) star(path []string, returning bool) (columns []output, partial bool) {
	of := last(path)
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
			columns[i].Value = unproved("the columns behind * are not the same in all engines, or not declared")
		}
	}
	return columns, partial || columns == nil
}
