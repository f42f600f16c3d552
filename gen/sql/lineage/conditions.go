package lineage

import (
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// compareAll notes each comparison of a statement, wherever it stands.
func compareAll(s *statement.Statement, q *tree.Query) {
	denied := map[*tree.Expr]bool{}
	v := &tree.Visit{All: true, Core: func(*tree.Core) {}, Expr: func(e *tree.Expr) {
		switch e.Op {
		case tree.Not:
			denied[e.Tests[0]] = !denied[e]
		case tree.And, tree.Or:
			denied[e.Tests[0]], denied[e.Tests[1]] = denied[e], denied[e]
		case tree.Test, tree.List, tree.Asked, tree.IsNull, tree.NotNull, tree.Exists:
			if e.Op == tree.Asked && len(e.Tests) == 1 {
				return
			}
			for _, pair := range append(e.Pairs(), e)[:max(1, len(e.Pairs()))] {
				s.Compared = append(s.Compared, pair.Comparison(denied[e]))
			}
		}
	}}
	v.Query(q)
}

// meeting is a result whose rows meet something.
func (a result) meeting(f tree.Found) result {
	a.Found = f
	return a
}

// metOf are the alternatives of a table of a FROM, which is several where it is a join in parentheses.
func metOf(f *tree.Source, tables []*relation) [][]statement.Comparison {
	switch {
	case f.From != nil && f.Alias == "":
		return f.From.Met
	case tables[0].Loose:
		return nil
	}
	return tables[0].Met
}

// shared is the comparison of the columns of a name by which two sides are joined.
func shared(j *tree.Join, name string, left, right []*relation) [][]statement.Comparison {
	find := func(side []*relation) []statement.Term {
		for _, t := range side {
			if v, ok := t.find(name); ok {
				return []statement.Term{{Column: v.Is}}
			}
		}
		return nil
	}
	return [][]statement.Comparison{{{Left: find(left), How: statement.Equals, Right: find(right), Place: j.Place}}}
}

// unplaced are alternatives of a view: its text has no place in the statement.
func unplaced(alternatives [][]statement.Comparison) [][]statement.Comparison {
	for _, list := range alternatives {
		for i := range list {
			list[i].Place = statement.Place{}
		}
	}
	return alternatives
}
