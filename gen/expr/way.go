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
	case e.Converts(), e.Joins() && e.addsNothing(i):
		return trace.Typed
	case e.Joins():
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

// Joins reports whether e puts texts together.
func (e *Expr) Joins() bool {
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

// Random reports whether e is a call that makes a credential which cannot be guessed: a token, a code.
func (e *Expr) Random() bool { return e.fn != nil && e.fn.Random }

// By returns the operands of a call that go into its value in one of some ways, in their order; none of what is no
// call.
func (e *Expr) By(ways trace.Way) []*Expr {
	var list []*Expr
	for i, arg := range e.Args {
		if e.Op == OpCall && e.Way(i)&ways != 0 {
			list = append(list, arg)
		}
	}
	return list
}

// Digest returns what e is a digest of, and the key of an HMAC; nil where it is none.
func (e *Expr) Digest() (of, key *Expr) {
	if e == nil {
		return nil, nil
	}
	switch list := e.By(trace.Hashed); len(list) {
	case 0:
		return nil, nil
	case 1:
		return list[0], nil
	default:
		return list[1], list[0]
	}
}

// Pieces reports whether e is a call whose value is a piece of its first operand, or says something about one:
// with other operands it gives all of that, piece by piece.
func (e *Expr) Pieces() bool { return e.fn != nil && e.fn.Pieces }

// Lacks reports whether e is a call whose text never has another one as a part, whatever its operands are.
func (e *Expr) Lacks(text string) bool {
	return e.fn != nil && e.fn.form != nil && e.fn.form.part != nil && !e.fn.form.part(text)
}

// Closed reports whether e is a call whose text has nothing in it that ends the text around it, in JSON or in
// HTML: it has no quotes, or is JSON itself.
func (e *Expr) Closed() bool { return e.fn != nil && e.fn.Closed || e.Lacks(`"`) }

// Rest returns the operand of which e is all that stands behind a fixed prefix, as a key behind its scheme; nil where e
// is another part of one, or none.
func (e *Expr) Rest() *Expr {
	if e == nil || e.fn == nil || e.fn.rest == nil {
		return nil
	}
	return e.fn.rest(e)
}

// restOfReplace is the text of replace(text, "Bearer ", "").
func restOfReplace(call *Expr) *Expr {
	old, fixed := call.Args[1].Const()
	with, removed := call.Args[2].Const()
	if fixed && removed && ConstText(old) != "" && ConstText(with) == "" {
		return call.Args[0]
	}
	return nil
}

// restOfSubstring is the text of substring(text, 7).
func restOfSubstring(call *Expr) *Expr {
	if _, fixed := call.Args[1].Const(); fixed && len(call.Args) == 2 {
		return call.Args[0]
	}
	return nil
}

// restOfLast is the text of last(split(text, " ")).
func restOfLast(call *Expr) *Expr {
	list := call.Args[0]
	if list.fn == nil || !list.fn.cut {
		return nil
	}
	if by, fixed := list.Args[1].Const(); fixed && ConstText(by) != "" {
		return list.Args[0]
	}
	return nil
}
