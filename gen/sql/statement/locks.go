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
	// Lists are the tables of which it gives each row that it finds, or one for each value of a column: no LIMIT or
	// FETCH says how many rows come, and no aggregate makes one of them.
	Lists []string
}

// access says how a statement uses its tables, with the strengths of its FOR UPDATE and its kin. Of one that can't be
// followed, everything is possible; a routine of the schema may read.
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
	l := lister{schema: s}
	l.query(q, nil)
	return Access{
		Reads: sources > 0, Locks: alone && sources == 1 && len(locks) == 1 && locks[0] == "UPDATE", Only: !writes && len(locks) == 0,
		Lists: l.tables,
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

// lister finds the tables of which a query gives each row.
type lister struct {
	schema *Schema
	tables []string
	seen   []*with // the named queries that it has looked into
}

func (l *lister) query(q *query, outer []*with) {
	counts := func(bound *expr) bool { return !slices.Contains(q.skips, bound) }
	if slices.ContainsFunc(q.bounds, counts) {
		return
	}
	for _, c := range q.cores {
		switch {
		case c.nested != nil:
			l.query(c.nested, slices.Concat(q.with, outer))
		case c.group && !slices.ContainsFunc(c.by, func(e *expr) bool { return l.grows(e, c.from) }):
		case c.group || !aggregated(c):
			l.from(c.from, slices.Concat(q.with, outer))
		}
	}
}

// grows reports whether a column that rows are grouped by may have any number of values.
func (l *lister) grows(e *expr, f *from) bool {
	if e.op != column || f == nil {
		return false
	}
	few := func(s *source) bool {
		t := l.schema.Table(l.schema.nameOf(s.path))
		c := t.Column(last(e.path))
		return c != nil && (strings.HasPrefix(strings.ToUpper(c.Type), "BOOL") ||
			l.schema.domains[strings.ToLower(c.Type)] == "enum" || t.checks(c.Name))
	}
	return !few(f.first) && !slices.ContainsFunc(f.joins, func(j *join) bool { return few(j.source) })
}

func (l *lister) from(f *from, named []*with) {
	if f == nil {
		return
	}
	l.source(f.first, named)
	for _, j := range f.joins {
		l.source(j.source, named)
	}
}

func (l *lister) source(s *source, named []*with) {
	at := slices.IndexFunc(named, func(w *with) bool { return len(s.path) == 1 && strings.EqualFold(w.name, s.path[0]) })
	switch {
	case s.from != nil:
		l.from(s.from, named)
	case s.query != nil:
		l.query(s.query, named)
	case at >= 0 && !slices.Contains(l.seen, named[at]):
		l.seen = append(l.seen, named[at])
		l.query(named[at].body, named)
	case at >= 0:
	case len(s.path) > 0 && len(s.calls) == 0:
		l.tables = append(l.tables, strings.ToLower(l.schema.nameOf(s.path)))
	}
}
