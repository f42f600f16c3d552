package statement

import (
	"fmt"
	"slices"
	"strings"
)

// value is what flows into an expression inside a scope. It is noted there for nulls.go.
func (r *resolver) value(e *expr, s *scope) Value {
	e.got = r.flows(e, s)
	e.got.kind = r.kind(e)
	e.got.Part = e.got.Part || len(e.got.Columns)+len(e.got.Params) > 0 && !e.whole()
	e.got.Counts = e.counts()
	e.got.bare, e.got.is = e.bare(), e.plain()
	return e.got
}

// bare is the parameter that an expression is which was followed, but for its type, for capitals and for white space
// around it.
func (e *expr) bare() int {
	switch {
	case e.op == parameter:
		return e.param
	case e.op == column:
		return e.got.bare
	case e.op == strict && len(e.args) == 1, e.calls(casing) && len(e.args) == 1:
		return e.args[0].got.bare
	}
	return 0
}

// casing are functions whose result says as much as the text that they are given.
var casing = set("lower upper trim btrim")

func (r *resolver) flows(e *expr, s *scope) Value {
	if r.tired() {
		return unproved("the statement is too large")
	}
	switch e.op {
	case literal:
		return Value{}
	case asked, isNull, notNull, exists:
		r.asks(e, s)
		return Value{}
	case null, given:
		return Value{Null: true}
	case column:
		return r.column(e, s)
	case parameter:
		return Value{Params: []int{e.param}, NullWith: [][]int{{e.param}}}
	case star:
		return s.whole(e.path)
	case strict, row, sure, loose:
		return r.made(e, s)
	case choice:
		return r.chosen(e, s)
	case field:
		return r.field(e, s)
	case test, and, or, not, list:
		return r.tested(e, s)
	case call:
		return r.call(e, s)
	case scalar:
		return r.scalar(e.query, s)
	}
	return unproved(fmt.Sprintf("%q is not understood there", e.text))
}

// column is a column, or one of the words that stand for a value without parentheses.
func (r *resolver) column(e *expr, s *scope) Value {
	v := s.column(e.path)
	if v.Unproved != "" && len(e.path) == 1 && words[strings.ToLower(e.path[0])] {
		return Value{}
	}
	if v.Unproved != "" {
		r.estrange(e, s)
	}
	return v
}

// words are values that are written like a column.
var words = map[string]bool{
	"user": true, "current_user": true, "session_user": true, "current_role": true, "current_catalog": true, "current_schema": true,
}

// whole is `t.*`, or the `*` of count(*), as a value.
func (s *scope) whole(path []string) Value {
	var v Value
	for at := s; at != nil && len(path) > 0; at = at.outer {
		if t := at.relation(last(path)); t != nil {
			return v.with(t.whole())
		}
	}
	return v
}

// all is what flows into a list of expressions, null where one of them is.
func (r *resolver) all(list []*expr, s *scope) Value {
	var v Value
	for _, e := range list {
		v = v.with(r.value(e, s))
	}
	return v
}

// made is an expression made of its operands.
func (r *resolver) made(e *expr, s *scope) Value {
	v := r.all(e.args, s)
	v.Local = v.Local || e.text == "AT TIME ZONE"
	switch {
	case e.op == row, e.op == sure:
		return v.never()
	case e.op == loose && !e.divides() && !r.computes(e), e.as != "" && len(e.args) == 1 && e.args[0].got.kind == "jsonb" && scalars[r.schema.kind(e.as)]:
		return v.nullable()
	}
	return v
}

// scalars are the kinds that PostgreSQL makes null of JSON's null.
var scalars = set("bool int float numeric")

// computes reports whether an operator of PostgreSQL's gives null for null only: where it can't, it fails.
func (r *resolver) computes(e *expr) bool {
	return r.schema.runsOnPostgres() && len(e.args) == 2 && slices.Contains([]string{"/", "%", "^", "#-", "<->", "<=>", "<#>"}, e.text)
}

// field is (row).field, as PostgreSQL writes it. Of a value that is not the row of a table all flows into it.
func (r *resolver) field(e *expr, s *scope) Value {
	row := e.args[0]
	if row.op == column && len(row.path) == 1 {
		for at := s; at != nil; at = at.outer {
			if _, shadowed := at.shared(row.path[0]); shadowed {
				break
			}
			if _, found := at.here(e.path); found {
				return at.column(e.path)
			}
		}
	}
	return r.value(row, s).nullable()
}

// chosen is one of the values of a CASE. Behind WHEN it is known what that says of columns, and
// further on what it says of them that it was not true.
func (r *resolver) chosen(e *expr, s *scope) Value {
	r.chooses(e, s)
	if len(e.tests) != len(e.args)-1 {
		return r.all(e.args, s) // CASE x WHEN …
	}
	var v Value
	var before []fact
	for i, arg := range e.args {
		known := before
		if i < len(e.tests) {
			known = append(s.facts(e.tests[i]), before...)
			before = append(s.denied(e.tests[i]), before...)
		}
		s.knowing(known, func() { v = v.with(r.value(arg, s)) })
	}
	return v
}

// isNumber reports whether a literal is one.
func isNumber(literal string) bool { return literal != "" && '0' <= literal[0] && literal[0] <= '9' }

// divides reports whether an expression is a division by a number other than 0.
func (e *expr) divides() bool {
	return (e.text == "/" || e.text == "%") && e.args[1].op == literal && isNumber(e.args[1].text) && strings.Trim(e.args[1].text, "0.") != ""
}

// operands are what a condition looks at. The second one of AND decides where the first is true, that of OR where it is
// false: what this says of columns is known there. Where the first is null, so is the condition, as far as can be told.
func (r *resolver) operands(e *expr, s *scope) Value {
	if e.op != and && e.op != or {
		v := r.all(e.tests, s)
		for _, row := range e.rows() {
			for _, arg := range row.args {
				v = v.with(arg.got)
			}
		}
		v.Null = v.Null || e.text == "@@" && !matches(e.tests[0].got.kind, e.tests[1].got.kind)
		return v
	}
	v := r.value(e.tests[0], s)
	known := s.facts(e.tests[0])
	if e.op == or {
		known = s.refuted(e.tests[0])
	}
	s.knowing(known, func() { v = v.with(r.value(e.tests[1], s)) })
	return v
}

// rows are the operands of a condition that are rows: where a member is null, it may be.
func (e *expr) rows() []*expr {
	return slices.DeleteFunc(slices.Clone(e.tests), func(operand *expr) bool { return operand.op != row })
}

// matches reports whether @@ looks for words in a text, and not, as it may, for what a path of JSON says, which may be
// neither true nor false.
func matches(left, right string) bool {
	return left == "tsvector" || left == "tsquery" || left == "text" || right == "tsvector" || right == "tsquery"
}

// tested is a condition: nothing of its operands flows into it.
func (r *resolver) tested(e *expr, s *scope) Value {
	v := r.operands(e, s)
	if e.query != nil {
		found := r.query(e.query, s)
		v.Null = v.Null || found.partial
		for _, o := range found.columns {
			v = v.with(o.Value)
		}
	}
	r.compared(e, s)
	return v.looked()
}

// scalar is a sub-select that stands for one value: null where it gives no row.
func (r *resolver) scalar(q *query, s *scope) Value {
	found := r.query(q, s)
	var v Value
	for _, o := range found.columns {
		v = v.with(o.Value)
	}
	switch {
	case found.partial:
		return unproved("the columns of a sub-select are not all declared")
	case len(found.columns) != 1:
		return v.nullable()
	}
	v.kind = found.columns[0].kind
	v.Null = v.Null || !found.sure
	return v
}
