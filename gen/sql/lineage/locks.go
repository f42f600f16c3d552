package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/constraint"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// access says how a statement uses its tables, with the strengths of its FOR UPDATE and its kin. Of one that can't be
// followed, everything is possible; a routine of the schema may read.
func (s *Schema) access(q *tree.Query, writes bool, locks []string) statement.Access {
	sources, named := 0, q.Named()
	q.Each(func(c *tree.Core) {
		sources += c.From.Tables(named)
		if c.Merge != nil {
			sources++
		}
	}, func(e *tree.Expr) {
		if s.Schema != nil && e.Op == tree.Call && s.Routines[strings.ToLower(tree.Last(e.Path))] != nil {
			sources++
		}
	})
	alone := len(q.Cores) == 1 && len(q.With) == 0
	if ch := q.Cores[0].Change; ch != nil {
		return statement.Access{Reads: sources > 0, Locks: alone && sources == 0 && ch.Verb != statement.Insert}
	}
	l := lister{schema: s}
	l.query(q, nil)
	return statement.Access{
		Reads: sources > 0, Locks: alone && sources == 1 && len(locks) == 1 && locks[0] == "UPDATE", Only: !writes && len(locks) == 0,
		Lists: l.tables,
	}
}

// lister finds the tables of which a query gives each row.
type lister struct {
	schema *Schema
	tables []string
	seen   []*tree.With // the named queries that it has looked into
}

func (l *lister) query(q *tree.Query, outer []*tree.With) {
	counts := func(bound *tree.Expr) bool { return !slices.Contains(q.Skips, bound) }
	if slices.ContainsFunc(q.Bounds, counts) {
		return
	}
	for _, c := range q.Cores {
		switch {
		case c.Nested != nil:
			l.query(c.Nested, slices.Concat(q.With, outer))
		case c.Group && !slices.ContainsFunc(c.By, func(e *tree.Expr) bool { return l.grows(e, c.From) }):
		case c.Group || !tree.Aggregated(c):
			l.from(c.From, slices.Concat(q.With, outer))
		}
	}
}

// grows reports whether a column that rows are grouped by may have any number of values.
func (l *lister) grows(e *tree.Expr, f *tree.From) bool {
	if e.Op != tree.Column || f == nil {
		return false
	}
	few := func(s *tree.Source) bool {
		t := l.schema.Table(l.schema.NameOf(s.Path))
		c := t.Column(tree.Last(e.Path))
		return c != nil && (strings.HasPrefix(strings.ToUpper(c.Type), "BOOL") ||
			l.schema.Domains[strings.ToLower(c.Type)] == "enum" || constraint.MayCheck(t, c.Name))
	}
	return !few(f.First) && !slices.ContainsFunc(f.Joins, func(j *tree.Join) bool { return few(j.Source) })
}

func (l *lister) from(f *tree.From, named []*tree.With) {
	if f == nil {
		return
	}
	l.source(f.First, named)
	for _, j := range f.Joins {
		l.source(j.Source, named)
	}
}

func (l *lister) source(s *tree.Source, named []*tree.With) {
	at := slices.IndexFunc(named, func(w *tree.With) bool {
		return len(s.Path) == 1 && strings.EqualFold(w.Name, s.Path[0])
	})
	switch {
	case s.From != nil:
		l.from(s.From, named)
	case s.Query != nil:
		l.query(s.Query, named)
	case at >= 0 && !slices.Contains(l.seen, named[at]):
		l.seen = append(l.seen, named[at])
		l.query(named[at].Body, named)
	case at >= 0:
	case len(s.Path) > 0 && len(s.Calls) == 0:
		l.tables = append(l.tables, strings.ToLower(l.schema.NameOf(s.Path)))
	}
}
