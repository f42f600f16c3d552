package expr

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// GoKnown writes e, a bool, as Go does, for a condition that is unknown where a value of any type is null, or of
// another kind than it is compared with: such a comparison fails, unless e is that comparison alone and does not hold
// then anyway.
func GoKnown(e *Expr, g Gen) *jen.Statement {
	comparisons := 0
	e.Walk(func(x *Expr) {
		if x.takesNull() {
			comparisons++
		}
	})
	return writer{Gen: g, known: comparisons > 1 || !e.holdsOnlyKnown()}.expr(e).Statement
}

// Operator returns && or || of an operation of two conditions, else "".
func (e *Expr) Operator() string {
	if e.Op == OpBinary && (e.Name == "&&" || e.Name == "||") {
		return e.Name
	}
	return ""
}

// Negated returns the condition that holds where e does not, and is unknown where e is. The negation goes into && and
// ||, as one operand may settle what the other leaves unknown.
func (e *Expr) Negated() *Expr {
	if e.Op == OpNot {
		return e.Args[0]
	}
	negated := *e
	switch {
	case e.Operator() == "" || !e.readsAny():
		return &Expr{Op: OpNot, Type: e.Type, Start: e.Start, End: e.End, Args: []*Expr{e}}
	case e.Name == "&&":
		negated.Name = "||"
	default:
		negated.Name = "&&"
	}
	negated.Args = []*Expr{e.Args[0].Negated(), e.Args[1].Negated()}
	return &negated
}

// readsAny reports whether a value of any type is in e.
func (e *Expr) readsAny() bool {
	reads := false
	e.Walk(func(x *Expr) { reads = reads || x.Type.Kind == types.Any })
	return reads
}

// takesNull reports whether e compares a value of any type, which is unequal where it is null or of another kind.
func (e *Expr) takesNull() bool {
	switch {
	case e.Op == OpBinary && (e.Name == "==" || e.Name == "!="):
		x, y := e.Args[0].Type.Kind, e.Args[1].Type.Kind
		return x == types.Any && y != types.Null || y == types.Any && x != types.Null
	case e.Op == OpCall && (e.Name == "hasScope" || e.Name == "contains"):
		return e.Args[0].Type.Kind == types.Any
	}
	return false
}

// holdsOnlyKnown reports whether e is a comparison that holds of no value that is null or of another kind.
func (e *Expr) holdsOnlyKnown() bool {
	if e.Op == OpNot {
		return e.Args[0].takesNull() && e.Args[0].Name == "!="
	}
	return e.takesNull() && e.Name != "!="
}
