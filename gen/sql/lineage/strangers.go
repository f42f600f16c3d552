package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// estrange notes a column that is not found, where a table that is in scope had it once.
func (r *resolver) estrange(e *tree.Expr, s *scope) {
	for at := s; at != nil; at = at.outer {
		for _, t := range at.relations {
			if len(e.Path) == 1 || strings.EqualFold(t.name, e.Path[len(e.Path)-2]) {
				r.miss(t.table, tree.Last(e.Path), statement.Place{Start: e.Start, End: e.End})
			}
		}
	}
}

// miss notes a column that a table had once.
func (r *resolver) miss(table, name string, at statement.Place) {
	t := r.schema.Table(table)
	if t == nil || t.Lost != "" || r.aside > 0 || t.Column(name) != nil {
		return
	}
	if slices.Contains(t.Gone, strings.ToLower(name)) {
		r.strangers = append(r.strangers, statement.Stranger{Name: name, Place: at})
	}
}

// missTargets notes the columns that a change gives a value, and that its table had once.
func (r *resolver) missTargets(ch *tree.Change, table string) {
	for _, name := range ch.Columns {
		r.miss(table, name, statement.Place{Start: ch.Start, End: ch.Start + len("INSERT")})
	}
	for _, list := range [][]tree.Assign{ch.Set, ch.Upsert} {
		for _, a := range list {
			r.miss(table, a.Column, statement.Place{Start: a.Start, End: a.Start + len(a.Column)})
		}
	}
}
