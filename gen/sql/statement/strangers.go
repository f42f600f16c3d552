package statement

import (
	"slices"
	"strings"
)

// Stranger is a column that a statement names, and that a table of it has no longer.
type Stranger struct {
	Name string
	Place
}

// estrange notes a column that is not found, where a table that is in scope had it once.
func (r *resolver) estrange(e *expr, s *scope) {
	for at := s; at != nil; at = at.outer {
		for _, t := range at.relations {
			if len(e.path) == 1 || strings.EqualFold(t.name, e.path[len(e.path)-2]) {
				r.miss(t.table, last(e.path), Place{e.start, e.end})
			}
		}
	}
}

// miss notes a column that a table had once.
func (r *resolver) miss(table, name string, at Place) {
	t := r.schema.Table(table)
	if t == nil || t.lost != "" || r.aside > 0 || t.Column(name) != nil {
		return
	}
	if slices.Contains(t.gone, strings.ToLower(name)) {
		r.strangers = append(r.strangers, Stranger{name, at})
	}
}

// missTargets notes the columns that a change gives a value, and that its table had once.
func (r *resolver) missTargets(ch *change, table string) {
	for _, name := range ch.columns {
		r.miss(table, name, Place{ch.start, ch.start + len("INSERT")})
	}
	for _, list := range [][]assign{ch.set, ch.upsert} {
		for _, a := range list {
			r.miss(table, a.column, Place{a.start, a.start + len(a.column)})
		}
	}
}
