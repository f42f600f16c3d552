package database

import (
	"fmt"
	"slices"
	"strings"
)

// targets are the destinations of rows.Scan that fill row.
func (q *Query[T]) targets(row *T, rows Cursor) ([]any, error) {
	targets := q.shape.targets(row)
	for _, n := range q.prepared.clocks {
		targets[n-1] = clockOf(targets[n-1])
	}
	if q.prepared.names != nil {
		var err error
		if targets, err = q.prepared.named(targets, rows); err != nil {
			return nil, err
		}
	}
	if !q.shape.untyped && (!q.shape.floats || !q.prepared.handle.engine.singles()) {
		return targets, nil
	}
	return targets, tellTypes(targets, rows)
}

// named puts the targets where their columns are in the result. What no target is for is read and forgotten.
func (p *prepared) named(targets []any, rows Cursor) ([]any, error) {
	names, err := rows.Columns()
	if err != nil || len(names) == len(targets) {
		return targets, err
	}
	placed := make([]any, len(names))
	for i, want := range p.names {
		is := func(name string) bool { return strings.EqualFold(name, want) }
		at := slices.IndexFunc(names, is)
		switch {
		case at < 0:
			return nil, fmt.Errorf("the result has no column %q any more", want)
		case slices.ContainsFunc(names[at+1:], is):
			return nil, fmt.Errorf("two columns of the result are named %q by now", want)
		}
		placed[at] = targets[i]
	}
	for i, target := range placed {
		if target == nil {
			placed[i] = new(any)
		}
	}
	return placed, nil
}
