package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// Add implements templates.Step and expr.Gen.
func (s *step) Add(c ...jen.Code) { s.fn.body = append(s.fn.body, c...) }

// Let implements templates.Step.
func (s *step) Let(result *jen.Statement, value jen.Code) {
	if s.nameOf(result) == "_" {
		s.Add(jen.Id("_").Op("=").Add(value))
		return
	}
	s.Add(result.Clone().Op(s.assignment(result)).Add(value))
}

// Call implements templates.Step.
func (s *step) Call(call jen.Code, vars ...*jen.Statement) {
	s.CallElse(call, []jen.Code{s.Fail(jen.Err())}, vars...)
}

// CallElse implements templates.Step.
func (s *step) CallElse(call jen.Code, otherwise []jen.Code, vars ...*jen.Statement) {
	assign := jen.List(results(vars)...).Op(s.assignment(vars...)).Add(call)
	if s.allBlank(vars) {
		s.Add(jen.If(assign, failed()).Block(otherwise...))
		return
	}
	s.Add(assign)
	s.Add(jen.If(failed()).Block(otherwise...))
}

// CallOr implements templates.Step.
func (s *step) CallOr(call, is jen.Code, then []jen.Code, vars ...*jen.Statement) {
	assign := jen.List(results(vars)...).Op(s.assignment(vars...)).Add(call)
	if s.allBlank(vars) {
		s.Add(jen.If(assign, is).Block(then...).Else().If(failed()).Block(s.Fail(jen.Err())))
		return
	}
	s.Add(assign)
	s.Add(jen.If(is).Block(then...))
	s.Add(jen.If(failed()).Block(s.Fail(jen.Err())))
}

// assignment is := where it declares a variable, else =.
func (s *step) assignment(vars ...*jen.Statement) string {
	for _, v := range vars {
		if name := s.nameOf(v); name != "_" && !s.fn.declared[name] {
			return ":="
		}
	}
	if s.allBlank(vars) {
		return ":="
	}
	return "="
}

func failed() *jen.Statement { return jen.Err().Op("!=").Nil() }

// Fail implements expr.Gen.
func (s *step) Fail(err jen.Code) jen.Code { return s.fn.returns(err) }

func results(vars []*jen.Statement) []jen.Code {
	var list []jen.Code
	for _, v := range vars {
		list = append(list, v)
	}
	return append(list, jen.Err())
}

func (s *step) allBlank(vars []*jen.Statement) bool {
	return !slices.ContainsFunc(vars, func(v *jen.Statement) bool { return s.nameOf(v) != "_" })
}
