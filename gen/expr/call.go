package expr

import (
	"cmp"
	"go/ast"
	"strconv"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// call checks the call of a function.
func (c *checker) call(e *ast.CallExpr) *Expr {
	ident := e.Fun.(*ast.Ident) // the grammar made sure
	name := c.name(ident)
	fn := function(name.Text)
	args, of := c.arguments(e, fn)
	if fn == nil {
		at := &Expr{Start: name.Start, End: name.End}
		if name.Text == eachName {
			return c.mistake(at, diag.FC204, "each repeats a part of a text that is HTML, and this is none",
				"set responseContentType to \"text/html; charset=utf-8\", and write {{each(list, '…')}} by itself; in another text a list is join(map(list, item.name), ', '), or what a Code function returns as bytes")
		}
		return c.mistake(at, diag.FC204, quote(name.Text)+" is not a function",
			cmp.Or(functionMend(name.Text, c.part.arguments(e)), diag.DidYouMean(name.Text, functionNames())))
	}
	node := c.node(e, OpCall, fn.Result, args...)
	node.Name, node.fn, node.of = fn.Name, fn, of
	if !fn.takes(len(args)) {
		return c.wrongCount(node, fn)
	}
	return c.checkCall(node, fn)
}

// arguments checks the arguments for themselves, each with what those before it prove, or for each element of the
// first.
func (c *checker) arguments(e *ast.CallExpr, fn *Function) (args []*Expr, of *element) {
	args = make([]*Expr, 0, len(e.Args))
	for i, arg := range e.Args {
		if fn != nil && i == 1 && fn.eachAt() {
			args[0] = c.listed(args[0], quote(c.part.text(e)))
			of = c.elementOf(args[0])
			args = append(args, c.forEach(of, arg))
			continue
		}
		var proved []string
		if fn != nil && fn.narrow != nil {
			proved = fn.narrow(args)
		}
		args = append(args, c.within(proved, arg))
	}
	return args, of
}

func (c *checker) wrongCount(call *Expr, fn *Function) *Expr {
	want := plural(len(fn.Params), "argument")
	if least := fn.least(); least < len(fn.Params) {
		want = strconv.Itoa(least) + " or " + want
	}
	if fn.More {
		want = "at least " + want
	}
	got := len(call.Args)
	message := quote(c.source(call)) + ": want " + want + ", got " + strconv.Itoa(got)
	if got == 0 {
		message = quote(c.source(call)) + ": want " + want + ", got none"
	}
	return c.mistake(call, diag.FC206, message, "write "+fn.Signature()+", such as "+fn.sample())
}

// checkCall checks the arguments against the parameters and gives the call its type.
func (c *checker) checkCall(call *Expr, fn *Function) *Expr {
	place := quote(c.source(call))
	known := true
	var labels types.Label
	for i, arg := range call.Args {
		arg = c.argument(arg, place, fn.param(i))
		call.Args[i] = arg
		labels |= arg.Type.AllLabels()
		known = known && arg.Type.Kind != types.Unknown
	}
	if fn.labels != nil {
		labels = fn.labels(labels)
	}
	result := call
	if fn.rule != nil {
		result = fn.rule(c, call)
	}
	result.Type.Labels |= labels
	if !known && result.Op == OpCall && fn.rule == nil {
		result.Op = OpBad // of a known type, but what it is made of is not
	}
	return result
}

func (c *checker) argument(arg *Expr, place string, p *Param) *Expr {
	if p.null || arg.Type.Kind == types.Unknown && len(p.Kinds) != 1 {
		return arg
	}
	if len(p.Kinds) == 0 && arg.Type.Kind == types.Any && arg.absent == "" {
		return arg // its null is a value of JSON
	}
	if len(p.Kinds) == 0 {
		return c.notNull(arg, place, "a value")
	}
	arg = c.operand(arg, place, p.Kinds...)
	if _, ok := arg.Const(); p.Literal && !ok && arg.Type.Kind != types.Unknown {
		return c.mistake(arg, diag.FC206, place+": want "+p.Name+" as a literal", "write it out: it is checked before anything runs")
	}
	return arg
}
