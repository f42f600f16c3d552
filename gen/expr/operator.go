package expr

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// unary checks !x and -x.
func (c *checker) unary(e *ast.UnaryExpr) *Expr {
	if number, ok := e.X.(*ast.BasicLit); ok && e.Op == token.SUB && number.Kind == token.INT {
		v := constant.MakeFromLiteral(number.Value, token.INT, 0) // the smallest int has no positive counterpart
		return c.constant(e, constant.UnaryOp(token.SUB, v, 0), types.Int)
	}
	x := c.expr(e.X)
	place := quote(c.part.text(e))
	if e.Op == token.NOT {
		x = c.operand(x, place, types.Bool)
		if v, ok := x.Const(); ok {
			return c.constant(e, constant.UnaryOp(token.NOT, v, 0), types.Bool)
		}
		return c.node(e, OpNot, types.Of(types.Bool), x)
	}
	if x = c.number(x, place); x.Type.Kind == types.Unknown {
		return c.node(e, OpBad, types.Type{})
	}
	if v, ok := x.Const(); ok {
		return c.constant(e, constant.UnaryOp(token.SUB, v, 0), x.Type.Kind)
	}
	return c.node(e, OpNegate, x.Type, x)
}

// number makes sure that x is an int or a float; an any has to be converted by hand, as it may be either.
func (c *checker) number(x *Expr, place string) *Expr {
	if x.Type.Kind == types.Unknown || x.Type.Numeric() && !x.nullable() {
		return x
	}
	if x.nullable() {
		return c.mayBeNull(x, place, "number")
	}
	source := c.source(x)
	hint := ""
	switch {
	case x.Type.Kind == types.Time:
		hint = later(source) + "; unix(" + source + ") is its seconds"
	case convertible(x.Type.Kind):
		hint = "convert it: int(" + source + ") or float(" + source + ")"
	}
	return c.mistake(x, diag.FC206, place+": want number, got "+x.Type.String(), hint)
}

// later is how a time is moved.
func later(time string) string { return "write addDuration(" + time + ", \"1d\"), or \"-1d\"" }

// binary checks x op y.
func (c *checker) binary(e *ast.BinaryExpr) *Expr {
	x := c.expr(e.X)
	var y *Expr
	switch e.Op {
	case token.LAND:
		y = c.within(Facts(x, true), e.Y)
		return c.logic(e, x, y)
	case token.LOR:
		y = c.within(Facts(x, false), e.Y)
		return c.logic(e, x, y)
	}
	y = c.expr(e.Y)
	switch e.Op {
	case token.EQL, token.NEQ:
		return c.equality(e, x, y)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return c.order(e, x, y)
	}
	return c.arithmetic(e, x, y)
}

func (c *checker) logic(e *ast.BinaryExpr, x, y *Expr) *Expr {
	place := quote(c.part.text(e))
	if e.Op == token.LOR && neverBool(y) {
		c.claim(x, types.Type{}, true)
		return c.mistake(c.node(e, OpBad, types.Type{}), diag.FC206, place+": want bool, got "+y.Type.String()+" behind ||",
			"write or("+c.source(x)+", "+c.source(y)+"), for what stands in for null")
	}
	before := len(c.problems)
	if x = c.operand(x, place, types.Bool); len(c.problems) > before {
		return c.node(e, OpBad, types.Type{}) // a wrong type of the other one is the same mistake
	}
	return c.operation(e, types.Of(types.Bool), x, c.operand(y, place, types.Bool))
}

// neverBool reports whether e is of a type that is known and can't be a bool.
func neverBool(e *Expr) bool {
	return e.Type.Kind != types.Bool && e.Type.Kind != types.Any && e.Type.Kind != types.Unknown
}

// operation makes the Expr of x op y, two checked operands, folded where both are known.
func (c *checker) operation(e *ast.BinaryExpr, t types.Type, x, y *Expr) *Expr {
	a, known := x.Const()
	b, alsoKnown := y.Const()
	if known && alsoKnown {
		return c.constant(e, foldBinary(a, e.Op, b, x.Type.Kind), t.Kind)
	}
	node := c.node(e, OpBinary, t, x, y)
	node.Name = e.Op.String()
	return node
}

// equality checks == and !=. What may be null equals nothing where it is, but for the literal null.
func (c *checker) equality(e *ast.BinaryExpr, x, y *Expr) *Expr {
	boolean := types.Of(types.Bool)
	if x.Type.Kind == types.Null || y.Type.Kind == types.Null {
		c.claim(x, types.Type{}, true)
		c.claim(y, types.Type{}, true)
		node := c.node(e, OpBinary, boolean, x, y)
		node.Name = e.Op.String()
		return node
	}
	var maybe []*Expr
	if !c.strict {
		x, maybe = x.assumed(y, maybe)
		y, maybe = y.assumed(x, maybe)
	}
	node := c.equal(e, x, y)
	if node.Op == OpBinary {
		node.maybe = maybe
	}
	return node
}

// assumed returns e, an operand that is compared with another one, as a value that is not null. It adds e to the
// operands that are tested for null before: those that are compared as a value of a type.
func (e *Expr) assumed(other *Expr, maybe []*Expr) (*Expr, []*Expr) {
	switch {
	case e.absent != "":
		return e, maybe // the row may be missing, which is reported
	case e.Type.Kind == types.Any:
		there := *e
		there.Type = e.Type.NotNull()
		if !comparedAsAny(other.Type.Kind) && other.Type.Kind != types.Any {
			maybe = append(maybe, &there)
		}
		return &there, maybe
	case e.Type.Nullable:
		return e.wrap(OpDeref, e.Type.NotNull()), append(maybe, e)
	}
	return e, maybe
}

// equal checks == and != of operands that are not null.
func (c *checker) equal(e *ast.BinaryExpr, x, y *Expr) *Expr {
	boolean := types.Of(types.Bool)
	x, y = c.comparable(e, x, y)
	if x.Type.Kind == types.Unknown || y.Type.Kind == types.Unknown {
		return c.node(e, OpBad, boolean, x, y)
	}
	xAny, yAny := x.Type.Kind == types.Any, y.Type.Kind == types.Any
	switch {
	case xAny && comparedAsAny(y.Type.Kind), yAny && comparedAsAny(x.Type.Kind):
		return c.operation(e, boolean, x, y)
	case xAny && yAny:
		return c.bothAny(e)
	}
	return c.matched(e, boolean, x, y, types.Bool, types.Bytes)
}

// comparable makes sure that neither operand may be null.
func (c *checker) comparable(e *ast.BinaryExpr, x, y *Expr) (*Expr, *Expr) {
	place := quote(c.part.text(e))
	x, y = c.notNull(x, place, nameOfOther(y)), c.notNull(y, place, nameOfOther(x))
	c.claimOther(x, y)
	c.claimOther(y, x)
	return x, y
}

// nameOfOther names the type that an operand should have beside e.
func nameOfOther(e *Expr) string {
	if e.Type.Kind == types.Unknown || e.Type.Kind == types.Any {
		return "a value"
	}
	return e.Type.NotNull().String()
}

// claimOther infers x, a request field of unknown type, from the operand beside it.
func (c *checker) claimOther(x, other *Expr) {
	if x.Type.Kind == types.Unknown && other.Type.Kind != types.Unknown && other.Type.Kind != types.Any {
		c.claim(x, types.Type{Kind: other.Type.Kind, Elem: other.Type.Elem}, false)
	}
}

// comparedAsAny reports whether the runtime compares an any with values of kind k as they are; a time, say, is
// compared as a time.
func comparedAsAny(k types.Kind) bool {
	switch k {
	case types.String, types.Int, types.Float, types.Bool:
		return true
	}
	return false
}

func (c *checker) bothAny(e *ast.BinaryExpr) *Expr {
	x := c.part.text(e.X)
	node := c.node(e, OpBad, types.Type{})
	return c.mistake(node, diag.FC206, quote(c.part.text(e))+": both operands are any",
		"convert one: string("+x+"), int("+x+"), float("+x+") or bool("+x+")")
}

// order checks <, <=, > and >=.
func (c *checker) order(e *ast.BinaryExpr, x, y *Expr) *Expr {
	x, y = c.comparable(e, x, y)
	if x.Type.Kind == types.Unknown || y.Type.Kind == types.Unknown {
		return c.node(e, OpBad, types.Of(types.Bool), x, y)
	}
	return c.matched(e, types.Of(types.Bool), x, y)
}

// matched makes the operands of a comparison one type: one that is ordered, or of the kinds given besides.
func (c *checker) matched(e *ast.BinaryExpr, t types.Type, x, y *Expr, besides ...types.Kind) *Expr {
	if x.Type.Kind == types.Any && y.Type.Kind == types.Any {
		return c.bothAny(e)
	}
	place := quote(c.part.text(e))
	kinds := append([]types.Kind{types.Int, types.Float, types.String, types.Time, types.Duration}, besides...)
	if x.Type.Kind == types.Any {
		y = c.operand(y, place, kinds...)
		x = c.operand(x, place, y.Type.Kind)
	} else {
		x = c.operand(x, place, kinds...)
		if x.Type.Kind == types.Int && y.Type.Kind == types.Float {
			x = x.widened()
		}
		y = c.operand(y, place, x.Type.Kind)
	}
	if x.Type.Kind == types.Unknown || y.Type.Kind == types.Unknown {
		return c.node(e, OpBad, t)
	}
	return c.operation(e, t, x, y)
}
