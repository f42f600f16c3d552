package emit

import (
	"go/ast"
	"go/parser"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
)

// attempts are the calls of a condition whose failure says no more than that it does not hold.
type attempts struct{ calls []attempt }

// attempt is a call that may fail, and the variable for what it yields.
type attempt struct {
	name string
	call jen.Code
}

// condition is a condition in Go.
type condition struct {
	*jen.Statement
	long bool // there is a function in it
}

// isBinary reports whether Go code needs parentheses behind a "!".
func isBinary(code *jen.Statement) bool {
	written, err := parser.ParseExpr(code.GoString())
	_, binary := written.(*ast.BinaryExpr)
	return err != nil || binary
}

// Lacks implements templates.Step.
func (s *step) Lacks(field string) *jen.Statement {
	e := s.ir.Value[field].Expr
	cond := s.allows(e)
	switch {
	case cond.long:
		name := s.Temp("allowed")
		s.Add(jen.Id(name).Op(":=").Add(cond.Statement))
		return jen.Op("!").Id(name)
	case !isBinary(cond.Statement):
		return jen.Op("!").Add(cond.Statement)
	case e.Name == "==" || e.Name == "!=":
		return s.allows(e.Negated()).Statement
	}
	return jen.Op("!").Parens(cond.Statement)
}

// allows writes a condition, or a part of it. A part that is unknown does not hold, negated or not.
func (s *step) allows(e *expr.Expr) condition {
	if e.Op == expr.OpNot {
		e = e.Args[0].Negated()
	}
	if operator := e.Operator(); operator != "" {
		left, right := s.allows(e.Args[0]), s.allows(e.Args[1])
		both := operand(e, e.Args[0], left.Statement).Op(operator).Add(operand(e, e.Args[1], right.Statement))
		return condition{Statement: both, long: left.long || right.long}
	}
	var cond *jen.Statement
	around := s.attempts
	s.attempts = &attempts{}
	body := s.Block(func() { cond = expr.GoKnown(e, generator{s}) })
	calls := s.attempts.calls
	s.attempts = around
	if len(body) == 0 {
		return condition{Statement: cond}
	}
	if len(calls) == 1 && len(body) == 2 { // which may be the condition as a whole
		switch cond.GoString() {
		case calls[0].name:
			return condition{Statement: jen.Qual(rt+"/fn", "Holds").Call(calls[0].call)}
		case "!" + calls[0].name:
			return condition{Statement: jen.Qual(rt+"/fn", "Fails").Call(calls[0].call)}
		}
	}
	part := jen.Func().Params().Params(jen.Bool(), jen.Error()).Block(append(body, jen.Return(cond, jen.Nil()))...)
	return condition{Statement: jen.Qual(rt+"/fn", "Holds").Call(part.Call()), long: true}
}

// operand is an operand of e, in parentheses where it would bind less.
func operand(e, arg *expr.Expr, written *jen.Statement) *jen.Statement {
	if e.Name == "&&" && arg.Op == expr.OpBinary && arg.Name == "||" {
		return jen.Parens(written)
	}
	return written
}
