package sqlite

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/types"
)

// typeOf returns the type of an expression inside c: exact where that is certain, else any and null-able.
func (a *analysis) typeOf(c *core, p piece) types.Type {
	p = a.unwrap(p)
	if qualifier, name, ok := a.reference(p); ok {
		if typ, ok := a.resolve(c, qualifier, name); ok {
			return typ
		}
	}
	typ, ok := a.operatorType(c, p)
	if !ok {
		typ, ok = a.primaryType(c, p)
	}
	if !ok {
		return types.Of(types.Any).OrNull()
	}
	if typ.Kind == types.Time && !a.chooses(p) {
		// Only a column is declared as a time: of a value that was computed, SQLite hands over what it is.
		typ.Kind, typ.Format = types.Any, ""
	}
	return typ
}

// chooses reports whether an expression gives one of the values that it is called with, as it is stored.
func (a *analysis) chooses(p piece) bool {
	return a.tokens[p.start].Is("MIN", "MAX", "COALESCE", "IFNULL") && token.At(a.tokens, p.start+1).Is("(")
}

// unwrap takes parentheses off that enclose all of p.
func (a *analysis) unwrap(p piece) piece {
	for p.end-p.start >= 2 && a.tokens[p.start].Is("(") && a.subs[p.start] == nil && a.closing(p.start) == p.end-1 {
		p = piece{p.start + 1, p.end - 1}
	}
	return p
}

// closing returns the index of the parenthesis that closes the one at open, or the end of the tokens.
func (a *analysis) closing(open int) int {
	depth := 0
	for i := open; i < len(a.tokens); i++ {
		switch {
		case a.tokens[i].Is("("):
			depth++
		case a.tokens[i].Is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(a.tokens)
}

// operatorType returns the type of an expression whose outermost part is an operator.
func (a *analysis) operatorType(c *core, p piece) (types.Type, bool) {
	if typ, ok := a.logicType(c, p); ok {
		return typ, true
	}
	if i := a.outermost(p, "=", "==", "<>", "!=", "<", ">", "<=", ">="); i > p.start {
		return a.boolOf(c, piece{p.start, i}, piece{i + 1, p.end}), true
	}
	if a.outermost(p, "->", "->>") >= 0 {
		return types.Type{}, false
	}
	for _, level := range [...][]string{{"&", "|", "<<", ">>"}, {"+", "-"}, {"*", "/", "%"}, {"||"}} {
		if i := a.outermost(p, level...); i > p.start {
			return a.arithmetic(c, p, i)
		}
	}
	if i := a.outermost(p, "COLLATE"); i > p.start && i == p.end-2 {
		return a.typeOf(c, piece{p.start, i}), true
	}
	return a.signed(c, p)
}

// signed returns the type of `-a`, `+a` and `~a`.
func (a *analysis) signed(c *core, p piece) (types.Type, bool) {
	if p.end-p.start < 2 || !a.tokens[p.start].Is("-", "+", "~") {
		return types.Type{}, false
	}
	typ := a.typeOf(c, piece{p.start + 1, p.end})
	return typ, typ.Kind == types.Int || typ.Kind == types.Float && !a.tokens[p.start].Is("~")
}

// logicType returns the type of a condition: what AND, OR, NOT, IS, IN, LIKE and BETWEEN give.
func (a *analysis) logicType(c *core, p piece) (types.Type, bool) {
	if a.outermost(p, "BETWEEN") >= 0 {
		return types.Of(types.Bool).OrNull(), true
	}
	for _, op := range [...]string{"OR", "AND"} {
		if i := a.outermost(p, op); i >= 0 {
			return a.boolOf(c, piece{p.start, i}, piece{i + 1, p.end}), true
		}
	}
	not := a.outermost(p, "NOT")
	switch {
	case not == p.start:
		return a.boolOf(c, piece{p.start + 1, p.end}), true
	case a.outermost(p, "IS", "ISNULL", "NOTNULL") >= 0, not >= 0 && token.At(a.tokens, not+1).Is("NULL"):
		return types.Of(types.Bool), true
	case a.outermost(p, "IN", "LIKE") >= 0:
		return types.Of(types.Bool).OrNull(), true
	}
	return types.Type{}, false
}

// boolOf returns the type of a condition on operands: NULL where one of them may be.
func (a *analysis) boolOf(c *core, operands ...piece) types.Type {
	typ := types.Of(types.Bool)
	for _, p := range operands {
		typ.Nullable = typ.Nullable || a.typeOf(c, p).Nullable
	}
	return typ
}

// outermost returns the index of the last of the given operators in p that stands in no parenthesis and no
// CASE, or -1.
func (a *analysis) outermost(p piece, operators ...string) int {
	found, depth := -1, 0
	for i := p.start; i < p.end; i++ {
		switch t := a.tokens[i]; {
		case t.Is("(", "CASE"):
			depth++
		case t.Is(")", "END"):
			depth--
		case depth == 0 && t.Is(operators...):
			found = i
		}
	}
	return found
}

// arithmetic returns the type of `a + b`, `a || b` and the like.
func (a *analysis) arithmetic(c *core, p piece, op int) (types.Type, bool) {
	left, right := a.typeOf(c, piece{p.start, op}), a.typeOf(c, piece{op + 1, p.end})
	typ := common(left, right)
	switch {
	case a.tokens[op].Is("||"):
		typ.Kind, typ.Format = types.String, ""
	case !left.Numeric() || !right.Numeric():
		return types.Type{}, false
	case a.tokens[op].Is("/", "%"):
		typ = numeric(left, right).OrNull() // of a division by 0
	case a.tokens[op].Is("&", "|", "<<", ">>"):
		typ.Kind = types.Int
	case left.Kind != right.Kind:
		typ.Kind = types.Float
	}
	return typ, true
}

// primaryType returns the type of an expression without an operator outside of parentheses.
func (a *analysis) primaryType(c *core, p piece) (types.Type, bool) {
	first := token.At(a.tokens[:p.end], p.start)
	switch {
	case p.end-p.start == 1:
		return literalType(first)
	case first.Is("-") && p.end-p.start == 2 && a.tokens[p.start+1].Kind == token.Number:
		return literalType(a.tokens[p.start+1])
	case first.Is("(") && a.subs[p.start] != nil && a.closing(p.start) == p.end-1:
		return a.scalarType(a.subs[p.start])
	case first.Is("EXISTS"):
		return types.Of(types.Bool), true
	case first.Is("CASE"):
		return a.caseType(c, p)
	case first.Is("CAST"):
		return a.castType(c, p)
	case first.Kind == token.Word && token.At(a.tokens[:p.end], p.start+1).Is("("):
		return a.callType(c, p)
	}
	return types.Type{}, false
}

func literalType(t token.Token) (types.Type, bool) {
	switch {
	case t.Kind == token.Number && strings.ContainsAny(t.Src, ".eE") && !strings.HasPrefix(strings.ToLower(t.Src), "0x"):
		return types.Of(types.Float), true
	case t.Kind == token.Number:
		return types.Of(types.Int), true
	case t.Kind == token.Text && (t.Src[0] == 'x' || t.Src[0] == 'X'):
		return types.Of(types.Bytes), true
	case t.Kind == token.Text:
		return types.Of(types.String), true
	case t.Is("TRUE", "FALSE"):
		return types.Of(types.Bool), true
	}
	return types.Type{}, false
}

// scalarType returns the type of a subquery that stands for one value: NULL where it finds no row.
func (a *analysis) scalarType(q *query) (types.Type, bool) {
	columns, sure := a.queryColumns(q)
	if !sure || len(columns) != 1 {
		return types.Type{}, false
	}
	typ := columns[0].typ
	typ.Nullable = typ.Nullable || !a.oneRow(q)
	return typ, true
}

// castType returns the type of CAST(x AS type).
func (a *analysis) castType(c *core, p piece) (types.Type, bool) {
	inside := piece{p.start + 2, p.end - 1}
	as := a.outermost(inside, "AS")
	if as < 0 || a.closing(p.start+1) != p.end-1 {
		return types.Type{}, false
	}
	var name strings.Builder
	for _, t := range a.tokens[as+1 : inside.end] {
		name.WriteString(t.Src + " ")
	}
	typ := a.typeOf(c, piece{inside.start, as})
	typ.Kind, typ.Format = castKind(name.String(), typ.Kind), ""
	return typ, true
}

// caseType returns the type of a CASE: that of its values, if they have one.
func (a *analysis) caseType(c *core, p piece) (types.Type, bool) {
	var values []piece
	depth, from := 0, -1
	for i := p.start; i < p.end; i++ {
		t := a.tokens[i]
		if depth == 1 && from >= 0 && t.Is("WHEN", "ELSE", "END") {
			values, from = append(values, piece{from, i}), -1
		}
		switch {
		case t.Is("(", "CASE"):
			depth++
		case t.Is(")", "END"):
			if depth--; depth == 0 && i != p.end-1 {
				return types.Type{}, false
			}
		case depth == 1 && t.Is("THEN", "ELSE"):
			from = i + 1
		}
	}
	return a.oneOf(c, values)
}

// oneOf returns the type of one of several values, NULL aside: a number of either kind is a number.
func (a *analysis) oneOf(c *core, values []piece) (types.Type, bool) {
	var typ types.Type
	known := false
	for _, p := range values {
		switch next := a.typeOf(c, p); {
		case p.end-p.start == 1 && a.tokens[p.start].Is("NULL"):
		case !known:
			typ, known = next, true
		case typ.Numeric() && next.Numeric():
			typ = numeric(typ, next)
		default:
			typ = common(typ, next)
		}
	}
	return typ.OrNull(), known
}

// numeric is the type of what is made of two numbers.
func numeric(t, u types.Type) types.Type {
	if t.Kind != u.Kind {
		t.Kind = types.Float
	}
	t.Nullable = t.Nullable || u.Nullable
	return t
}
