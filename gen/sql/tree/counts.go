package tree

import "strings"

// Counts reports whether an expression, which was followed, only says whether something is so, or how many are:
// count(password_hash), nick IS NULL, sum(CASE WHEN nick = 'a' THEN 1 ELSE 0 END). Of what it looks at nothing can be
// read from it, whatever it is called. What is written there alone, or made up, as random() is, may be anything.
func (e *Expr) Counts() bool {
	switch e.Op {
	case Test, And, Or, Not, List, Asked, IsNull, NotNull, Exists:
		return true
	case Column:
		return e.Got.Counts // of a query inside
	case Scalar:
		item := e.Query.only()
		return item != nil && item.Counts()
	case Choice:
		return countsAll(e.Args, len(e.Tests) > 0)
	case Strict, Loose:
		return countsAll(e.Args, false)
	case Call:
		name := strings.ToLower(Last(e.Path))
		return len(e.Path) == 1 && (name == "count" || figures[name] && countsAll(e.Args, false))
	}
	return false
}

// figures are functions whose result is one of their arguments, or calculated from them.
var figures = Set("abs avg bool_and bool_or coalesce every greatest ifnull least max min nullif round sum total")

// countsAll reports whether of several expressions each counts, or is written out: one of them at least counts, or they
// are chosen among by a condition.
func countsAll(list []*Expr, some bool) bool {
	for _, e := range list {
		switch {
		case e.Counts():
			some = true
		case e.Op != Literal && e.Op != Null:
			return false
		}
	}
	return some
}
