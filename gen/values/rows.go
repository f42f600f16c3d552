package values

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// declared adds the columns of tables, and which of them refer to others: what a column refers to is what is written
// there.
func (b *builder) declared(tables []*ddl.Table) {
	for _, t := range tables {
		for _, c := range t.Columns {
			b.about[b.column(t.Name, c.Name)].of.(*declared).unique = t.IsUnique(c.Name)
		}
	}
	for _, t := range tables {
		for _, c := range t.Columns {
			if to := c.Refers; to.Name != "" {
				b.Link(b.column(to.Table, to.Name), b.column(t.Name, c.Name), trace.Written)
			}
		}
	}
}

// column returns a column of a table of the program.
func (b *builder) column(name, column string) trace.Value {
	at := carried{table{b.program, strings.ToLower(name)}, strings.ToLower(column)}
	return b.member(at, trace.Column, About{Table: strings.ToLower(name), Program: b.program}, false)
}

// bound is the statement of a step, and the values of its parameters.
type bound struct {
	*builder
	step   *ir.Step
	does   *statement.Statement
	query  templates.SQL
	params []*ir.Typed
}

// param returns the value of parameter $n.
func (b *bound) param(n int) trace.Value {
	if n < 1 || n > len(b.params) {
		return 0
	}
	return b.tree(b.step, b.params[n-1])
}

// statement adds what a step's statement gives, and what it writes.
func (b *builder) statement(s *ir.Step, out *ir.Out, all trace.Value) bool {
	query, params := s.Query()
	if query.Statement == nil {
		return false
	}
	does := &bound{b, s, query.Statement, query, params}
	row, known := b.rows[s]
	if !known {
		row = does.look()
		b.rows[s] = row
		does.change()
	}
	if out.Spec.Class == templates.Absent {
		return true
	}
	for i, c := range query.Columns {
		to := all
		if path := pathOf(out.Type, c.Name); path != "" {
			to = b.member(carried{out, path}, trace.Output, About{Step: s, Out: out}, false)
			b.Link(to, all, trace.Contains)
			if list, _, inside := strings.Cut(path, "."); inside {
				b.Link(to, b.output(out, list), trace.Contains)
			}
		}
		b.Link(row, to, trace.Matched)
		does.into(to, s.Node.ResultOf(i), trace.Read)
	}
	return true
}

// pathOf returns where a column of the result is in what an output carries: by its name, or in the elements of a list;
// "" where it is in none of its own.
func pathOf(t types.Type, column string) string {
	if _, one := t.Field(column); one {
		return column
	}
	for _, f := range t.Fields {
		if f.Type.Kind == types.List && f.Type.Elem != nil {
			if _, one := f.Type.Elem.Field(column); one {
				return f.Name + "." + column
			}
		}
	}
	return ""
}

// into adds what flows into a value: columns, and parameters as parts of it.
func (b *bound) into(to trace.Value, v statement.Value, columns trace.Way) {
	for _, c := range v.Columns {
		b.Link(b.column(c.Table, c.Name), to, columns)
	}
	for _, n := range v.Params {
		b.Link(b.param(n), to, trace.Joined)
	}
}

// change adds what columns get.
func (b *bound) change() {
	for i, change := range b.does.Changes {
		for j, a := range change.Assigned {
			to := b.column(change.Table, a.Column)
			v := b.add(trace.Assigned, About{Step: b.step, Table: strings.ToLower(change.Table), Name: strings.ToLower(a.Column), Program: b.program})
			b.assigned[assigned{b.step, i, j}] = v
			b.Link(v, to, trace.Written)
			b.given(v, a)
		}
	}
}

// given adds the values of which a column gets one, and whatever else flows into what it gets.
func (b *bound) given(v trace.Value, a statement.Assigned) {
	whole := map[int]bool{}
	for _, t := range a.From {
		if t.Param > 0 {
			whole[t.Param] = true
			b.Link(b.param(t.Param), v, wayOf(t))
		}
	}
	rest := a.Value
	rest.Params = slices.DeleteFunc(slices.Clone(rest.Params), func(n int) bool { return whole[n] })
	b.into(v, rest, trace.Read)
}

// look adds what a statement looks for, and returns the row that it finds; 0 where it compares no parameter.
func (b *bound) look() trace.Value {
	told, row := map[int]bool{}, trace.Value(0)
	for _, change := range b.does.Changes {
		for _, a := range change.Assigned {
			for _, n := range append(a.Value.Params, a.Param) {
				told[n] = true
			}
		}
	}
	for _, n := range slices.Concat(b.does.Limits, b.does.Skips) {
		told[n] = true
	}
	add := func(n int, way trace.Way, column statement.Column) {
		if told[n] = true; row == 0 {
			row = b.add(trace.Row, About{Step: b.step})
		}
		a := About{Step: b.step, Program: b.program, Name: strings.ToLower(column.Name), Table: strings.ToLower(column.Table)}
		of := trace.Value(0)
		if column.Table != "" {
			of = b.column(column.Table, column.Name)
			a.Unique = b.About(of).Unique
		}
		lookup := b.add(trace.Lookup, a)
		b.Link(b.param(n), lookup, way)
		b.Link(of, lookup, trace.Compared)
		b.Link(lookup, row, trace.Matched)
	}
	for _, c := range b.does.Compared {
		column := equalTo(c)
		for _, t := range slices.Concat(c.Left, c.Right) {
			if t.Param > 0 {
				add(t.Param, wayOf(t), column)
			}
			for _, n := range t.Params {
				add(n, trace.Derived, statement.Column{})
			}
		}
	}
	for n := 1; n <= len(b.params); n++ {
		if !told[n] {
			add(n, trace.Derived, statement.Column{})
		}
	}
	return row
}

// equalTo returns the column that a comparison says to be equal to other values, but for capitals and white space; zero
// where it says something else.
func equalTo(c statement.Comparison) statement.Column {
	if c.How != statement.Equals || c.Not || len(c.Left) != 1 {
		return statement.Column{}
	}
	return c.Left[0].Column
}

// wayOf returns how a parameter goes into what a column is compared with.
func wayOf(t statement.Term) trace.Way {
	switch {
	case t.Cased:
		return trace.Cased
	case t.Elements:
		return trace.Element
	case t.Typed:
		return trace.Typed
	}
	return trace.Named
}

// ReadColumn is a column that a value is made of.
type ReadColumn struct {
	statement.Column // in small letters
	Reader           *ir.Node
}

// ReadColumns returns the columns of which an expression is made in its execution, each once.
func (g *Graph) ReadColumns(e *expr.Expr) []ReadColumn {
	walk := g.InExecution()
	walk.Through |= trace.Read
	walk.Stop = func(v trace.Value) bool { return g.Kind(v) == trace.Column }
	var list []ReadColumn
	for at := range g.Back(walk, g.Expr(e)) {
		if a := g.About(at.Value); g.Kind(at.Value) == trace.Column {
			list = append(list, ReadColumn{statement.Column{Table: a.Table, Name: a.Name}, g.About(at.Before.Value).Step.Node})
		}
	}
	return list
}
