package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// callees are the workflows that a workflow calls, in the order of their stems.
func callees(w *ir.Workflow) []*ir.Called {
	var list []*ir.Called
	for _, n := range w.Nodes {
		if c := n.Calls(); c != nil && n.Reached && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *ir.Called) int { return compare(a.Stem, b.Stem) })
	return list
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// calleeParam is the name of a workflow that others call, as a parameter of their constructors and in New.
func calleeParam(c *ir.Called) string {
	if name := (locals{codeField(): 1, "app": 1}).name(c.GoName, c.GoName+"Flow"); name != "" {
		return name
	}
	return c.GoName
}

// calleeParams are the parameters of the constructor for the workflows that are called.
func (w *workflow) calleeParams() []jen.Code {
	var params []jen.Code
	for _, c := range callees(w.ir) {
		params = append(params, jen.Id(calleeParam(c)).Op("*").Id(c.GoName+"Flow"))
	}
	return params
}

// calleeInits are the fields that hold them.
func (w *workflow) calleeInits() []templates.Member {
	var inits []templates.Member
	for _, c := range callees(w.ir) {
		inits = append(inits, templates.Member{Name: w.callees[c.Stem], Value: jen.Id(calleeParam(c))})
	}
	return inits
}

// calleeFields declare them.
func (w *workflow) calleeFields() []jen.Code {
	var fields []jen.Code
	for _, c := range callees(w.ir) {
		fields = append(fields, jen.Id(w.callees[c.Stem]).Op("*").Id(c.GoName+"Flow"))
	}
	return fields
}

// Invoke implements templates.Step.
func (s *step) Invoke(inputs string) (call, result *jen.Statement) {
	c := s.ir.Node.Calls()
	args := []jen.Code{jen.Id("x")}
	if typed := s.ir.Value[inputs]; len(c.In.Fields) > 0 && typed != nil {
		args = append(args, s.composite(typed, c.In, s.ir.Node.Name.Value))
	}
	if hasResult(c) {
		result = jen.Id(c.Result.Go)
	}
	return jen.Id("f").Dot(s.fn.w.callees[c.Stem]).Dot(methodOf(c)).Call(args...), result
}

// OutputOf implements templates.Step.
func (s *step) OutputOf(output string) *jen.Statement {
	return jen.Id(s.ir.Node.Calls().OutputConst(output))
}

// outputConsts declare the type and its constants.
func (w *workflow) outputConsts(c *ir.Called) jen.Code {
	typ := c.OutputType()
	var consts []jen.Code
	for _, r := range c.Returns {
		consts = append(consts, jen.Id(c.OutputConst(r.Output)).Id(typ).Op("=").Lit(r.Output))
	}
	return comment(fmt.Sprintf("%s names the Return that ended %s.", typ, w.ir.Name.Value)).
		Type().Id(typ).String().Line().Line().Const().Defs(consts...)
}

// methodOf is the method of a workflow that others call.
func methodOf(c *ir.Called) string {
	if c.GoName == "register" {
		return "serveRegister"
	}
	return c.GoName
}

// hasResult reports whether what is called returns anything beside an error.
func hasResult(c *ir.Called) bool { return c.Several || len(c.Result.Fields) > 0 }

// resultOf is the type of the result of a workflow that others call; nil where none does, or where it returns nothing.
func resultOf(w *ir.Workflow) *types.Type {
	if c := w.AsCalled(); c != nil && hasResult(c) {
		return &c.Result
	}
	return nil
}

// subflow writes a workflow that others call, as a method, and those that it leads to.
func (w *workflow) subflow(fl *flow) {
	at, name := w.reserve(), handlerName(fl.ir)
	fn := w.function(fl, name)
	params := []jen.Code{execParam()}
	entry := value{kind: result, node: fl.ir.Entry}
	if in := w.input(fl.ir); in != nil {
		w.results[fl.ir.Entry] = in
		params = append(params, fn.param(entry))
	}
	w.declareResult()
	fn.results(nil)
	fn.path(fl.ir.Steps[0])
	w.funcs[at] = comment(fmt.Sprintf("%s runs the workflow %s for a Call.", name, w.ir.Name.Value)).
		Func().Params(w.receiver()).Id(name).Params(params...).Add(fn.signature()).Block(fn.body...)
}

// input declares the struct of what the workflow is given, and returns its name; nil where that is nothing.
func (w *workflow) input(f *ir.Flow) jen.Code {
	t := w.ir.AsCalled().In
	if len(t.Fields) == 0 {
		return nil
	}
	st := w.declareStruct(t, fmt.Sprintf("%s holds the input of %s.", t.Go, w.ir.Name.Value), true)
	for _, in := range f.Inputs {
		if tag := validateTag(in.Declared); tag != "" {
			st.tags[in.Name] = tag
		}
		field, _ := t.Field(in.Name)
		w.tagMembers(in.Members, field.Type, validateTag)
	}
	return jen.Id(t.Go)
}

func validateTag(d templates.Declared) string {
	if tag := templates.ValidateTag(d); tag != "" {
		return fmt.Sprintf("validate:%q", tag)
	}
	return ""
}

// declareResult declares the struct of what the workflow returns.
func (w *workflow) declareResult() {
	t := resultOf(w.ir)
	if t == nil {
		return
	}
	st := w.declareStruct(*t, fmt.Sprintf("%s holds the result of %s.", t.Go, w.ir.Name.Value), true)
	if c := w.ir.AsCalled(); c.Several {
		st.output = c.OutputType()
		w.declare(st.output, w.outputConsts(c))
	}
	for _, f := range t.Fields {
		if f.Optional {
			st.omit[f.Name] = true
		}
	}
}

// Begin implements templates.Step.
func (s *step) Begin(fields string) {
	if s.trial {
		return
	}
	s.fn.last = nil
	exec, node := s.Exec(), jen.Lit(s.Node())
	if len(s.EntryType().Fields) == 0 {
		s.Add(jen.Defer().Add(exec).Dot("Back").Call(s.Exec().Dot("Subflow").Call(node)))
		return
	}
	in := jen.Id(s.fn.variable(value{kind: result, node: s.ir.Node}))
	s.Add(jen.Defer().Add(exec).Dot("Back").Call(jen.Qual(rt, "Subflow").Call(s.Exec(), node, in)))
	if templates.Validates(s.Declared(fields)) {
		check := jen.Qual(rt, "Validated").Call(s.Exec(), jen.Op("&").Add(in), jen.Qual(templates.Validate, "Struct"))
		s.CallElse(check, []jen.Code{s.Leave(jen.Err())})
	}
}

// Return implements templates.Step.
func (s *step) Return(output, values string) {
	c := s.ir.Flow.Workflow.AsCalled()
	if s.trial {
		if t := s.ir.Value[values]; t != nil {
			s.end(c, output, t)
		}
		return
	}
	if !hasResult(c) {
		s.Add(s.Exec().Dot("LogReturn").Call(jen.Lit(output)), jen.Return(jen.Nil()))
		return
	}
	end := jen.Qual(rt, "LogReturn").Call(s.Exec(), jen.Lit(output), s.end(c, output, s.ir.Value[values]))
	var all []jen.Code
	for _, v := range s.fn.yields {
		if v.kind == returned {
			all = append(all, end)
		} else {
			all = append(all, jen.Id(s.fn.variable(v)))
		}
	}
	s.Add(jen.Return(append(all, jen.Nil())...))
}

// end is the struct of what the workflow returns, for an output.
func (s *step) end(c *ir.Called, output string, values *ir.Typed) *jen.Statement {
	var fields []templates.Member
	if c.Several {
		fields = append(fields, templates.Member{Name: "output", Value: jen.Id(c.OutputConst(output))})
	}
	carried := c.Return(output).Type
	if values != nil {
		list := make([]templates.Member, len(values.Items))
		for i, key := range values.Tree.Keys {
			f, _ := carried.Field(key)
			list[i] = templates.Member{Name: f.Go, Value: s.handedBack(values.Items[i], f.Type, key)}
		}
		fields = append(fields, list...)
	}
	return jen.Id(c.Result.Go).Values(templates.Members(fields)...)
}

// handedBack writes a value as the field of a result.
func (s *step) handedBack(t *ir.Typed, want types.Type, name string) *jen.Statement {
	kind := t.Type.Kind
	switch pointer := t.Expr == nil && want.Nullable; {
	case kind == types.Any:
		return s.json(t, "")
	case t.Type.SameGo(want) && pointer && (kind == types.List || kind == types.Object):
		return jen.Op("&").Add(s.json(t, ""))
	case t.Type.SameGo(want) && !pointer:
		return s.json(t, "")
	}
	return s.written(t, want, name)
}

// top reports whether a function of a workflow that others call is in none of its regions, and what it returns then.
func (fn *function) top() *types.Type {
	if fn.region != nil || !fn.flow.ir.Called() {
		return nil
	}
	return resultOf(fn.w.ir)
}

// done leaves fn where the region before may have returned what the workflow returns.
func (fn *function) done(err jen.Code) jen.Code {
	if fn.top() == nil {
		return fn.returns(err)
	}
	return jen.Return(jen.Id(fn.variable(fn.yields[0])), err)
}

// Returned implements templates.Step.
func (s *step) Returned() (variable, has *jen.Statement) {
	if s.trial || !s.ir.Protects.Answers() || resultOf(s.fn.w.ir) == nil {
		return nil, nil
	}
	v := value{kind: returned, node: s.ir.Flow.Entry}
	name := s.fn.variable(v)
	if s.fn.assignment(name) == ":=" {
		s.Add(jen.Var().Id(name).Add(s.fn.w.typeOf(s.fn.flow, v)))
	}
	return jen.Id(name), jen.Id(name).Dot("output").Op("!=").Lit("")
}

// returned returns the expression that reports, behind a region, whether the workflow has ended in it.
func (fn *function) returned() *jen.Statement {
	for _, v := range fn.yields {
		if v.kind == returned {
			return jen.Id(fn.variable(v)).Dot("output").Op("!=").Lit("")
		}
	}
	return jen.Id("x").Dot("Answered").Call()
}
