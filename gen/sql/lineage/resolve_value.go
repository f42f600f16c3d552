package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// value is what flows into an expression inside a scope. It is noted there for nulls.go.
func (r *resolver) value(e *tree.Expr, s *scope) statement.Value {
	e.Got = r.flows(e, s)
	e.Got.Kind = r.kind(e)
	e.Got.Part = e.Got.Part || len(e.Got.Columns)+len(e.Got.Params) > 0 && !e.Whole()
	e.Got.Counts = e.Counts()
	e.Got.Bare, e.Got.Is = e.Bare(), e.Plain()
	return e.Got
}

func (r *resolver) flows(e *tree.Expr, s *scope) statement.Value {
	if r.tired() {
		return statement.Unfollowed("the statement is too large")
	}
	switch e.Op {
	case tree.Literal:
		return statement.Value{}
	case tree.Asked, tree.IsNull, tree.NotNull, tree.Exists:
		r.asks(e, s)
		return statement.Value{}
	case tree.Null, tree.Given:
		return statement.Value{Null: true}
	case tree.Column:
		return r.column(e, s)
	case tree.Parameter:
		return statement.Value{Params: []int{e.Param}, NullWith: [][]int{{e.Param}}}
	case tree.Star:
		return s.whole(e.Path)
	case tree.Strict, tree.Row, tree.Sure, tree.Loose:
		return r.made(e, s)
	case tree.Choice:
		return r.chosen(e, s)
	case tree.Field:
		return r.field(e, s)
	case tree.Test, tree.And, tree.Or, tree.Not, tree.List:
		return r.tested(e, s)
	case tree.Call:
		return r.call(e, s)
	case tree.Scalar:
		return r.scalar(e.Query, s)
	}
	return statement.Unfollowed(fmt.Sprintf("%q is not understood there", e.Text))
}

// column is a column, or one of the words that stand for a value without parentheses.
func (r *resolver) column(e *tree.Expr, s *scope) statement.Value {
	v := s.column(e.Path)
	if v.Unproved != "" && len(e.Path) == 1 && words[strings.ToLower(e.Path[0])] {
		return statement.Value{}
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
func (s *scope) whole(path []string) statement.Value {
	var v statement.Value
	for at := s; at != nil && len(path) > 0; at = at.outer {
		if t := at.relation(tree.Last(path)); t != nil {
			return v.With(t.whole())
		}
	}
	return v
}

// all is what flows into a list of expressions, null where one of them is.
func (r *resolver) all(list []*tree.Expr, s *scope) statement.Value {
	var v statement.Value
	for _, e := range list {
		v = v.With(r.value(e, s))
	}
	return v
}

// made is an expression made of its operands.
func (r *resolver) made(e *tree.Expr, s *scope) statement.Value {
	v := r.all(e.Args, s)
	v.Local = v.Local || e.Text == "AT TIME ZONE"
	switch {
	case e.Op == tree.Row, e.Op == tree.Sure:
		return v.Never()
	case e.Op == tree.Loose && !e.Divides() && !r.computes(e), e.As != "" && len(e.Args) == 1 && e.Args[0].Got.Kind == "jsonb" && scalars[r.schema.Kind(e.As)]:
		return v.Nullable()
	}
	return v
}

// scalars are the kinds that PostgreSQL makes null of JSON's null.
var scalars = tree.Set("bool int float numeric")

// computes reports whether an operator of PostgreSQL's gives null for null only: where it can't, it fails.
func (r *resolver) computes(e *tree.Expr) bool {
	return r.schema.RunsOnPostgres() && len(e.Args) == 2 && slices.Contains([]string{"/", "%", "^", "#-", "<->", "<=>", "<#>"}, e.Text)
}

// field is (row).field, as PostgreSQL writes it. Of a value that is not the row of a table all flows into it.
func (r *resolver) field(e *tree.Expr, s *scope) statement.Value {
	row := e.Args[0]
	if row.Op == tree.Column && len(row.Path) == 1 {
		for at := s; at != nil; at = at.outer {
			if _, shadowed := at.shared(row.Path[0]); shadowed {
				break
			}
			if _, found := at.here(e.Path); found {
				return at.column(e.Path)
			}
		}
	}
	return r.value(row, s).Nullable()
}

// chosen is one of the values of a CASE. Behind WHEN it is known what that says of columns, and
// further on what it says of them that it was not true.
func (r *resolver) chosen(e *tree.Expr, s *scope) statement.Value {
	r.chooses(e, s)
	if len(e.Tests) != len(e.Args)-1 {
		return r.all(e.Args, s) // CASE x WHEN …
	}
	var v statement.Value
	var before []fact
	for i, arg := range e.Args {
		known := before
		if i < len(e.Tests) {
			known = append(s.facts(e.Tests[i]), before...)
			before = append(s.denied(e.Tests[i]), before...)
		}
		s.knowing(known, func() { v = v.With(r.value(arg, s)) })
	}
	return v
}

// operands returns what a condition reads. The second operand of AND decides where the first is true, that of OR where
// it is false: the facts about columns that follow hold in the second. Where the first is null, the condition may be
// null.
func (r *resolver) operands(e *tree.Expr, s *scope) statement.Value {
	if e.Op != tree.And && e.Op != tree.Or {
		v := r.all(e.Tests, s)
		for _, row := range e.Rows() {
			for _, arg := range row.Args {
				v = v.With(arg.Got)
			}
		}
		v.Null = v.Null || e.Text == "@@" && !matches(e.Tests[0].Got.Kind, e.Tests[1].Got.Kind)
		return v
	}
	v := r.value(e.Tests[0], s)
	known := s.facts(e.Tests[0])
	if e.Op == tree.Or {
		known = s.refuted(e.Tests[0])
	}
	s.knowing(known, func() { v = v.With(r.value(e.Tests[1], s)) })
	return v
}

// matches reports whether @@ looks for words in a text, and not, as it may, for what a path of JSON says, which may be
// neither true nor false.
func matches(left, right string) bool {
	return left == "tsvector" || left == "tsquery" || left == "text" || right == "tsvector" || right == "tsquery"
}

// tested is a condition: nothing of its operands flows into it.
func (r *resolver) tested(e *tree.Expr, s *scope) statement.Value {
	v := r.operands(e, s)
	if e.Query != nil {
		found := r.query(e.Query, s)
		v.Null = v.Null || found.partial
		for _, o := range found.columns {
			v = v.With(o.Value)
		}
	}
	r.compared(e, s)
	return v.Looked()
}

// scalar is a sub-select that stands for one value: null where it gives no row.
func (r *resolver) scalar(q *tree.Query, s *scope) statement.Value {
	found := r.query(q, s)
	var v statement.Value
	for _, o := range found.columns {
		v = v.With(o.Value)
	}
	switch {
	case found.partial:
		return statement.Unfollowed("the columns of a sub-select are not all declared")
	case len(found.columns) != 1:
		return v.Nullable()
	}
	v.Kind = found.columns[0].Kind
	v.Null = v.Null || !found.sure
	return v
}
