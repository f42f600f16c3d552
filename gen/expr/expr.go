package expr

import (
	"go/constant"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// Op says what an Expr does.
type Op uint8

// The operations. Of the conversions, those from OpDeref on, none is written in the document: the checker inserts them.
const (
	OpBad     Op = iota // can't be emitted: a mistake was reported here, or an operand is of unknown type
	OpConst             // a literal, or what literals were folded to; see Const
	OpNull              // null
	OpRef               // a value of the workflow: Ref
	OpElement           // the element that a function like map is at: what item means in its expression
	OpField             // field Name of the object Args[0]
	OpAt                // member Name of the any Args[0]; where there are two Args, the second is the name
	OpItem              // element Args[1] of the list, or of the any, Args[0]
	OpLookup            // value of the map Args[0] at key Args[1]; null where absent
	OpNot               // !Args[0]
	OpNegate            // -Args[0]
	OpBinary            // Args[0] Name Args[1], Name being the operator
	OpCall              // function Name of Args
	OpText              // Args, each a text, one after the other: a string with placeholders inside
	OpDeref             // Args[0], a pointer that was proved not to be nil
	OpPresent           // Args[0], a plain value of a row that may be absent (Row), as a pointer that is nil where it is
	OpZero              // Args[0], with the zero value for null
	OpConvert           // Args[0], as another type
	OpPointer           // Args[0], never null, as a pointer
)

// Expr is a checked expression.
type Expr struct {
	Op         Op
	Type       types.Type // Nullable means that null is possible here; in Go it is a pointer then, but for any
	Start, End int        // half-open range of byte offsets of the decoded string
	Args       []*Expr    // operands in the order of the document
	Name       string     // of OpField, OpAt, OpBinary and OpCall
	Ref        *Ref       // of OpRef
	Key        string     // canonical name of the value where it is a chain of names ("user.email"); else ""
	Row        string     // key of the row that it is, or belongs to, that may be absent as a whole; else ""

	absent string         // key of the row that is not proved to be there, so that null is possible; else ""
	value  constant.Value // of OpConst
	field  int            // of OpField: which field of the object
	of     *element       // of OpElement, and of the OpCall that goes through a list: what item means
	fn     *Function      // of OpCall
	plain  bool           // written as it stands: go vet has nothing to say about it
	// maybe are, of == and !=, the operands that may be null, which are equal to nothing then; Args hold what they are
	// otherwise.
	maybe []*Expr
}

// Walk calls f for e and everything inside it, operands after what they belong to.
func (e *Expr) Walk(f func(*Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, a := range e.Args {
		a.Walk(f)
	}
}

// Const returns the value of an expression that is known at compile time: text, int, float or bool.
// The second result is false where it is not known; it is for null too.
func (e *Expr) Const() (constant.Value, bool) {
	if e == nil || e.Op != OpConst {
		return nil, false
	}
	return e.value, true
}

// Same reports whether e is the same for every execution: made of literals alone, though what of them may not be known.
func (e *Expr) Same() bool {
	switch {
	case e == nil || e.Op == OpBad || e.Op == OpRef || e.Fresh():
		return false
	case e.Op == OpConst || e.Op == OpNull:
		return true
	}
	if _, known := e.decided(false); known {
		return true
	}
	return len(e.Args) > 0 && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.Same() })
}

// Fresh reports whether e is a call that gives another value each time.
func (e *Expr) Fresh() bool { return e.fn != nil && e.fn.Fresh }
