package expr

import (
	"go/constant"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/types"
)

// What is compared with its fallback's like proves a value as has does: or(s, "") != "" is false where s is null.

// comparisons are the operators that compare.
var comparisons = map[string]token.Token{
	"==": token.EQL, "!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ,
}

// Equates reports whether e asks if two values are equal, or if they differ.
func (e *Expr) Equates() bool {
	how := comparisons[e.Name]
	return e.Op == OpBinary && (how == token.EQL || how == token.NEQ)
}

// Orders reports whether e asks which of two values is less.
func (e *Expr) Orders() bool { return e.Op == OpBinary && comparisons[e.Name] != 0 && !e.Equates() }

// refined returns what the outcome of e, a bool, proves by not being what it is where a value in it is null.
func refined(e *Expr, outcome bool) []string {
	v, keys, known := e.whereNull()
	if !known || constant.BoolVal(v) == outcome {
		return nil
	}
	return keys
}

// whereNull returns what e is where a value in it is null, and the keys of that value: of or(x, 5), 5 and those of x.
// The last result is false where that is not known.
func (e *Expr) whereNull() (v constant.Value, keys []string, known bool) {
	switch {
	case e.Op == OpCall && e.Name == "or":
		v, known = e.Args[1].Const()
		return v, e.Args[0].keys(), known
	case e.Op == OpConvert && e.Type.Kind == types.Float:
		v, keys, known = e.Args[0].whereNull()
		if known {
			v = constant.ToFloat(v)
		}
		return v, keys, known
	case e.Op == OpCall && textWhereNull[e.Name] != nil:
		v, keys, known = e.Args[0].whereNull()
		if !known || v.Kind() != constant.String {
			return nil, nil, false
		}
		return textWhereNull[e.Name](constant.StringVal(v)), keys, true
	case e.Op == OpCall && testWhereNull[e.Name] != nil, e.Op == OpBinary && comparisons[e.Name] != 0:
		return e.pairWhereNull()
	}
	return nil, nil, false
}

// pairWhereNull is whereNull of a test of two values, one of which is known.
func (e *Expr) pairWhereNull() (v constant.Value, keys []string, known bool) {
	a, keys, first := e.Args[0].whereNull()
	b, second := e.Args[1].Const()
	if !first {
		a, first = e.Args[0].Const()
		b, keys, second = e.Args[1].whereNull()
	}
	switch {
	case !first || !second || len(keys) == 0 || a.Kind() != b.Kind():
		return nil, nil, false
	case e.Op == OpBinary:
		return constant.MakeBool(constant.Compare(a, comparisons[e.Name], b)), keys, true
	case a.Kind() != constant.String:
		return nil, nil, false
	}
	return constant.MakeBool(testWhereNull[e.Name](constant.StringVal(a), constant.StringVal(b))), keys, true
}

// textWhereNull are functions of one text, testWhereNull those that test one with another.
var (
	textWhereNull = map[string]func(string) constant.Value{
		"len":   func(s string) constant.Value { return constant.MakeInt64(int64(utf8.RuneCountInString(s))) },
		"lower": func(s string) constant.Value { return constant.MakeString(strings.ToLower(s)) },
		"trim":  func(s string) constant.Value { return constant.MakeString(strings.TrimSpace(s)) },
		"upper": func(s string) constant.Value { return constant.MakeString(strings.ToUpper(s)) },
	}
	testWhereNull = map[string]func(a, b string) bool{
		"contains": strings.Contains, "endsWith": strings.HasSuffix, "startsWith": strings.HasPrefix,
	}
)
