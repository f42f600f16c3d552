package expr

import (
	"go/constant"

	"github.com/flowc-dev/flowc/schema/types"
)

// Converts reports whether e is another value, its one argument, in another form.
func (e *Expr) Converts() bool {
	switch e.Op {
	case OpConvert, OpDeref, OpPresent, OpZero, OpPointer:
		return true
	}
	return e.Op == OpCall && (e.Name == "string" || e.Name == "value of a header") // the latter, each placeholder goes through
}

// List returns the list of which e is the element; nil where e is none.
func (e *Expr) List() *Expr {
	if e.Op != OpElement {
		return nil
	}
	return e.of.list
}

// MayBeText reports whether a value may be a text of any form.
func (e *Expr) MayBeText() bool { return e.Type.Kind == types.String || e.Type.Kind == types.Any }

// ConstText is a value known at compile time (Const), as the text that it becomes.
func ConstText(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}
