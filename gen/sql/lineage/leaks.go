package lineage

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// lookAt follows expressions that only select or order rows, and adds their leaks.
func (r *resolver) lookAt(list []*tree.Expr, s *scope) {
	r.apart(func(aside *resolver) {
		for _, e := range list {
			aside.value(e, s)
		}
	})
}

// ask adds the leaks of a condition. One that is no comparison leaks what it is made of: starts_with(a, $1).
func (r *resolver) ask(condition *tree.Expr, s *scope) {
	if condition == nil {
		return
	}
	r.lookAt([]*tree.Expr{condition}, s)
	if condition.Op == tree.Opaque {
		r.unread(condition, s)
		return
	}
	r.leakValue(condition)
}

// unread adds the leak of a condition that is not understood: of every column that it names.
func (r *resolver) unread(condition *tree.Expr, s *scope) {
	t := statement.Leak{Place: statement.Place{Start: condition.Start, End: condition.End}}
	r.lookAt(condition.Args, s)
	for _, e := range condition.Args {
		if e.Got.Unproved == "" {
			t.Of, t.By = t.Of.Carrying(e.Got), statement.Union(t.By, e.Got.Params, cmp.Compare)
		}
	}
	r.leak(t)
}

// leakValue adds the leak of a condition that is a value itself.
func (r *resolver) leakValue(e *tree.Expr) {
	switch e.Op {
	case tree.And, tree.Or, tree.Not, tree.Test, tree.List, tree.Asked, tree.IsNull, tree.NotNull, tree.Exists,
		tree.Column, tree.Parameter:
		return // noted where they are followed
	}
	if !e.Whole() {
		r.leak(statement.Leak{Of: e.Got, By: e.Got.Params, Place: statement.Place{Start: e.Start, End: e.End}})
	}
}

// asks follows what asks whether something is null, or whether there is a row.
func (r *resolver) asks(e *tree.Expr, s *scope) {
	r.lookAt(e.Tests, s)
	if e.Op == tree.Asked && len(e.Tests) > 1 {
		r.compares(e, "", e.Tests...)
	}
	if e.Query != nil {
		r.apart(func(aside *resolver) { aside.query(e.Query, s) })
	}
}

// compared adds the leaks of a condition whose operands were followed.
func (r *resolver) compared(e *tree.Expr, s *scope) {
	r.lookAt(e.Beside, s)
	switch e.Op {
	case tree.Test, tree.List:
		operands := append(slices.Clone(e.Tests), e.Beside...)
		if e.Query != nil {
			operands = append(operands, &tree.Expr{Op: tree.Scalar, Query: e.Query, Got: e.Query.Gives()})
		}
		r.compares(e, e.Operator(), operands...)
	default:
		for _, operand := range e.Tests {
			r.leakValue(operand)
		}
	}
}

// chooses follows the conditions of a CASE.
func (r *resolver) chooses(e *tree.Expr, s *scope) {
	r.lookAt(e.Tests, s)
	if len(e.Tests) == len(e.Args)-1 {
		for _, condition := range e.Tests {
			r.leakValue(condition)
		}
		return
	}
	for _, when := range e.Tests[min(1, len(e.Tests)):] { // CASE x WHEN …
		r.compares(e, "=", e.Tests[0], when)
	}
}

// besides follows the clauses of a call beside its arguments, and adds the leaks of functions that compare.
func (r *resolver) besides(e *tree.Expr, s *scope) {
	r.lookAt(e.Beside, s)
	for _, condition := range e.Beside {
		r.leakValue(condition)
	}
	if e.Op == tree.Call {
		r.ranks(e.Beside)
	}
	switch name := strings.ToLower(tree.Last(e.Path)); {
	case name == "nullif" && len(e.Args) == 2:
		r.compares(e, "=", e.Args...)
	case name == "min" || name == "max" || name == "greatest" || name == "least":
		r.compares(e, "<", e.Args...)
	case e.Distinct: // count(DISTINCT a)
		r.compares(e, "=", e.Args...)
	case ranks[name] && len(e.Args) > 1: // rank($1) WITHIN GROUP (ORDER BY a)
		r.compares(e, "<", e.Args...)
	}
}

var ranks = tree.Set("rank dense_rank percent_rank cume_dist")

// counted adds the leak of a function whose arguments set the number of its rows.
func (r *resolver) counted(e *tree.Expr, s *scope) {
	if strings.EqualFold(tree.Last(e.Path), "generate_series") {
		r.count(e.Args, s)
	}
}

// bounded follows in which order rows come, and how many of them. An ORDER BY may name columns of the result, which are
// followed already.
func (r *resolver) bounded(q *tree.Query, all result, s *scope) {
	if inside := r.scopes[q.Cores[0]]; inside != nil {
		r.lookAt(q.Order, inside)
		for _, e := range q.Order {
			if v, named := all.ordered(e); named {
				e.Got = v
			}
		}
		r.ranks(q.Order)
	}
	r.count(q.Bounds, s)
}

// ordered is the column of a result that an ORDER BY names, or says the number of.
func (all result) ordered(e *tree.Expr) (statement.Value, bool) {
	for i, o := range all.columns {
		if e.Op == tree.Column && len(e.Path) == 1 && strings.EqualFold(e.Path[0], o.name) || e.Op == tree.Literal && e.Text == strconv.Itoa(i+1) {
			return o.Value, true
		}
	}
	return statement.Value{}, false
}

// count follows expressions that say how many rows there are.
func (r *resolver) count(list []*tree.Expr, s *scope) {
	r.lookAt(list, s)
	for _, e := range list {
		of := statement.Value{Columns: e.Got.Columns, Unproved: e.Got.Unproved}
		r.leak(statement.Leak{Of: of, Whole: true, Place: statement.Place{Start: e.Start, End: e.End}})
	}
}

// apart runs do on a copy of the resolver, and keeps only its leaks and effects.
func (r *resolver) apart(do func(*resolver)) {
	aside := *r
	aside.looks = true
	do(&aside)
	r.steps, r.leaks, r.acts, r.moves, r.tables = aside.steps, aside.leaks, aside.acts, aside.moves, aside.tables
}

// compares adds the leaks of a comparison: of each operand if the operator orders them or matches a pattern, and else
// of those only that are a part of a value.
func (r *resolver) compares(at *tree.Expr, operator string, operands ...*tree.Expr) {
	orders := !slices.Contains([]string{"", "=", "==", "<>", "!="}, operator)
	t := statement.Leak{Place: statement.Place{Start: at.Start, End: at.End}}
	alike := statement.Leak{Place: t.Place, Alike: true}
	for _, e := range operands {
		t.By = statement.Union(t.By, e.Got.Params, cmp.Compare)
		switch {
		case orders || !e.Whole():
			t.Of = t.Of.Carrying(e.Got)
		default:
			alike.Of = alike.Of.Carrying(statement.Value{Columns: e.Got.Columns, Unproved: e.Got.Unproved})
		}
		t.Whole = t.Whole || e.Listed()
	}
	alike.By, alike.With, alike.Whole = t.By, r.sides(operands), t.Whole
	switch {
	case orders:
		t.With = alike.With
	case alike.Of.Unproved == "": // a part by a whole: anything may stand there
		t.With = slices.DeleteFunc(slices.Clone(alike.Of.Columns), r.schema.isNumber)
	}
	r.leak(t)
	r.leak(alike)
}

// sides are the columns of text that operands of a comparison are made of, where two of them at least are made of
// columns.
func (r *resolver) sides(operands []*tree.Expr) []statement.Column {
	var v statement.Value
	n := 0
	for _, e := range operands {
		if len(e.Got.Columns) > 0 && e.Got.Unproved == "" {
			v, n = v.Carrying(e.Got), n+1
		}
	}
	if n < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Columns), r.schema.isNumber)
}

// isNumber reports whether a column is declared to hold numbers: a comparison with it leaks next to nothing of a text.
func (s *Schema) isNumber(c statement.Column) bool {
	d := s.Table(c.Table).Column(c.Name)
	if d == nil {
		return false
	}
	typ := strings.ToUpper(d.Type)
	return slices.ContainsFunc([]string{"INT", "SERIAL", "NUMERIC", "REAL", "DOUBLE", "FLOAT", "BOOL"}, func(name string) bool { return strings.Contains(typ, name) })
}

// ranks adds the leaks of an order or a grouping of values among which are some of the request.
func (r *resolver) ranks(list []*tree.Expr) {
	for _, e := range list {
		r.leak(statement.Leak{Of: e.Got, By: e.Got.Params, Place: statement.Place{Start: e.Start, End: e.End}})
	}
}

// equated adds the leaks of values that are compared by `=` and are parts of others.
func (r *resolver) equated(at statement.Place, values ...statement.Value) {
	t := statement.Leak{Place: at}
	alike := statement.Leak{Place: at, Alike: true}
	for _, v := range values {
		t.By = statement.Union(t.By, v.Params, cmp.Compare)
		if v.Part {
			t.Of = t.Of.Carrying(v)
		} else {
			alike.Of = alike.Of.Carrying(statement.Value{Columns: v.Columns, Unproved: v.Unproved})
		}
	}
	alike.By = t.By
	r.leak(t)
	r.leak(alike)
}

func (r *resolver) leak(t statement.Leak) {
	if t.Of.Unproved != "" && r.inside != nil {
		t.Of = statement.Value{Columns: r.inside.Columns, Params: t.Of.Params}
	}
	if t.Of.Unproved != "" || len(t.Of.Columns)+len(t.Of.Params) == 0 || len(t.By)+len(t.With) == 0 && !t.Whole {
		return
	}
	if r.aside > 0 { // the text of a view has no place in the statement
		if len(t.With) == 0 {
			return
		}
		t.Place = statement.Place{}
	}
	same := func(known statement.Leak) bool {
		return known.Place == t.Place && known.Alike == t.Alike && known.Of.Equal(t.Of)
	}
	switch i := slices.IndexFunc(r.leaks, same); {
	case i < 0:
		r.leaks = append(r.leaks, t)
	default:
		r.leaks[i].By, r.leaks[i].Whole = statement.Union(r.leaks[i].By, t.By, cmp.Compare), r.leaks[i].Whole || t.Whole
		r.leaks[i].With = statement.Union(r.leaks[i].With, t.With, statement.CompareColumns)
	}
}
