package database

import (
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
)

// An Option is what a statement is prepared with, beside its text.
type Option func(*prepared)

// Hide keeps parameters, counted from 1, out of the debug log: their values carry a label.
func Hide(parameters ...int) Option {
	return func(p *prepared) { p.hidden = parameters }
}

// hidden stands in the log for what carries a label.
type hidden struct{}

// Masked implements rt.Masked.
func (hidden) Masked() any { return "••••" }

// show gives the parameters of a statement to the debug log.
func (p *prepared) show(x *rt.Exec, args []any) {
	if !x.Debug() || len(args) == 0 {
		return
	}
	shown := append([]any{}, args...)
	for _, n := range p.hidden {
		if n <= len(shown) {
			shown[n-1] = hidden{}
		}
	}
	x.Inputs(map[string]any{"parameters": shown})
}

// columns are the names of the columns of T, for the debug log.
func (q *Query[T]) columns(rows Cursor) []string {
	if q.prepared.names != nil {
		return q.prepared.names
	}
	names, _ := rows.Columns() // fails where the rows are closed: they are not
	return names
}

// shown is a row as the debug log shows it: by the names of its columns, which are those that the workflow knows.
func (s *shape[T]) shown(row *T, names []string) map[string]any {
	named := map[string]any{}
	for i, field := range s.fields {
		if i >= len(names) {
			break
		}
		if named[names[i]] = reflect.ValueOf(row).Elem().Field(field.index).Interface(); field.labeled {
			named[names[i]] = hidden{}
		}
	}
	return named
}

// shownRows is a list of rows as the debug log shows it.
func (s *shape[T]) shownRows(list Rows[T], names []string) Rows[map[string]any] {
	rows := make([]map[string]any, len(list.Rows))
	for i := range list.Rows {
		rows[i] = s.shown(&list.Rows[i], names)
	}
	return Rows[map[string]any]{Rows: rows, Count: list.Count}
}
