package expr

import (
	"go/constant"
	"go/token"
	"math"
	"strconv"

	"github.com/flowc-dev/flowc/schema/types"
)

// representable reports whether the Go type of kind k holds v.
func representable(v constant.Value, k types.Kind) bool {
	switch k {
	case types.Int:
		_, exact := constant.Int64Val(constant.ToInt(v))
		return exact
	case types.Float:
		f, _ := constant.Float64Val(v)
		return !math.IsInf(f, 0)
	}
	return true
}

// foldBinary returns the value of an operation of two values of one kind, known at compile time.
func foldBinary(a constant.Value, op token.Token, b constant.Value, k types.Kind) constant.Value {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.MakeBool(constant.Compare(a, op, b))
	case token.QUO:
		if k == types.Int {
			op = token.QUO_ASSIGN // go/constant's name of the division that truncates
		}
	}
	return constant.BinaryOp(a, op, b)
}

// foldText returns the text of a literal, false where it is not known or its form is for the runtime to choose.
func foldText(e *Expr) (*Expr, bool) {
	v, ok := e.Const()
	if !ok {
		return nil, false
	}
	var text string
	switch e.Type.Kind {
	case types.Int:
		text = v.ExactString()
	case types.Bool:
		text = strconv.FormatBool(constant.BoolVal(v))
	default:
		return nil, false
	}
	return constExpr(constant.MakeString(text), types.Of(types.String), e.Start, e.End), true
}
