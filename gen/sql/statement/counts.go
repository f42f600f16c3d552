package statement

import "strings"

// counts reports whether an expression, which was followed, only says whether something is so, or how many are:
// count(password_hash), nick IS NULL, sum(CASE WHEN nick = 'a' THEN 1 ELSE 0 END). Of what it looks at nothing can be
// read from it, whatever it is called. What is written there alone, or made up, as random() is, may be anything.
func (e *expr) counts() bool {
	switch e.op {
	case test, and, or, not, list, asked, isNull, notNull, exists:
		return true
	case column:
		return e.got.Counts // of a query inside
	case scalar:
		item := e.query.only()
		return item != nil && item.counts()
	case choice:
		return countsAll(e.args, len(e.tests) > 0)
	case strict, loose:
		return countsAll(e.args, false)
	case call:
		name := strings.ToLower(last(e.path))
		return len(e.path) == 1 && (name == "count" || figures[name] && countsAll(e.args, false))
	}
	return false
}

// figures are functions whose result is one of their arguments, or calculated from them.
var figures = set("abs avg bool_and bool_or coalesce every greatest ifnull least max min nullif round sum total")

// countsAll reports whether of several expressions each counts, or is written out: one of them at least counts, or they
// are chosen among by a condition.
func countsAll(list []*expr, some bool) bool {
	for _, e := range list {
		switch {
		case e.counts():
			some = true
		case e.op != literal && e.op != null:
			return false
		}
	}
	return some
}
