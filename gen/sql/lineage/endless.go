package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// endless returns the NOT NULL columns into which a statement writes infinity or NaN, or whose value it gives where
// that is their default: JSON has neither, and no null stands for it.
func (s *Schema) endless(text string, does *statement.Statement) []statement.Column {
	var list []statement.Column
	for _, c := range does.Changes {
		for _, a := range c.Assigned {
			if d := s.Table(c.Table).Column(a.Column); d.bounded() && isEndless(token.Split(text[a.Start:a.End])) {
				list = append(list, statement.Column{Table: c.Table, Name: d.Name})
			}
		}
	}
	for _, r := range does.Columns {
		if len(r.Columns) != 1 || r.Null {
			continue
		}
		if d := s.Table(r.Columns[0].Table).Column(r.Columns[0].Name); d.bounded() && d.endless && r.Kind == s.kindOf(d) {
			list = append(list, r.Columns[0])
		}
	}
	return statement.Added(nil, list, statement.Column.Is)
}

// bounded reports whether a column is NOT NULL and of a type that has infinity or NaN, where JSON has neither.
func (c *Declared) bounded() bool {
	if c == nil || !c.NotNull || c.array {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(typeSize.ReplaceAllString(c.Type, " ")), " ")
	return slices.Contains([]string{"date", "timestamp", "timestamptz", "float", "numeric"}, kindsOf[first])
}

// isEndless reports whether a value as written is infinity or NaN, or may be.
func isEndless(tokens []token.Token) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool {
		return slices.Contains([]string{"infinity", "inf", "nan"}, strings.TrimLeft(strings.ToLower(t.Text()), "+-"))
	})
}
