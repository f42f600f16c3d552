package tree

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Named are the names of the queries that a query names first.
func (q *Query) Named() []string {
	var names []string
	for _, w := range q.With {
		names = append(names, w.Name)
	}
	return names
}

// Tables is the number of tables in a FROM, those apart that are named queries.
func (f *From) Tables(named []string) int {
	if f == nil {
		return 0
	}
	of := func(s *Source) int {
		n := s.From.Tables(named)
		if len(s.Path) > 0 && s.Query == nil && len(s.Calls) == 0 && !(len(s.Path) == 1 && slices.Contains(named, s.Path[0])) {
			n++
		}
		return n
	}
	n := of(f.First)
	for _, j := range f.Joins {
		n += of(j.Source)
	}
	return n
}

// Values are the entries of a SELECT list, where it has n of them.
func (c *Core) Values(n int) []*Expr {
	var list []*Expr
	for _, it := range c.Items {
		list = append(list, it.Value)
	}
	if len(list) != n || slices.ContainsFunc(list, func(e *Expr) bool { return e.Op == Star }) {
		return nil
	}
	return list
}

// Gives is all that flows into what a query gives that was followed.
func (q *Query) Gives() statement.Value {
	var v statement.Value
	for _, c := range q.Cores {
		for _, it := range c.Items {
			v = v.Carrying(it.Value.Got)
		}
	}
	return v
}

// whole reports whether a query gives values as a whole.
func (q *Query) whole() bool {
	for _, c := range q.Cores {
		for _, it := range c.Items {
			if !it.Value.Whole() {
				return false
			}
		}
		if c.Nested != nil && !c.Nested.whole() || slices.ContainsFunc(c.Rows, func(row []*Expr) bool { return !AllWhole(row) }) {
			return false
		}
	}
	return true
}
