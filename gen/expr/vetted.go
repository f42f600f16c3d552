package expr

import (
	"go/constant"
	"go/token"
	"slices"
)

// vetted returns a chain of && or || in which go vet finds no fault: no operand is there twice, and no value is compared
// with two constants of which it can only be one. What the chain does stays the same.
func vetted(e *Expr) *Expr {
	var kept []*Expr
	for _, x := range operands(e, e.Name) {
		if slices.ContainsFunc(kept, func(before *Expr) bool { return repeats(before, x) }) {
			continue // a || a
		}
		if slices.ContainsFunc(kept, func(before *Expr) bool { return suspect(e.Name, before, x) }) {
			x = turned(x)
		}
		kept = append(kept, x)
	}
	chain := kept[0]
	for _, x := range kept[1:] {
		chain = &Expr{Op: OpBinary, Name: e.Name, Type: e.Type, Start: e.Start, End: e.End, Args: []*Expr{chain, x}, plain: true}
	}
	return chain
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

// suspect reports whether two comparisons of a chain are x != c || x != d, or x == c && x == d: the one is always true, the
// other never.
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
