package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// results makes fn part of a region's function: it returns what the region yields.
func (fn *function) results(r *ir.Region) {
	fn.region = r
	if r == nil {
		if fn.top() != nil {
			fn.yields = []value{{kind: returned, node: fn.flow.ir.Entry}}
		}
		return
	}
	fn.yields = fn.flow.yields(r)
	for _, v := range fn.yields {
		name := fn.variable(v)
		fn.named = append(fn.named, name)
		fn.declared[name] = true
	}
	fn.declared["err"] = len(fn.yields) > 0
}

// signature is the list of fn's results. What it was given and only hands on needs no second name.
func (fn *function) signature() jen.Code {
	if t := fn.top(); t != nil {
		return jen.Params(jen.Id(t.Go), jen.Error())
	}
	switch {
	case fn.takesBack && len(fn.yields) == 0:
		return jen.Params(jen.Err().Error())
	case len(fn.yields) == 0:
		return jen.Error()
	}
	var results []jen.Code
	for i, v := range fn.yields {
		name := fn.named[i]
		if fn.here[name] {
			name = "_"
		}
		results = append(results, jen.Id(name).Add(fn.w.typeOf(fn.flow, v)))
	}
	return jen.Params(append(results, jen.Err().Error())...)
}

// returns leaves fn with an error, and with what its region yields so far.
func (fn *function) returns(err jen.Code) jen.Code {
	var values []jen.Code
	if t := fn.top(); t != nil {
		return jen.Return(jen.Id(t.Go).Values(), err)
	}
	for _, name := range fn.yielded() {
		values = append(values, jen.Id(name))
	}
	return jen.Return(append(values, err)...)
}

// yielded are the variables that hold what fn returns beside its error.
func (fn *function) yielded() []string { return fn.names(fn.yields) }

// names are the variables that hold values.
func (fn *function) names(vs []value) []string {
	var names []string
	for _, v := range vs {
		names = append(names, fn.variable(v))
	}
	return names
}

// Protected implements templates.Step: it writes the region as a method of its own.
func (s *step) Protected() (call *jen.Statement, vars []*jen.Statement) {
	if s.trial {
		return jen.Null(), nil
	}
	fl, r := s.fn.flow, s.ir.Protects
	try := s.ir.Outs[0]
	name := s.fn.w.tries[s.ir]
	s.fn.w.region(fl, r, try.Next, name)
	args := []jen.Code{jen.Id("x")}
	for _, v := range fl.params(try.Next) {
		args = append(args, s.fn.argument(try, v))
	}
	for _, v := range fl.yields(r) {
		vars = append(vars, jen.Id(s.fn.variable(v)))
	}
	return jen.Id("f").Dot(name).Call(args...), vars
}

// region writes the function of a region, whose first step is s.
func (w *workflow) region(fl *flow, r *ir.Region, s *ir.Step, name string) {
	at := w.reserve()
	fn := w.function(fl, name)
	params := []jen.Code{execParam()}
	for _, v := range fl.params(s) {
		params = append(params, fn.param(v))
	}
	fn.results(r)
	if facts.TakesBack(r) {
		fn.takesBack, fn.declared["err"] = true, true
		fn.body = append(fn.body, jen.Defer().Id("x").Dot("Savepoint").Call(jen.Op("&").Err()).Call())
	}
	if w.isMethod(s) {
		fn.leave(r.Step.Outs[0])
	} else {
		fn.path(s)
	}
	n := r.Step.Node
	does := fmt.Sprintf(n.Template.Region.Does, fmt.Sprintf("%s (%s)", n.Name.Value, n.Template.Title))
	w.funcs[at] = comment(fmt.Sprintf("%s %s.", name, does)).
		Func().Params(w.receiver()).Id(name).Params(params...).Add(fn.signature()).Block(fn.body...)
}

// Answered implements templates.Step. Where nothing follows here, the function ends anyway.
func (s *step) Answered() {
	if r := s.ir.Protects; !s.trial && r.Answers() && s.fn.contains(r.Exit) {
		s.Add(jen.If(s.fn.returned()).Block(s.fn.done(jen.Nil())))
	}
}

// InTransaction implements templates.Step.
func (s *step) InTransaction() bool { return facts.AnyInTransaction(s.ir.Node) }

// Isolation implements templates.Step.
func (s *step) Isolation() (level templates.Isolation, reruns bool) {
	return facts.IsolationOf(s.ir.Node), facts.Reruns(s.ir.Node)
}

// Stores implements templates.Step.
func (s *step) Stores() bool { return facts.Stores(s.ir.Node) }

// Uncaught implements templates.Step.
func (s *step) Uncaught() []jen.Code {
	if !facts.MayBeOver(s.ir) {
		return nil
	}
	over := jen.If(jen.Id("x").Dot("Over").Call()).Block(s.Leave(jen.Err()))
	return []jen.Code{over}
}

// Handle implements templates.Step.
func (s *step) Handle() []jen.Code {
	out := s.ir.Protects.On
	if out == nil || s.trial {
		return nil
	}
	v := value{kind: failure, node: s.ir.Node}
	return s.fn.block(func() {
		s.fn.here["err"] = true
		for _, name := range s.fn.names(s.fn.flow.yields(s.ir.Protects)) {
			s.fn.here[name] = true // the call that failed has declared it
		}
		if across(out, s.fn.flow.live[out.Next])[v] {
			s.Add(jen.Id(s.fn.variable(v)).Op(":=").Qual(rt, "FailureOf").Call(jen.Id("x"), jen.Err()), jen.Line())
		}
		s.Add(s.handler(out)...)
	})
}

// handler writes what follows a failure of the region. A call that follows the end of the region as well is left to
// what is written there.
func (s *step) handler(out *ir.Out) []jen.Code {
	exit := s.ir.Protects.Exit
	called := exit.Next != nil && s.fn.contains(exit) && !s.fn.goesOn(exit) && !s.ir.Protects.Answers()
	var tail *jen.Statement
	block := s.fn.block(func() {
		s.fn.follow(out)
		if called && !s.fn.hides(exit) {
			tail = s.fn.tail
		}
	})
	if tail != nil && tail.GoString() == s.fn.call(exit).GoString() {
		return block[:len(block)-1]
	}
	return block
}

// hides reports whether the block being written has declared a variable that the method behind out is given.
func (fn *function) hides(out *ir.Out) bool {
	return slices.ContainsFunc(fn.flow.params(out.Next), func(v value) bool {
		name, _, _ := strings.Cut(fn.variable(v.before(out)), ".")
		return fn.here[name]
	})
}

// EachItem implements templates.Step.
func (s *step) EachItem() *jen.Statement { return s.repeated(value{kind: eachItem, node: s.ir.Node}) }

// EachIndex implements templates.Step.
func (s *step) EachIndex() *jen.Statement { return s.repeated(value{kind: eachIndex, node: s.ir.Node}) }

// repeated is the variable of what a region is run for, blank where it does not read it.
func (s *step) repeated(v value) *jen.Statement {
	if first := s.ir.Outs[0].Next; first == nil || s.trial || !s.fn.flow.live[first][v] {
		return jen.Id("_")
	}
	return jen.Id(s.fn.variable(v))
}

// ItemType implements templates.Step.
func (s *step) ItemType() jen.Code { return goType(s.ir.ItemType()) }

// EndWith implements templates.Step.
func (s *step) EndWith(field, noun string) {
	of, v := s.ir.Owner(), s.ir.Value[field]
	if of == nil || v == nil {
		return
	}
	t := of.Yielded()
	fields := make([]templates.Member, len(t.Fields))
	names := types.GoFields(t)
	for i, f := range t.Fields {
		fields[i] = templates.Member{Name: names[i], Value: s.handedBack(ir.Either(v.Entry(f.Name), f.Type), f.Type, f.Name)}
	}
	result := s.Result(s.Struct(t, noun), false)
	value := jen.Id(t.Go).Values(templates.Members(fields)...)
	if s.nameOf(result) == "_" {
		s.Add(jen.Id("_").Op("=").Add(value))
		return
	}
	s.Let(result, value)
}

// Yield implements templates.Step.
func (s *step) Yield(vars []*jen.Statement) (typ string, local *jen.Statement) {
	n := s.ir.Node
	fields := make([]jen.Code, len(vars))
	for i, v := range vars {
		fields[i] = v.Clone().Add(s.TypeOf(v))
	}
	typ = s.fn.taken.name("tried", n.GoName+"Tried")
	name := s.fn.taken.name(n.GoName, n.GoName+types.GoName(n.Template.Title))
	s.Add(jen.Type().Id(typ).Struct(fields...))
	for _, v := range s.fn.flow.yields(s.ir.Protects) {
		s.fn.vars[v] = name + "." + s.fn.variable(v)
	}
	return typ, jen.Id(name)
}

// TypeOf implements templates.Step.
func (s *step) TypeOf(v *jen.Statement) jen.Code {
	for _, yielded := range s.fn.flow.yields(s.ir.Protects) {
		if s.fn.variable(yielded) == s.nameOf(v) {
			return s.fn.w.typeOf(s.fn.flow, yielded)
		}
	}
	return jen.Null()
}

// Leave implements templates.Step.
func (s *step) Leave(err jen.Code) jen.Code {
	if s.attempts != nil {
		return jen.Return(jen.False(), err)
	}
	return s.fn.returns(err)
}
