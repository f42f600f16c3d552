package constraint

import (
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// Endless returns the NOT NULL columns into which a statement writes infinity or NaN, or whose value it gives where
// that is their default: JSON has neither, and no null stands for it.
func Endless(s *ddl.Schema, text string, does *statement.Statement) []statement.Column {
	var list []statement.Column
	for _, c := range does.Changes {
		for _, a := range c.Assigned {
			if d := s.Table(c.Table).Column(a.Column); d.Bounded() && ddl.IsEndless(token.Split(text[a.Start:a.End])) {
				list = append(list, statement.Column{Table: c.Table, Name: d.Name})
			}
		}
	}
	for _, r := range does.Columns {
		if len(r.Columns) != 1 || r.Null {
			continue
		}
		if d := s.Table(r.Columns[0].Table).Column(r.Columns[0].Name); d.Bounded() && d.Endless && r.Kind == s.KindOf(d) {
			list = append(list, r.Columns[0])
		}
	}
	return statement.Added(nil, list, statement.Column.Is)
}
