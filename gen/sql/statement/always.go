package statement

import (
	"slices"
	"strconv"
	"strings"
)

// Always says of a WHERE that it leaves out no row, though it is not written as `WHERE true`: `id = id`, `1 = 1`, `id
// IS NOT NULL` of a NOT NULL column.
type Always struct {
	Given []int    // parameters that may not be null for that
	Alike [][2]int // parameters that have to be the same
	Place          // of the condition
}

// holds says of a condition whether every row meets it, whatever the row holds; nil where that is not so, or can't be
// told. What it says of columns must not be known yet.
func (r *resolver) holds(condition *expr, s *scope, of *source) *Always {
	if condition == nil || condition.says("true") {
		return nil
	}
	h := &holding{r: r, s: s, of: of}
	if !h.always(condition) {
		return nil
	}
	h.Place = Place{condition.start, condition.end}
	return &h.Always
}

// holding looks for what a condition holds by.
type holding struct {
	Always
	r  *resolver
	s  *scope
	of *source // the table that is changed
}

func (h *holding) always(e *expr) bool {
	switch e.op {
	case literal:
		return truth(e) == "true"
	case and:
		return h.always(e.tests[0]) && h.always(e.tests[1])
	case or:
		return h.complete(e.tests[0], e.tests[1]) || h.complete(e.tests[1], e.tests[0]) || h.always(e.tests[0]) || h.always(e.tests[1])
	case not:
		return h.never(e.tests[0])
	case notNull:
		return h.present(e.tests[0])
	case test:
		return h.compares(e, true)
	case asked:
		return h.asks(e)
	case list:
		return e.query != nil && e.empty == "false" && h.among(e)
	case exists:
		return h.own(e.query) != nil
	}
	return false
}

// never reports whether no row meets a condition, and none leaves it open.
func (h *holding) never(e *expr) bool {
	switch e.op {
	case literal:
		return truth(e) == "false"
	case and:
		return h.never(e.tests[0]) || h.never(e.tests[1])
	case or:
		return h.never(e.tests[0]) && h.never(e.tests[1])
	case not:
		return h.always(e.tests[0])
	case isNull:
		return h.present(e.tests[0])
	case test:
		return h.compares(e, false)
	}
	return false
}

// says reports whether an expression is that word.
func (e *expr) says(word string) bool { return e.op == literal && strings.EqualFold(e.text, word) }

// truth is what a literal is as a condition: SQLite takes a number for one.
func truth(e *expr) string {
	if n, err := strconv.ParseFloat(e.text, 64); err == nil {
		return strconv.FormatBool(n != 0)
	}
	return strings.ToLower(e.text)
}

// complete reports whether one condition asks whether something is null, and the other one whether it is not.
func (h *holding) complete(a, b *expr) bool {
	return a.op == isNull && b.op == notNull && h.same(a.tests[0], b.tests[0])
}

// asks reports whether `a IS b` holds by itself.
func (h *holding) asks(e *expr) bool {
	switch e.text {
	case "IS TRUE":
		return h.always(e.tests[0])
	case "IS FALSE":
		return h.never(e.tests[0])
	case "IS":
		return len(e.tests) == 2 && h.same(e.tests[0], e.tests[1])
	}
	return false
}

// compares reports whether a comparison has that result for each row: of something with itself, or of two literals.
func (h *holding) compares(e *expr, result bool) bool {
	a, b := e.tests[0], e.tests[1]
	if e.pattern != "" {
		all := map[string]string{"LIKE": "'%'", "ILIKE": "'%'", "GLOB": "'*'"}[strings.ToUpper(e.pattern)]
		return result && !e.negated && len(e.tests) == 2 && all != "" && b.op == literal && b.text == all && h.present(a)
	}
	is := map[string][3]bool{ // of the same, of a smaller and of a greater one
		"=": {true, false, false}, "==": {true, false, false}, "<>": {false, true, true}, "!=": {false, true, true},
		"<": {false, true, false}, "<=": {true, true, false}, ">": {false, false, true}, ">=": {true, false, true},
	}
	means, known := is[e.text]
	if !known {
		return false
	}
	if n, m, numbers := figuresOf(a, b); numbers {
		return result == (n == m && means[0] || n < m && means[1] || n > m && means[2])
	}
	return result == means[0] && h.present(a) && h.present(b) && h.same(a, b)
}

// figuresOf are two literals as numbers, if they are.
func figuresOf(a, b *expr) (n, m float64, numbers bool) {
	n, err := strconv.ParseFloat(a.text, 64)
	m, failed := strconv.ParseFloat(b.text, 64)
	return n, m, a.op == literal && b.op == literal && err == nil && failed == nil
}

// present reports whether an expression is never null, if the parameters in it are not.
func (h *holding) present(e *expr) bool {
	switch {
	case e.op == literal:
		return true
	case e.op == parameter:
		h.Given = append(h.Given, e.param)
		return true
	case e.op == column:
		v := h.s.column(e.path)
		return !v.Null && len(v.NullWith) == 0 && v.Unproved == "" && len(v.Columns) > 0
	case e.op == row, e.op == strict, e.calls(strictFunctions()):
		return len(e.tests) == 0 && !slices.ContainsFunc(e.args, func(arg *expr) bool { return !h.present(arg) })
	}
	return false
}

// same reports whether two expressions are the same for each row, if the parameters are which have to be.
func (h *holding) same(a, b *expr) bool {
	switch {
	case a.op != b.op || len(a.args) != len(b.args) || len(a.tests)+len(b.tests) > 0:
		return false
	case a.op == parameter:
		if a.param != b.param {
			h.Alike = append(h.Alike, [2]int{a.param, b.param})
		}
		return true
	case a.op == literal:
		return a.text == b.text
	case a.op == column:
		left, right := h.s.locate(a.path), h.s.locate(b.path)
		return len(left) == 1 && len(right) == 1 && left[0].relation == right[0].relation && strings.EqualFold(left[0].name, right[0].name)
	case a.op != row && a.op != strict && !(a.calls(strictFunctions()) && strings.EqualFold(last(a.path), last(b.path))):
		return false
	}
	for i := range a.args {
		if !h.same(a.args[i], b.args[i]) {
			return false
		}
	}
	return strings.EqualFold(a.text, b.text)
}

// among reports whether a column is one of those that a SELECT of the table itself gives, of each of its rows.
func (h *holding) among(e *expr) bool {
	c := h.own(e.query)
	if c == nil || len(c.items) != 1 || c.items[0].value.op != column || e.tests[0].op != column {
		return false
	}
	return strings.EqualFold(last(c.items[0].value.path), last(e.tests[0].path)) && h.present(e.tests[0])
}

// own is a SELECT of all rows of the table that is changed, or nil.
func (h *holding) own(q *query) *core {
	if q == nil || len(q.cores) != 1 || len(q.with) > 0 || q.limited || len(q.bounds) > 0 {
		return nil
	}
	c := q.cores[0]
	switch {
	case c.from == nil || len(c.from.joins) > 0 || c.from.first.path == nil || c.from.first.calls != nil:
	case c.where != nil || c.having != nil || c.group || aggregated(c) || h.s.cte(last(c.from.first.path)) != nil:
	case strings.EqualFold(last(c.from.first.path), last(h.of.path)):
		return c
	}
	return nil
}
