package expr

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// atom is a part of a condition that says of one value how it compares with a literal.
type atom struct {
	of   string // which value: its key, "len " and its key, or "has " and its key
	how  token.Token
	than constant.Value
	int  bool // it is a whole number
}

// ruledOut reports whether the operands of a chain of && can't all hold, or, of one of ||, can't all fail: role != "a"
// || role != "b" is true of every role.
func (e *Expr) ruledOut() bool {
	var atoms []atom
	for _, operand := range operands(e, e.Name) {
		if a, ok := operand.atom(e.Name == "||"); ok {
			atoms = append(atoms, a)
		}
	}
	for i, a := range atoms {
		if slices.ContainsFunc(atoms[i+1:], a.excludes) {
			return true
		}
	}
	return false
}

// opposite is what a comparison says where it fails.
var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS,
}

// swapped is what a comparison says with its operands the other way round.
var swapped = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ}

// atom reads e as an atom; fails means that e does not hold.
func (e *Expr) atom(fails bool) (atom, bool) {
	switch {
	case e.Op == OpNot:
		return e.Args[0].atom(!fails)
	case e.Op == OpCall && e.Name == "has" && e.Args[0].valueKey() != "":
		return atom{of: "has " + e.Args[0].valueKey(), how: token.EQL, than: constant.MakeBool(!fails)}, true
	case e.valueKey() != "" && e.Type.Kind == types.Bool:
		return atom{of: e.valueKey(), how: token.EQL, than: constant.MakeBool(!fails)}, true
	}
	value, literal, how := e.comparison(fails)
	if literal == nil {
		return atom{}, false
	}
	if of := value.valueKey(); literal.Op == OpNull && of != "" && (how == token.EQL || how == token.NEQ) {
		return atom{of: "has " + of, how: token.EQL, than: constant.MakeBool(how == token.NEQ)}, true
	}
	a, ok := value.is(how, literal)
	if a.of = value.valueKey(); value.Op == OpCall && value.Name == "len" && value.Args[0].valueKey() != "" {
		a.of = "len " + value.Args[0].valueKey()
	}
	return a, ok && a.of != ""
}

// comparison takes a comparison apart, such that what is known of its operands is the second; fails means that e does
// not hold. All is nil of what is none.
func (e *Expr) comparison(fails bool) (value, literal *Expr, how token.Token) {
	if e.Op != OpBinary || len(e.Args) != 2 || comparisons[e.Name] == token.ILLEGAL {
		return nil, nil, token.ILLEGAL
	}
	how = comparisons[e.Name]
	if fails {
		how = opposite[how]
	}
	value, literal = e.Args[0].bare(), e.Args[1].bare()
	if _, known := value.Const(); known || value.Op == OpNull {
		if other, ok := swapped[how]; ok {
			how = other
		}
		return literal, value, how
	}
	return value, literal, how
}

// is says of e that it compares with a literal as how says.
func (e *Expr) is(how token.Token, literal *Expr) (atom, bool) {
	than, known := literal.Const()
	return atom{how: how, than: than, int: e.Type.Kind == types.Int}, known && isOrdered(than)
}

// isOrdered reports whether literals of a kind are compared as Go compares them.
func isOrdered(v constant.Value) bool {
	switch v.Kind() {
	case constant.String, constant.Bool, constant.Int, constant.Float:
		return true
	}
	return false
}

// valueKey is the key of a value of the workflow, whatever it is converted to for a comparison; "" of anything else.
func (e *Expr) valueKey() string { return e.bare().Key }

// bare is e without what converts it, but for string, which makes another value of a number.
func (e *Expr) bare() *Expr {
	for e.Op != OpCall && e.Converts() {
		e = e.Args[0]
	}
	return e
}

// excludes reports whether two atoms can't both hold: of any number, there is none above 5 and below 3.
func (a atom) excludes(b atom) bool {
	if a.of != b.of || !alike(a.than, b.than) {
		return false
	}
	switch {
	case a.how == token.EQL:
		return !constant.Compare(a.than, b.how, b.than)
	case b.how == token.EQL:
		return !constant.Compare(b.than, a.how, a.than)
	case isUpper(a.how) && isLower(b.how):
		return noneBetween(b, a)
	case isUpper(b.how) && isLower(a.how):
		return noneBetween(a, b)
	}
	return false
}

// alike reports whether two literals can be compared.
func alike(a, b constant.Value) bool {
	isNumber := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
	return a.Kind() == b.Kind() || isNumber(a) && isNumber(b)
}

func isUpper(how token.Token) bool { return how == token.LSS || how == token.LEQ }
func isLower(how token.Token) bool { return how == token.GTR || how == token.GEQ }

// noneBetween reports whether nothing is above one bound and below another.
func noneBetween(lower, upper atom) bool {
	least, most := lower.than, upper.than
	if lower.how == token.GEQ && upper.how == token.LEQ {
		return constant.Compare(least, token.GTR, most)
	}
	if lower.int && lower.how == token.GTR && upper.how == token.LSS && least.Kind() == constant.Int {
		least = constant.BinaryOp(least, token.ADD, constant.MakeInt64(1))
	}
	return constant.Compare(least, token.GEQ, most)
}

// alone is what a comparison, or a question about a text, is whatever the value: of a length, whether it is negative;
// of a text, whether nothing is part of it, or lower(text) is written with a capital; of a whole number, whether it is
// 1.5.
func (e *Expr) alone() (value, known bool) {
	if value, known := e.asked(); known {
		return value, true
	}
	if e.Op != OpBinary || len(e.Args) != 2 {
		return false, false
	}
	if e.Args[0].never(e.Args[1], false) || e.Args[1].never(e.Args[0], false) {
		return e.Name == "!=", e.Name == "==" || e.Name == "!="
	}
	for _, fails := range []bool{false, true} {
		value, literal, how := e.comparison(fails)
		if literal == nil {
			return false, false
		}
		if a, ok := value.is(how, literal); ok && (a.broken() || slices.ContainsFunc(value.always(), a.excludes)) {
			return fails, true
		}
	}
	return false, false
}

// broken reports whether a whole number is to be one with a fraction.
func (a atom) broken() bool {
	return a.int && a.how == token.EQL && a.than.Kind() == constant.Float && constant.ToInt(a.than).Kind() != constant.Int
}

// always is what is known of a number, whatever it is made of.
func (e *Expr) always() []atom {
	bound := func(how token.Token, than constant.Value) atom {
		return atom{how: how, than: than, int: e.Type.Kind == types.Int}
	}
	switch {
	case e.Op == OpBinary && e.Name == "%":
		if by, ok := e.Args[1].Const(); ok && by.Kind() == constant.Int && constant.Sign(by) > 0 {
			return []atom{bound(token.LSS, by), bound(token.GTR, constant.UnaryOp(token.SUB, by, 0))}
		}
	case e.Op == OpCall && (e.Name == "len" || e.Name == "abs"):
		return []atom{bound(token.GEQ, constant.MakeInt64(0))}
	case e.Op == OpCall && (e.Name == "min" || e.Name == "max"):
		var list []atom
		for _, arg := range e.Args {
			if n, ok := arg.bare().Const(); ok && (n.Kind() == constant.Int || n.Kind() == constant.Float) {
				list = append(list, bound(map[string]token.Token{"min": token.LEQ, "max": token.GEQ}[e.Name], n))
			}
		}
		return list
	}
	return nil
}
