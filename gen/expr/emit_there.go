package expr

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// equalThere writes x == y, or x != y, of operands that may be null: what is null equals nothing.
func (w writer) equalThere(e *Expr, equal bool) code {
	if e.plainly() {
		return w.is(e, equal)
	}
	w = w.holding(e)
	var there *jen.Statement
	for _, x := range e.maybe {
		test := w.isNull(x, !equal).atLeast(bindsCompare)
		if there == nil {
			there = test
			continue
		}
		there.Op(both(equal)).Add(test)
	}
	comparison := *e
	comparison.maybe = nil
	var compared code
	before := w.Block(func() { compared = w.equality(&comparison, equal) })
	if len(before) == 0 {
		binds := bindsAnd
		if !equal {
			binds = bindsOr
		}
		return code{there.Op(both(equal)).Add(compared.atLeast(binds)), binds}
	}
	name := w.Temp("ok")
	needed := jen.Id(name)
	if !equal {
		needed = jen.Op("!").Id(name)
	}
	w.Add(
		jen.Id(name).Op(":=").Add(there),
		jen.If(needed).Block(append(before, jen.Id(name).Op("=").Add(compared.Statement))...),
	)
	return primary(jen.Id(name))
}

// both is the operator between the tests of the operands and the comparison.
func both(equal bool) string {
	if equal {
		return "&&"
	}
	return "||"
}

// holding returns w with the operands of a comparison written, in their order, so that they can be tested and compared.
func (w writer) holding(e *Expr) writer {
	held := maps.Clone(w.held)
	if held == nil {
		held = map[*Expr]code{}
	}
	for _, x := range e.Args {
		if i := slices.IndexFunc(e.maybe, x.holds); i >= 0 {
			held[e.maybe[i]] = code{w.steady(e.maybe[i]), bindsPrimary}
		} else if x.Op != OpConst {
			held[x] = w.expr(x)
		}
	}
	w.held = held
	return w
}

// holds reports whether e is part, or a conversion of it.
func (e *Expr) holds(part *Expr) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x == part })
	return found
}

// plainly reports whether a comparison of a pointer is one that Go's == makes.
func (e *Expr) plainly() bool {
	x, y := e.Args[0], e.Args[1]
	if x.Op != OpDeref || x.Args[0] != e.maybe[0] {
		x, y = y, x
	}
	switch y.Type.Kind {
	case types.String, types.Int, types.Float, types.Bool, types.Duration:
		return len(e.maybe) == 1 && x.Op == OpDeref && x.Type.Kind == y.Type.Kind && !x.secretText(y)
	}
	return false
}

// is writes a comparison of a pointer with a value.
func (w writer) is(e *Expr, equal bool) code {
	x, y := e.Args[0], e.Args[1]
	if x.Op == OpDeref && x.Args[0] == e.maybe[0] {
		pointer := w.expr(x.Args[0])
		return w.unless(equal, fn("Is").Call(pointer.Statement, w.expr(y).Statement))
	}
	value := w.expr(x)
	return w.unless(equal, fn("Is").Call(w.expr(y.Args[0]).Statement, value.Statement))
}
