package expr

import (
	"go/constant"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// Decided returns what e, a bool, is in each execution, where that is known: of what is never null, has is true.
func (e *Expr) Decided() (value, known bool) { return e.decided(true) }

// decided is Decided by what is written: literals, and what makes the rest of e mean nothing. With types, also by what
// they say of null.
func (e *Expr) decided(types bool) (value, known bool) {
	if v, ok := e.Const(); ok && v.Kind() == constant.Bool {
		return constant.BoolVal(v), true
	}
	switch {
	case e == nil:
		return false, false
	case e.Op == OpNot:
		value, known = e.Args[0].decided(types)
		return !value, known
	case e.Op == OpBinary && (e.Name == "&&" || e.Name == "||"):
		return e.joined(types)
	case e.Op == OpCall && e.Name == "when":
		return e.whichever(types)
	case e.Op == OpBinary && len(e.maybe) == 0 && e.Args[0].itself(e.Args[1]):
		return slices.Contains([]string{"==", "<=", ">="}, e.Name), slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, e.Name)
	case types && e.Op == OpCall && e.Name == "has":
		return true, e.Args[0].there()
	case types && e.Op == OpBinary && (e.Name == "==" || e.Name == "!="):
		if e.Args[0].there() && e.Args[1].Op == OpNull || e.Args[1].there() && e.Args[0].Op == OpNull {
			return e.Name == "!=", true
		}
	}
	return e.alone()
}

// itself reports whether two operands are one value of the workflow, which is compared with itself.
func (e *Expr) itself(other *Expr) bool {
	for e.Converts() {
		e = e.Args[0]
	}
	for other.Converts() {
		other = other.Args[0]
	}
	return e.Key != "" && e.Key == other.Key
}

// joined is decided of && and ||, one operand of which may settle it.
func (e *Expr) joined(types bool) (value, known bool) {
	a, first := e.Args[0].decided(types)
	b, second := e.Args[1].decided(types)
	settles := e.Name == "||"
	if first && a == settles || second && b == settles {
		return settles, true
	}
	if first && second {
		return !settles, true
	}
	return settles, e.ruledOut()
}

// whichever is decided of when: by its condition, or where both of its values are the same.
func (e *Expr) whichever(types bool) (value, known bool) {
	chosen, which := e.Args[0].decided(types)
	a, first := e.Args[1].decided(types)
	b, second := e.Args[2].decided(types)
	switch {
	case which && chosen:
		return a, first
	case which:
		return b, second
	}
	return a, first && second && a == b
}

// there reports whether a value is never null, for what its type says. A member of JSON may be null, whatever is said
// of it.
func (e *Expr) there() bool {
	switch e.Type.Kind {
	case types.Any, types.Unknown, types.Null:
		return false
	}
	return e.Op != OpBad && !e.nullable()
}
