package expr

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// comparing are the operators whose result says something about their operands, and holds nothing of them.
var comparing = []string{"==", "!=", "<", "<=", ">", ">=", "&&", "||"}

// Way returns how operand i goes into the value of e.
func (e *Expr) Way(i int) trace.Way {
	switch {
	case e.Op == OpCall && e.fn != nil && len(e.fn.Ways) > 0:
		return e.fn.Ways[min(i, len(e.fn.Ways)-1)]
	case e.Converts(), e.joins() && e.addsNothing(i):
		return trace.Typed
	case e.joins():
		return trace.Joined
	case e.Op == OpItem && i == 0, e.Op == OpLookup && i == 0:
		return trace.Element
	case e.Op == OpField, e.Op == OpAt && i == 0:
		return trace.Member
	case e.Op == OpNot, e.Op == OpBinary && slices.Contains(comparing, e.Name):
		return trace.Compared
	}
	return trace.Derived
}

// joins reports whether e puts texts together.
func (e *Expr) joins() bool {
	return e.Op == OpText || e.Op == OpBinary && e.Name == "+" && e.Type.Kind == types.String
}

// addsNothing reports whether all other operands of e are empty texts: of email + "".
func (e *Expr) addsNothing(i int) bool {
	for j, arg := range e.Args {
		if v, known := arg.Const(); j != i && (!known || ConstText(v) != "") {
			return false
		}
	}
	return true
}

// Random reports whether e is a call that makes what somebody shows and nobody guesses: a token, a code.
func (e *Expr) Random() bool { return e.fn != nil && e.fn.Random }
