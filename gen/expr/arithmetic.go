package expr

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// arithmetic checks + - * / %; + joins texts too.
func (c *checker) arithmetic(e *ast.BinaryExpr, x, y *Expr) *Expr {
	place := quote(c.part.text(e))
	x, y = c.comparable(e, x, y)
	if x.Type.Kind == types.Any && y.Type.Kind == types.Any {
		return c.bothAny(e)
	}
	kinds := []types.Kind{types.Int, types.Float}
	switch {
	case e.Op == token.REM:
		kinds = kinds[:1]
	case e.Op == token.ADD && (x.Type.Kind == types.String || y.Type.Kind == types.String):
		return c.concatenation(e, x, y)
	}
	x, y = c.sameNumbers(x, y, place, kinds)
	switch {
	case x.Type.Kind == types.Unknown:
		return c.node(e, OpBad, y.Type.NotNull())
	case y.Type.Kind == types.Unknown:
		return c.node(e, OpBad, x.Type.NotNull())
	}
	if v, ok := y.Const(); ok && constant.Sign(v) == 0 && (e.Op == token.QUO || e.Op == token.REM) {
		return c.mistake(c.node(e, OpBad, x.Type), diag.FC206, place+": division by zero", "")
	}
	return c.operation(e, x.Type.With(y.Type.Labels), x, y)
}

// sameNumbers makes x and y numbers of one kind.
func (c *checker) sameNumbers(x, y *Expr, place string, kinds []types.Kind) (*Expr, *Expr) {
	if x.Type.Kind == types.Any {
		y, x = c.sameNumbers(y, x, place, kinds)
		return x, y
	}
	given := x.Type.Kind
	x = c.arithmeticOperand(x, place, kinds)
	if x.Type.Kind == types.Unknown {
		if y.Type.Kind == given || given == types.Time {
			return x, x // two of one wrong type are one mistake, and so is a time with what is added to it
		}
		if y.Type.Kind != types.Any {
			y = c.arithmeticOperand(y, place, kinds)
		}
		return x, y
	}
	if y.Type.Kind == types.Any {
		return x, c.operand(y, place, x.Type.Kind)
	}
	y = c.arithmeticOperand(y, place, kinds)
	switch {
	case x.Type.Kind == types.Int && y.Type.Kind == types.Float:
		x = x.widened()
	case x.Type.Kind == types.Float && y.Type.Kind == types.Int:
		y = y.widened()
	}
	return x, y
}

func (c *checker) arithmeticOperand(x *Expr, place string, kinds []types.Kind) *Expr {
	if len(kinds) == 1 {
		return c.operand(x, place, kinds...)
	}
	return c.number(x, place)
}

// concatenation checks text + text. A number beside a text is a mistake more often than not: it has to be
// converted by hand.
func (c *checker) concatenation(e *ast.BinaryExpr, x, y *Expr) *Expr {
	place := quote(c.part.text(e))
	if number, text := literalNumber(x, y); number != nil {
		n, s := c.source(number), c.source(text)
		hint := "convert one: string(" + n + ") or " + number.Type.Kind.String() + "(" + s + ")"
		return c.mistake(text, diag.FC206, place+": want number, got "+text.Type.String(), hint)
	}
	if x.Type.Kind == types.Time && y.Op == OpConst {
		return c.mistake(x, diag.FC206, place+": want string, got time", later(c.source(x)))
	}
	x, y = c.operand(x, place, types.String), c.operand(y, place, types.String)
	t := types.Of(types.String).With(x.Type.Labels | y.Type.Labels)
	if x.Type.Kind == types.Unknown || y.Type.Kind == types.Unknown {
		return c.node(e, OpBad, t)
	}
	return c.operation(e, t, x, y)
}

// literalNumber finds a number that is written out beside a text that is not: the text is the likelier mistake.
func literalNumber(x, y *Expr) (number, text *Expr) {
	if x.Type.Kind == types.String {
		x, y = y, x
	}
	if x.Op == OpConst && x.Type.Numeric() && y.Op != OpConst {
		return x, y
	}
	return nil, nil
}
