package lineage

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// named reads the WITH of a query into a new scope.
func (r *resolver) named(q *tree.Query, outer *scope) *scope {
	s := &scope{outer: outer}
	for _, w := range q.With {
		later := statement.Unfollowed("a WITH refers to a later one")
		s.ctes = append(s.ctes, &relation{name: w.Name, open: &later})
	}
	for i, w := range q.With {
		s.ctes[i] = r.cte(w, i, s, q.Recursive)
	}
	return s
}

// cte reads one named query: of several SELECTs, the later ones may read what the first gave.
func (r *resolver) cte(w *tree.With, i int, s *scope, recursive bool) *relation {
	others := append(slices.Clone(s.ctes[:i]), s.ctes[i+1:]...)
	self := &relation{name: w.Name, columns: []output{}}
	inside := &scope{outer: s.outer, ctes: others}
	switch {
	case len(w.Body.Cores) == 1:
		self.take(r.query(w.Body, inside), w.Columns)
		return self
	case !recursive && r.schema.Table(w.Name) != nil:
		why := statement.Unfollowed(fmt.Sprintf("%q is both a WITH and a table", w.Name))
		return &relation{name: w.Name, open: &why}
	}
	first := *w.Body
	first.Cores, first.Joined = first.Cores[:1], nil
	self.take(r.query(&first, inside), w.Columns)
	inside.ctes = append(others, self)
	for range maxRounds {
		before := self.columns
		self.take(r.query(w.Body, inside), w.Columns)
		self.sure, self.single, self.Loose = false, false, true
		if slices.EqualFunc(before, self.columns, func(a, b output) bool { return a.Equal(b.Value) }) {
			return self
		}
	}
	why := statement.Unfollowed(fmt.Sprintf("the values of %q do not settle", w.Name))
	return &relation{name: w.Name, open: &why}
}

// maxRounds bounds how often a recursive query is read for its values to settle.
const maxRounds = 20
