package statement

import (
	"slices"
	"strings"
)

// Access is which rows a statement reads and locks beside those that it changes, and whether it adds some.
type Access struct {
	Reads bool // rows that it does not change, or may
	Locks bool // all rows that it reads: SELECT … FOR UPDATE of one table, or an UPDATE or DELETE
	Only  bool // it only reads, so that a transaction that is READ ONLY takes it
	Adds  bool // rows, or may
}

// access says how a statement uses its tables, with the strengths of its FOR UPDATE and its kin. Of one that can't be followed,
// everything is possible; a routine of the schema may read.
func (s *Schema) access(q *query, writes bool, locks []string) Access {
	sources, named := 0, q.named()
	q.each(func(c *core) {
		sources += c.from.tables(named)
		if c.merge != nil {
			sources++
		}
	}, func(e *expr) {
		if s != nil && e.op == call && s.routines[strings.ToLower(last(e.path))] != nil {
			sources++
		}
	})
	alone := len(q.cores) == 1 && len(q.with) == 0
	if ch := q.cores[0].change; ch != nil {
		return Access{Reads: sources > 0, Locks: alone && sources == 0 && ch.verb != Insert}
	}
	return Access{
		Reads: sources > 0, Locks: alone && sources == 1 && len(locks) == 1 && locks[0] == "UPDATE", Only: !writes && len(locks) == 0,
	}
}

// named are the names of the queries that a query names first.
func (q *query) named() []string {
	var names []string
	for _, w := range q.with {
		names = append(names, w.name)
	}
	return names
}

// tables is the number of tables in a FROM, those apart that are named queries.
func (f *from) tables(named []string) int {
	if f == nil {
		return 0
	}
	of := func(s *source) int {
		n := s.from.tables(named)
		if len(s.path) > 0 && s.query == nil && len(s.calls) == 0 && !(len(s.path) == 1 && slices.Contains(named, s.path[0])) {
			n++
		}
		return n
	}
	n := of(f.first)
	for _, j := range f.joins {
		n += of(j.source)
	}
	return n
}
