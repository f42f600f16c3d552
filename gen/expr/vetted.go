package expr

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// vetted returns a chain of && or || in which go vet finds no fault: no operand is there twice, or is known to change
// nothing, and no value is compared with two constants of which it can only be one. What the chain does stays the same.
func vetted(e *Expr) *Expr {
	var kept []*Expr
	for _, x := range operands(e, e.Name) {
		outcome, known := truth(x)
		if known && outcome == (e.Name == "&&") {
			continue // true && a
		}
		if !known && isChain(x) {
			x = vetted(x)
		}
		if slices.ContainsFunc(kept, func(before *Expr) bool { return repeats(before, x) }) {
			continue // a || a
		}
		if slices.ContainsFunc(kept, func(before *Expr) bool { return suspect(e.Name, before, x) }) {
			x = turned(x)
		}
		kept = append(kept, x)
		if known {
			break // false && a: what follows is never evaluated
		}
	}
	return chainOf(e, kept)
}

// chainOf is the chain of some of the operands of e. Without any, it is what it starts from: true where all have to be.
func chainOf(e *Expr, operands []*Expr) *Expr {
	if len(operands) == 0 {
		return constExpr(constant.MakeBool(e.Name == "&&"), e.Type, e.Start, e.End)
	}
	chain := operands[0]
	for _, x := range operands[1:] {
		chain = &Expr{Op: OpBinary, Name: e.Name, Type: e.Type, Start: e.Start, End: e.End, Args: []*Expr{chain, x}, plain: true}
	}
	return chain
}

func isChain(e *Expr) bool { return e.Op == OpBinary && !e.plain && (e.Name == "&&" || e.Name == "||") }

// truth returns the outcome of a bool that is known at compile time: of literals, and of whether what can't be null is.
func truth(e *Expr) (outcome, known bool) {
	switch {
	case e.Op == OpConst:
		return constant.BoolVal(e.value), true
	case e.Op == OpNot:
		outcome, known = truth(e.Args[0])
		return !outcome, known
	case e.Op == OpCall && e.Name == "has":
		null, known := nullness(e.Args[0])
		return !null, known
	case e.Op == OpBinary && (e.Name == "==" || e.Name == "!="):
		return comparedWithNull(e)
	case isChain(e):
		return chainTruth(e)
	}
	return false, false
}

func comparedWithNull(e *Expr) (outcome, known bool) {
	x, y := e.Args[0], e.Args[1]
	if x.Type.Kind == types.Null {
		x, y = y, x
	}
	if y.Type.Kind != types.Null {
		return false, false
	}
	null, known := nullness(x)
	return null == (e.Name == "=="), known
}

// chainTruth is truth of a chain: the first operand that decides does so whatever follows.
func chainTruth(e *Expr) (outcome, known bool) {
	decides := e.Name == "||"
	for _, x := range operands(e, e.Name) {
		if outcome, known = truth(x); !known || outcome == decides {
			return outcome, known
		}
	}
	return !decides, true
}

// nullness reports whether a value is null, where that is known at compile time.
func nullness(x *Expr) (null, known bool) {
	switch {
	case x.Type.Kind == types.Null:
		return true, true
	case x.Type.Kind == types.Any || x.Op == OpPresent:
		return false, false
	}
	return false, !x.Type.Nullable
}

// operands are those of a chain of one of && and ||.
func operands(e *Expr, name string) []*Expr {
	if e.Op != OpBinary || e.Name != name {
		return []*Expr{e}
	}
	return append(operands(e.Args[0], name), operands(e.Args[1], name)...)
}

// repeats reports whether two expressions are the same one, and without effects.
func repeats(a, b *Expr) bool {
	if a.Op != b.Op || a.Name != b.Name || a.Key != b.Key || a.Type.Kind != b.Type.Kind || a.Op == OpCall && a.Name != "has" && a.Name != "len" {
		return false
	}
	if a.Op == OpConst && !constant.Compare(a.value, token.EQL, b.value) {
		return false
	}
	return a.Op != OpBad && slices.EqualFunc(a.Args, b.Args, repeats)
}

// suspect reports whether two comparisons of a chain are x != c || x != d, or x == c && x == d: the one is always true,
// the other never.
func suspect(chain string, a, b *Expr) bool {
	comparison := "!="
	if chain == "&&" {
		comparison = "=="
	}
	if a.Op != OpBinary || b.Op != OpBinary || a.Name != comparison || b.Name != comparison {
		return false
	}
	x, compared := comparedWithConst(a)
	y, also := comparedWithConst(b)
	return compared && also && repeats(x, y)
}

// comparedWithConst is what a comparison compares with a constant.
func comparedWithConst(e *Expr) (*Expr, bool) {
	for i, x := range e.Args {
		if _, known := x.Const(); known {
			return e.Args[1-i], true
		}
	}
	return nil, false
}

// turned writes x != c as !(x == c), and x == c as !(x != c).
func turned(e *Expr) *Expr {
	opposite := *e
	opposite.plain = true
	opposite.Name = "=="
	if e.Name == "==" {
		opposite.Name = "!="
	}
	return &Expr{Op: OpNot, Type: e.Type, Start: e.Start, End: e.End, Args: []*Expr{&opposite}}
}
