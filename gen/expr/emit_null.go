package expr

import (
	"go/constant"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

func emitHas(w writer, call *Expr) code { return w.isNull(call.Args[0], false) }

// isNull writes the test whether x is null, or whether it is not.
func (w writer) isNull(x *Expr, null bool) code {
	isNull, known := nullness(x)
	switch {
	case known:
		return primary(jen.Lit(isNull == null))
	case x.Type.Kind == types.Any:
		return w.unless(null, w.expr(x).atLeast(bindsPrimary).Dot("IsNull").Call())
	case x.Op == OpPresent:
		return w.unless(!null, w.Present(x.Row))
	}
	op := "!="
	if null {
		op = "=="
	}
	return code{w.expr(x).atLeast(bindsCompare + 1).Op(op).Nil(), bindsCompare}
}

func emitOr(w writer, call *Expr) code {
	x, fallback := call.Args[0], call.Args[1]
	switch {
	case x.Type.Kind == types.Null || x.Op == OpConvert && x.Args[0].Type.Kind == types.Null:
		return w.expr(fallback)
	case !x.nullable() && x.Type.Kind != types.Any:
		return w.expr(x)
	case x.Op == OpConvert && x.Args[0].Type.Kind == types.Any:
		return w.orConverted(call)
	case !cheap(fallback) || x.Type.Kind == types.Any:
		return w.orLazy(call)
	case call.Type.Nullable:
		return primary(jen.Qual("cmp", "Or").Call(w.expr(x).Statement, w.expr(fallback).Statement))
	case x.Op == OpPresent:
		found := w.Present(x.Row)
		return primary(fn("When").Call(found, w.typed(x.Args[0]), w.expr(fallback).Statement))
	}
	return primary(fn("Or").Call(w.expr(x).Statement, w.expr(fallback).Statement))
}

// orConverted writes or of an any: it is converted only where it is not null.
func (w writer) orConverted(call *Expr) code {
	x := call.Args[0].Args[0]
	value := w.steady(x)
	name := w.Temp(hint(x, kindHint(call.Type.Kind)))
	convert := w.assign(name, func() code {
		return asStored(w.converted(pointed(x, value), x.Type, call.Type.NotNull(), kindHint(call.Type.Kind)), call.Type)
	})
	otherwise := w.assign(name, func() code { return w.expr(call.Args[1]) })
	w.Add(
		jen.Var().Id(name).Add(goType(call.Type)),
		jen.If(notNil(x, value)).Block(convert...).Else().Block(otherwise...),
	)
	return primary(jen.Id(name))
}

// asStored makes a plain value what a variable of type t holds.
func asStored(x code, t types.Type) code {
	if t.Nullable {
		return primary(jen.New(x.Statement))
	}
	return x
}

// orLazy writes or with a fallback that is evaluated only where it is needed.
func (w writer) orLazy(call *Expr) code {
	x, fallback := call.Args[0], call.Args[1]
	value := w.steady(x)
	name := w.Temp(hint(x, kindHint(call.Type.Kind)))
	stored := value.Clone()
	if !call.Type.Nullable {
		stored = pointed(x, value).Statement
	}
	w.Add(
		jen.Var().Id(name).Add(goType(call.Type)),
		jen.If(notNil(x, value)).Block(jen.Id(name).Op("=").Add(stored)).
			Else().Block(w.assign(name, func() code { return w.expr(fallback) })...),
	)
	return primary(jen.Id(name))
}

func emitWhen(w writer, call *Expr) code {
	if chain := whenChain(call); chain != nil {
		return w.expr(chain)
	}
	condition, a, b := w.expr(call.Args[0]), call.Args[1], call.Args[2]
	if cheap(a) && cheap(b) {
		return primary(w.whenOf(call.Type).Call(condition.Statement, w.expr(a).Statement, w.expr(b).Statement))
	}
	name := w.Temp(hint(a, kindHint(call.Type.Kind)))
	w.Add(
		jen.Var().Id(name).Add(goType(call.Type)),
		jen.If(condition.Statement).Block(w.assign(name, func() code { return w.expr(a) })...).
			Else().Block(w.assign(name, func() code { return w.expr(b) })...),
	)
	return primary(jen.Id(name))
}

// whenChain is a when of which one side is true or false, as the chain of && or || that it is; else nil. The other side
// is evaluated only where it is needed there too.
func whenChain(call *Expr) *Expr {
	condition, a, b := call.Args[0], call.Args[1], call.Args[2]
	if call.Type.Kind != types.Bool || call.Type.Nullable {
		return nil
	}
	chain := func(left *Expr, name string, right *Expr) *Expr {
		return &Expr{Op: OpBinary, Name: name, Type: call.Type, Args: []*Expr{left, right}}
	}
	opposite := &Expr{Op: OpNot, Type: condition.Type, Args: []*Expr{condition}}
	first, firstKnown := a.Const()
	second, secondKnown := b.Const()
	switch {
	case firstKnown && secondKnown:
		return nil
	case firstKnown && constant.BoolVal(first):
		return chain(condition, "||", b)
	case firstKnown:
		return chain(opposite, "&&", b)
	case secondKnown && constant.BoolVal(second):
		return chain(opposite, "||", a)
	case secondKnown:
		return chain(condition, "&&", a)
	}
	return nil
}

// whenOf writes the function fn.When, with its type where the arguments might not say it: untyped numbers, nil.
func (w writer) whenOf(t types.Type) *jen.Statement {
	if t.Nullable && t.Kind != types.Any || t.Numeric() {
		return fn("When").Types(goType(t))
	}
	return fn("When")
}

// cheap reports whether e costs nothing and can't fail, so that evaluating it in vain does no harm.
func cheap(e *Expr) bool {
	switch e.Op {
	case OpConst, OpNull, OpRef, OpElement:
		return true
	case OpField, OpPresent:
		return cheap(e.Args[0])
	case OpConvert:
		return e.Args[0].Type.Kind == types.Null
	}
	return false
}
