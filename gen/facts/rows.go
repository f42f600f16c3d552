package facts

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
)

// SameRow reports whether a statement changes the row that another one has read: it finds it by a unique column of
// that row, else by all that the other one finds it by.
func SameRow(g *values.Graph, read, s *ir.Step) bool {
	query, params := s.Query()
	before, _ := read.Query()
	equal := query.Statement.Equal()
	if len(equal) == 0 {
		return len(query.Statement.Met) == 0 && len(before.Statement.Met) == 0
	}
	for _, e := range equal {
		if e.Param > len(params) {
			return false
		}
		v := g.Typed(params[e.Param-1])
		same := readFrom(g, v, e.Column, read) || findsBy(g, read, e.Column, v)
		if e.Unique || !same {
			return same
		}
	}
	return true
}

// readFrom reports whether a value is what a step has read of a column.
func readFrom(g *values.Graph, v trace.Value, c statement.Column, read *ir.Step) bool {
	of := g.Column(g.Program(read), c.Table, c.Name)
	walk := trace.Walk{
		Through: trace.Same | trace.Objects | trace.Read, Stop: func(v trace.Value) bool { return g.Kind(v) == trace.Column },
	}
	for at := range g.Back(walk, v) {
		if at.Value == of && g.About(at.Before.Value).Step == read {
			return true
		}
	}
	return false
}

// findsBy reports whether a step finds rows by a column that is equal to some value.
func findsBy(g *values.Graph, s *ir.Step, c statement.Column, v trace.Value) bool {
	query, params := s.Query()
	return slices.ContainsFunc(query.Statement.Equal(), func(e statement.Equality) bool {
		same := strings.EqualFold(e.Column.Table, c.Table) && strings.EqualFold(e.Column.Name, c.Name)
		return same && e.Param <= len(params) && g.Alike(v, g.Typed(params[e.Param-1]))
	})
}

// ComparesRead reports whether a statement changes a row only while a column of it is still what another step has read
// there, such as its version. What finds the row says nothing of that: a key, or what refers to another row.
func ComparesRead(g *values.Graph, tables []*ddl.Table, read, s *ir.Step) bool {
	query, params := s.Query()
	return slices.ContainsFunc(query.Statement.Equal(), func(e statement.Equality) bool {
		return e.Param <= len(params) && !isKey(tables, query.Statement, e.Column) &&
			readFrom(g, g.Typed(params[e.Param-1]), e.Column, read)
	})
}

// isKey reports whether a column is part of a unique key of its table, or refers to another row.
func isKey(tables []*ddl.Table, does *statement.Statement, c statement.Column) bool {
	refers := func(k statement.ColumnKey) bool {
		return strings.EqualFold(k.Table, c.Table) && strings.EqualFold(k.Name, c.Name) && (k.Unique || k.Refers.Name != "")
	}
	in := func(key []string) bool {
		return slices.ContainsFunc(key, func(name string) bool { return strings.EqualFold(name, c.Name) })
	}
	return slices.ContainsFunc(does.Keys, refers) || slices.ContainsFunc(tables, func(t *ddl.Table) bool {
		return strings.EqualFold(t.Name, c.Table) && slices.ContainsFunc(t.Unique, in)
	})
}
