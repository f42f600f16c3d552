package lineage

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// kind is that of an expression that was followed.
func (r *resolver) kind(e *tree.Expr) string {
	switch e.Op {
	case tree.Literal:
		return r.literalKind(e)
	case tree.Parameter, tree.Null:
		if r.schema.OfSQLite() {
			return ""
		}
		return tree.Untyped
	case tree.Test, tree.And, tree.Or, tree.Not, tree.List, tree.Asked, tree.IsNull, tree.NotNull, tree.Exists:
		if r.schema.OfSQLite() {
			return "int"
		}
		return "bool"
	case tree.Choice:
		return commonKind(e.Args)
	case tree.Strict, tree.Loose:
		return r.operated(e)
	}
	return e.Got.Kind
}

// literalKind is that of a value as written.
func (r *resolver) literalKind(e *tree.Expr) string {
	word := strings.ToLower(e.Text)
	switch {
	case tree.IsNumber(e.Text) && strings.ContainsAny(word, ".e") && !strings.HasPrefix(word, "0x"):
		return "numeric"
	case tree.IsNumber(e.Text):
		return "int"
	case strings.HasPrefix(word, "x'"):
		return "bytea"
	case word == "true", word == "false":
		return r.schema.Kind("bool")
	case tree.WrittenTimes[word] != "":
		return r.schema.Kind(tree.WrittenTimes[word])
	case ddl.IsType(word): // DATE '2026-01-31'
		return r.schema.Kind(word)
	case r.schema.OfSQLite():
		return "text"
	}
	return tree.Untyped
}

// operated is the kind of what an operator makes.
func (r *resolver) operated(e *tree.Expr) string {
	if e.As != "" {
		return r.schema.Kind(e.As)
	}
	if len(e.Args) != 2 {
		return r.moved(e)
	}
	left, right := e.Args[0].Got.Kind, e.Args[1].Got.Kind
	number := func(kind string) bool { return tree.IsKind(kind, "number") && kind != "" }
	switch {
	case e.Text == "->>", e.Text == "#>>":
		return "text"
	case e.Text == "||" && (left == "text" || right == "text"):
		return "text"
	case left == right || right == tree.Untyped:
		if e.Text == "-" && (left == "date" || left == "timestamp" || left == "timestamptz") {
			return ""
		}
		return left
	case left == tree.Untyped:
		return right
	case number(left) && number(right):
		return "number"
	case (e.Text == "+" || e.Text == "-") && right == "interval" && left != "date", (e.Text == "+" || e.Text == "-") && left == "date" && right == "int":
		return left
	case (e.Text == "+" || e.Text == "-") && left == "date" && right == "interval":
		return "timestamp"
	}
	return ""
}

// moved is the kind of what a sign, a collation, or AT TIME ZONE gives.
func (r *resolver) moved(e *tree.Expr) string {
	kind := ""
	if len(e.Args) == 1 {
		kind = e.Args[0].Got.Kind
	}
	switch {
	case e.Text != "AT TIME ZONE":
		return kind
	case kind == "timestamptz":
		return "timestamp"
	case kind == "timestamp":
		return "timestamptz"
	}
	return ""
}

// commonKind is the kind of one of several expressions.
func commonKind(list []*tree.Expr) string {
	kind := tree.Untyped
	for _, e := range list {
		switch got := e.Got.Kind; {
		case e.Op == tree.Null, got == tree.Untyped:
		case kind == tree.Untyped:
			kind = got
		case kind != got:
			return ""
		}
	}
	if kind == tree.Untyped {
		return "text"
	}
	return kind
}

// functions are those of the engine that runs the statement.
func (r *resolver) functions() tree.Functions {
	if r.schema.RunsOnPostgres() {
		return tree.PostgresFunctions()
	}
	return tree.SQLiteFunctions()
}
