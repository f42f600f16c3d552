package golden_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// fieldValue is something that an expression may read, and its type as the document writes it.
type fieldValue struct {
	expr   string
	typ    string // string, int, float, bool, time, list, any
	null   bool   // may be null
	hidden bool   // a password or a hash: it must not leave the workflow
	inside bool   // it is there in a region only, and not after an answer
	in     string // of a request field: where it is
}

// scope is what has run on every way to a node.
type scope []fieldValue

// with returns the scope with more in it; s stays as it is.
func (s scope) with(more ...fieldValue) scope { return append(s[:len(s):len(s)], more...) }

// answered is what is there after an answer, outside of all regions.
func (s scope) answered() scope {
	return slices.DeleteFunc(slices.Clone(s), func(v fieldValue) bool { return v.inside })
}

// find returns a random value for which good holds.
func (s scope) find(r *rand.Rand, good func(fieldValue) bool) (fieldValue, bool) {
	start := r.IntN(len(s) + 1)
	for i := range s {
		if v := s[(start+i)%len(s)]; good(v) {
			return v, true
		}
	}
	return fieldValue{}, false
}

// present returns the expression of a random value of a type that is not null, or "".
func (s scope) present(r *rand.Rand, typ string) string {
	v, ok := s.find(r, func(v fieldValue) bool { return v.typ == typ && !v.hidden })
	switch {
	case !ok:
		return ""
	case !v.null:
		return v.expr
	}
	return fmt.Sprintf("or(%s, %s)", v.expr, map[string]string{
		"string": "'none'", "int": "7", "float": "1.5", "bool": "false", "time": "now()",
	}[typ])
}

// expr writes a random expression of a type: at depth 0 a value or a literal.
func (s scope) expr(r *rand.Rand, typ string, depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		if v := s.present(r, typ); v != "" && r.IntN(5) > 0 {
			return v
		}
		return literal(r, typ)
	}
	in := func(typ string) string { return s.expr(r, typ, depth-1) }
	switch typ {
	case "string":
		return pick(r,
			fmt.Sprintf("upper(%s)", in("string")), fmt.Sprintf("%s + '-' + %s", in("string"), in("string")),
			fmt.Sprintf("string(%s)", in("int")), fmt.Sprintf("sha256(%s)", literal(r, "string")),
			fmt.Sprintf("when(%s, %s, %s)", in("bool"), in("string"), in("string")),
			fmt.Sprintf("replace(trim(%s), 'a', %s)", in("string"), in("string")), fmt.Sprintf("join(split(%s, ','), ';')", in("string")),
			fmt.Sprintf("base64(%s)", in("string")), "request.method + request.path", fmt.Sprintf("substring(%s, 1, len(%s) + 2)", in("string"), in("string")),
			fmt.Sprintf("join(map(filter(split(%s, 'a'), item != %s), item + '.'), ';')", in("string"), in("string")),
			fmt.Sprintf("or(last(sort(unique(split(%s, ',')))), 'none')", in("string")), fmt.Sprintf("formatTime(%s, '02.01.2006 15:04', 'Europe/Berlin')", in("time")),
			fmt.Sprintf("htmlEscape(%s)", in("string")), "or(request.headers['x-note'], 'no note')",
			fmt.Sprintf("string(%s)", in("float")), fmt.Sprintf("string(%s)", in("time")), "env.PUBLIC_NOTE")
	case "int":
		return pick(r,
			fmt.Sprintf("(%s + %s)", in("int"), in("int")), fmt.Sprintf("(%s - 1)", in("int")), fmt.Sprintf("%s * 3", in("int")),
			fmt.Sprintf("len(%s)", in("string")), fmt.Sprintf("max(%s, %s)", in("int"), in("int")), fmt.Sprintf("-(%s)", in("int")),
			fmt.Sprintf("(%s) / 7", in("int")), fmt.Sprintf("100 / len(%s)", in("string")), fmt.Sprintf("(%s) %% 13", in("int")), fmt.Sprintf("int(%s)", in("float")),
			fmt.Sprintf("when(%s, %s, 0)", in("bool"), in("int")), fmt.Sprintf("unix(%s)", in("time")),
			fmt.Sprintf("round(%s)", in("float")), fmt.Sprintf("abs(%s)", in("int")), fmt.Sprintf("sum(map(split(%s, ','), len(item) + %s))", in("string"), in("int")))
	case "float":
		return pick(r,
			fmt.Sprintf("(%s + %s)", in("float"), literal(r, "int")), fmt.Sprintf("%s * 0.5", in("float")), fmt.Sprintf("float(%s)", in("int")),
			fmt.Sprintf("min(%s, 2.5)", in("float")), fmt.Sprintf("abs(%s)", in("float")))
	case "bool":
		return pick(r,
			compared("<", in, "int"), compared("==", in, "string"), fmt.Sprintf("!(%s)", in("bool")),
			fmt.Sprintf("(%s && %s)", in("bool"), in("bool")), fmt.Sprintf("(%s || %s)", in("bool"), in("bool")),
			fmt.Sprintf("contains(%s, %s)", in("string"), in("string")), fmt.Sprintf("matches(%s, '^[a-m]')", in("string")),
			fmt.Sprintf("%s >= now()", in("time")), fmt.Sprintf("%s != 0.5", in("float")),
			fmt.Sprintf("hasScope(%s, 'x')", in("string")), "inNetwork(request.ip, '127.0.0.0/8')")
	}
	return pick(r, fmt.Sprintf("addDuration(%s, '15m')", s.expr(r, "time", 0)), fmt.Sprintf("startOf(%s, 'week', 'Europe/Berlin')", s.expr(r, "time", 0)))
}

// compared compares two values that differ as they are written: to compare one with itself is a mistake (FC203).
func compared(operator string, in func(string) string, typ string) string {
	a, b := in(typ), in(typ)
	if a == b {
		b = map[string]string{"int": "41", "string": "'y'"}[typ]
	}
	return fmt.Sprintf("%s %s %s", a, operator, b)
}

func literal(r *rand.Rand, typ string) string {
	switch typ {
	case "string":
		return pick(r, "'x'", "'a-m'", "\"é, {{\"", "`tick`")
	case "int":
		return pick(r, "0", "1", "42", "9007199254740993")
	case "float":
		return pick(r, "0.5", "2.0")
	case "bool":
		return pick(r, "true", "false")
	}
	return "now()"
}

// json writes a random JSON value with placeholders.
func (s scope) json(r *rand.Rand, depth int) any {
	switch n := r.IntN(10); {
	case n < 2 && depth > 0:
		object := map[string]any{}
		for i := range r.IntN(4) {
			object[pick(r, "a", "line-items", "type", "userId", "x_y")+fmt.Sprint(i)] = s.json(r, depth-1)
		}
		return object
	case n < 3 && depth > 0:
		list := []any{}
		for range r.IntN(3) {
			list = append(list, s.json(r, depth-1))
		}
		return list
	case n < 4:
		return pick[any](r, nil, true, 3, 1.25, "plain text")
	case n < 6:
		if v, ok := s.find(r, func(v fieldValue) bool { return !v.hidden }); ok {
			return "{{" + v.expr + "}}"
		}
	case n < 7:
		return fmt.Sprintf("text {{%s}} and {{%s}}", s.expr(r, "string", 1), s.expr(r, "int", 1))
	}
	return "{{" + s.expr(r, pick(r, "string", "int", "float", "bool", "time"), 2) + "}}"
}
