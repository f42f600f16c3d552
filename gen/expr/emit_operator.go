package expr

import (
	"go/constant"
	"go/token"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// binary writes e, an operation of two values.
func (w writer) binary(e *Expr) code {
	switch e.Name {
	case "&&", "||":
		return w.logic(e)
	case "==", "!=":
		return w.equality(e, e.Name == "==")
	case "<", "<=", ">", ">=":
		return w.order(e)
	}
	return w.arithmetic(e)
}

// logic writes && and ||. Where the right side needs statements, they run only if it is needed itself.
func (w writer) logic(e *Expr) code {
	binds := bindsAnd
	if e.Name == "||" {
		binds = bindsOr
	}
	if !e.plain {
		return w.expr(vetted(e))
	}
	left := w.expr(e.Args[0])
	var right code
	before := w.Block(func() { right = w.expr(e.Args[1]) })
	if len(before) == 0 {
		return code{left.atLeast(binds).Op(e.Name).Add(right.atLeast(binds)), binds}
	}
	name := w.Temp("ok")
	needed := jen.Id(name)
	if e.Name == "||" {
		needed = jen.Op("!").Id(name)
	}
	w.Add(
		jen.Id(name).Op(":=").Add(left.Statement),
		jen.If(needed).Block(append(before, jen.Id(name).Op("=").Add(right.Statement))...),
	)
	return primary(jen.Id(name))
}

// not writes !x, as the opposite comparison where there is one.
func (w writer) not(x *Expr) code {
	switch {
	case x.Op == OpNot:
		return w.expr(x.Args[0])
	case x.plain:
		return code{jen.Op("!").Parens(w.expr(x).Statement), bindsUnary}
	case x.Op == OpCall && x.Name == "has":
		return w.isNull(x.Args[0], true)
	case x.Op == OpBinary && (x.Name == "==" || x.Name == "!="):
		return w.equality(x, x.Name == "!=")
	}
	return code{jen.Op("!").Add(w.expr(x).atLeast(bindsUnary)), bindsUnary}
}

// equality writes x == y, or x != y.
func (w writer) equality(e *Expr, equal bool) code {
	x, y := e.Args[0], e.Args[1]
	switch {
	case y.Type.Kind == types.Null:
		return w.isNull(x, equal)
	case x.Type.Kind == types.Null:
		return w.isNull(y, equal)
	case len(e.maybe) > 0:
		return w.equalThere(e, equal)
	case y.Type.Kind == types.Any:
		return w.unless(equal, w.equalAny(y, x))
	case x.Type.Kind == types.Any:
		return w.unless(equal, w.equalAny(x, y))
	case x.Type.Kind == types.Bytes || x.Type.Kind == types.Time || x.secretText(y):
		return w.unless(equal, w.equalCall(x, y))
	}
	op := "=="
	if !equal {
		op = "!="
	}
	return w.compare(x, op, y)
}

// secretText reports whether e and other are texts whose comparison must take constant time.
func (e *Expr) secretText(other *Expr) bool {
	return e.Type.Kind == types.String && (e.Type.Labels | other.Type.Labels).Has(types.Confidential)
}

func (w writer) unless(equal bool, s *jen.Statement) code {
	if equal {
		return primary(s)
	}
	return code{jen.Op("!").Add(s), bindsUnary}
}

func (w writer) equalAny(any, x *Expr) *jen.Statement {
	value := w.expr(any).atLeast(bindsPrimary)
	if w.known {
		return w.fallibleAny("equal", value.Dot("CheckEqual").Call(w.typed(x))).Statement
	}
	if any.secretText(x) || x.secretText(any) {
		return rt("EqualText").Call(value, w.expr(x).Statement)
	}
	return value.Dot("Equal").Call(w.typed(x))
}

func (w writer) equalCall(x, y *Expr) *jen.Statement {
	if x.Type.Kind == types.Time {
		a := w.receiver(x)
		return a.Dot("Equal").Call(w.expr(y).Statement)
	}
	a, b := w.expr(x), w.expr(y)
	switch {
	case x.Type.Kind == types.String:
		return fn("Equal").Call(a.Statement, b.Statement)
	case (x.Type.Labels | y.Type.Labels).Has(types.Confidential):
		return fn("Equal").Call(jen.String().Parens(a.Statement), jen.String().Parens(b.Statement))
	}
	return jen.Qual("bytes", "Equal").Call(a.Statement, b.Statement)
}

func (w writer) compare(x *Expr, op string, y *Expr) code {
	left := w.expr(x).atLeast(bindsCompare + 1)
	return code{left.Op(op).Add(w.expr(y).atLeast(bindsCompare + 1)), bindsCompare}
}

// order writes <, <=, > and >=.
func (w writer) order(e *Expr) code {
	x, y := e.Args[0], e.Args[1]
	if x.Type.Kind != types.Time {
		return w.compare(x, e.Name, y)
	}
	a, b := w.receiver(x), w.expr(y).Statement
	switch e.Name {
	case "<":
		return primary(a.Dot("Before").Call(b))
	case ">":
		return primary(a.Dot("After").Call(b))
	case "<=":
		return code{jen.Op("!").Add(a).Dot("After").Call(b), bindsUnary}
	}
	return code{jen.Op("!").Add(a).Dot("Before").Call(b), bindsUnary}
}

// arithmetic writes + - * / %. Those that can fail are calls of runtime.
func (w writer) arithmetic(e *Expr) code {
	x, y := e.Args[0], e.Args[1]
	binds := bindsAdd
	if e.Name != "+" && e.Name != "-" {
		binds = bindsMultiply
	}
	function, result := checked(e)
	a := w.expr(x)
	b := w.expr(y)
	if function != "" {
		if _, literal := y.Const(); !literal && (e.Name == "/" || e.Name == "%") {
			w = w.blaming(y) // no dividend can help where a divisor is 0
		}
		return w.fallible(result, fn(function).Call(a.Statement, b.Statement))
	}
	// The right operand binds tighter: Go's operators associate to the left.
	right := binds + 1
	if e.Type.Kind == types.String {
		right = binds
	}
	return code{a.atLeast(binds).Op(e.Name).Add(b.atLeast(right)), binds}
}

// checked returns the function of runtime that an operation needs because it can fail, and what to call its
// result; "" where a plain operator does.
func checked(e *Expr) (function, result string) {
	suffix := ""
	switch {
	case e.Type.Kind == types.Float && !harmlessFloat(e):
		suffix = "Float"
	case e.Type.Kind != types.Int || harmlessInt(e):
		return "", ""
	}
	switch e.Name {
	case "+":
		return "Add" + suffix, "sum"
	case "-":
		return "Sub" + suffix, "difference"
	case "*":
		return "Mul" + suffix, "product"
	case "/":
		return "Div" + suffix, "quotient"
	}
	return "Mod", "rest"
}

// harmlessInt reports whether an operation of ints can't fail: a division by a literal, which is never 0, overflows by
// -1 alone.
func harmlessInt(e *Expr) bool {
	divisor, known := e.Args[1].Const()
	return (e.Name == "/" || e.Name == "%") && known && constant.Compare(divisor, token.NEQ, constant.MakeInt64(-1))
}

// leastGrowth is half the distance between the two largest floats: less than that is lost when it is added to them.
const leastGrowth = 0x1p970

// harmlessFloat reports whether an operation of finite floats can't give an infinity.
func harmlessFloat(e *Expr) bool {
	x, y := bound(e.Args[0]), bound(e.Args[1])
	switch e.Name {
	case "+", "-":
		return min(x, y) < leastGrowth
	case "*":
		return !math.IsInf(x*y, 0)
	}
	divisor, known := e.Args[1].Const()
	return known && constant.Sign(divisor) != 0 && !math.IsInf(x/y, 0)
}

// bound is the greatest magnitude that a finite float can have: that of a literal, and of what was an int or a bool.
func bound(e *Expr) float64 {
	if v, known := e.Const(); known {
		f, _ := constant.Float64Val(v)
		return math.Abs(f)
	}
	if e.Op == OpConvert || e.Op == OpCall && e.Name == "float" {
		switch e.Args[0].Type.Kind {
		case types.Int, types.Bool:
			return -math.MinInt64
		}
	}
	return math.MaxFloat64
}

func (w writer) negate(e *Expr) code {
	x := w.expr(e.Args[0])
	if e.Type.Kind == types.Int {
		return w.fallible("negative", fn("Neg").Call(x.Statement))
	}
	return code{jen.Op("-").Add(x.atLeast(bindsPrimary)), bindsUnary}
}
