package emit

import (
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

// Lacks implements templates.Step.
func (s *step) Lacks(field string) *jen.Statement {
	e := s.ir.Value[field].Expr
	cond, long := s.allows(e)
	switch {
	case long:
		name := s.Temp("allowed")
		s.Add(jen.Id(name).Op(":=").Add(cond))
		return jen.Op("!").Id(name)
	case e.Op == expr.OpBinary:
		return jen.Op("!").Parens(cond)
	}
	return jen.Op("!").Add(cond)
}

// allows writes a condition, or a part of it; long reports whether there is a function in it.
func (s *step) allows(e *expr.Expr) (cond *jen.Statement, long bool) {
	if e.Op == expr.OpBinary && (e.Name == "&&" || e.Name == "||") {
		left, leftLong := s.allows(e.Args[0])
		right, rightLong := s.allows(e.Args[1])
		return operand(e, e.Args[0], left).Op(e.Name).Add(operand(e, e.Args[1], right)), leftLong || rightLong
	}
	around := s.attempts
	s.attempts = &attempts{}
	body := s.Block(func() { cond = s.expression(e) })
	calls := s.attempts.calls
	s.attempts = around
	switch {
	case len(body) == 0:
		return cond, false
	case len(calls) == 1 && len(body) == 2 && cond.GoString() == calls[0].name: // which it is as a whole
		return jen.Qual(rt, "Holds").Call(calls[0].call), false
	}
	part := jen.Func().Params().Params(jen.Bool(), jen.Error()).Block(append(body, jen.Return(cond, jen.Nil()))...)
	return jen.Qual(rt, "Holds").Call(part.Call()), true
}

// operand is an operand of e, in parentheses where it would bind less.
func operand(e, arg *expr.Expr, written *jen.Statement) *jen.Statement {
	if e.Name == "&&" && arg.Op == expr.OpBinary && arg.Name == "||" {
		return jen.Parens(written)
	}
	return written
}
