package tree

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// The value of a NOT NULL column is a mistake where the statement shows why it may be NULL: an operand that may be, an
// aggregate of no rows, a CASE without ELSE. Unknown functions and divisions are exempt: their author may know better,
// and the database rejects a NULL. So is a sub-select without a row, unless a value of the request decides that, which
// gen/lint reports of its Lookup.

// Computes reports whether an expression is null exactly where what is said of its parameters and columns makes it so.
func (e *Expr) Computes() bool {
	switch {
	case e.Op == Column, e.Op == Parameter, e.Op == Literal, e.Op == Null:
		return true
	case e.Op == Strict, e.Calls(StrictFunctions()), e.Calls(coalescing):
		return len(e.Tests) == 0 && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.Computes() })
	}
	return false
}

// NullWith are the parameters that make a LIMIT or OFFSET null: of min(a, b), those of either.
func (e *Expr) NullWith() [][]int {
	if e.Calls(least) && len(e.Args) > 1 {
		var all [][]int
		for _, arg := range e.Args {
			all = append(all, arg.NullWith()...)
		}
		return all
	}
	if !e.Computes() {
		return nil
	}
	return e.Got.NullWith
}

// Lacks reports whether an expression may be null for a reason that the statement shows, whatever its parameters are.
func (e *Expr) Lacks() bool {
	if !e.Got.Null {
		return false
	}
	switch {
	case e.Op == Column:
		return len(e.Got.Columns) > 0 // of a function like json_each, too little is known
	case e.Op == Null, e.IsAggregate(), e.Calls(Moving) && len(e.Args) < 3, e.Calls(numbered):
		return true
	case e.Op == Strict, e.Calls(StrictFunctions()):
		return slices.ContainsFunc(e.Args, (*Expr).Lacks)
	case e.Calls(coalescing):
		return !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.Lacks() })
	case e.Op == Choice:
		return slices.ContainsFunc(e.Args, func(arg *Expr) bool { return arg.Op == Null || arg.Lacks() })
	case e.Op == Scalar:
		item := e.Query.only()
		return item != nil && item.Lacks()
	}
	return false
}

// Lookup is the sub-select whose one row an expression takes its value from: it is null where there is no such row.
// Whether there is one by what the statement itself holds, as where a foreign key says so, is not known: only what is
// compared with parameters may miss.
func (e *Expr) Lookup() *statement.Lookup {
	switch {
	case !e.Got.Null:
	case e.Op == Strict, e.Calls(StrictFunctions()):
		for _, arg := range e.Args {
			if l := arg.Lookup(); l != nil {
				return l
			}
		}
	case e.Op == Scalar:
		return e.Query.lookup()
	}
	return nil
}

func (q *Query) lookup() *statement.Lookup {
	item := q.only()
	if item == nil || len(q.With) > 0 || Folds(item) {
		return nil
	}
	c := q.Cores[0]
	if c.From == nil || Last(c.From.First.Path) == "" || c.Group || c.Having != nil {
		return nil
	}
	var params []int
	for _, e := range Conjuncts(c.Where) {
		if e.Op == Test && (e.Text == "=" || e.Text == "==") {
			params = append(params, slices.Concat(e.Tests[0].Makers(), e.Tests[1].Makers())...)
		}
	}
	if len(params) == 0 {
		return nil
	}
	return &statement.Lookup{Table: Last(c.From.First.Path), Params: params}
}

// Nests reports whether a condition holds a sub-select.
func (e *Expr) Nests() bool {
	found := false
	v := &Visit{Core: func(*Core) {}, Expr: func(inner *Expr) { found = found || inner.Query != nil }}
	v.value(e)
	return found
}

// Misses reports whether a condition asks whether there is no such row of a table.
func (e *Expr) Misses(table string) bool {
	of := func(q *Query) bool {
		if q == nil {
			return false
		}
		from := q.Cores[0].From
		return from != nil && strings.EqualFold(Last(from.First.Path), table[strings.LastIndexByte(table, '.')+1:])
	}
	return slices.ContainsFunc(Conjuncts(e), func(e *Expr) bool {
		return e.Op == Not && e.Tests[0].Op == Exists && of(e.Tests[0].Query) || e.Op == List && e.Query != nil && e.Empty == "true" && of(e.Query)
	})
}

// Never reports whether an expression is null in any case.
func (e *Expr) Never() bool {
	switch {
	case e.Op == Null:
		return true
	case e.Op == Strict, e.Calls(StrictFunctions()):
		return slices.ContainsFunc(e.Args, (*Expr).Never)
	case e.Calls(coalescing), e.Op == Choice:
		return !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.Never() })
	}
	return false
}

// Fixed reports whether an expression is made of literals alone.
func (e *Expr) Fixed() bool {
	switch {
	case e.Op == Literal:
		return true
	case e.Op == Strict, e.Calls(StrictFunctions()):
		return len(e.Args) > 0 && len(e.Tests) == 0 && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.Fixed() })
	}
	return false
}

// least are functions of several values that SQLite has null where one of them is.
var least = Set("min max")

// coalescing are functions that are null only where all of their arguments are.
var coalescing = Set("coalesce ifnull")

// Moving are window functions that are null where there is no such row, unless a third argument says what they are
// then.
var Moving = Set("lag lead")

// numbered are those that nothing can be said of then.
var numbered = Set("nth_value")

// Calls reports whether an expression calls one of some functions: over a window, or not, as these are.
func (e *Expr) Calls(names map[string]bool) bool {
	name := strings.ToLower(Last(e.Path))
	return e.Op == Call && !e.Filter && names[name] && e.Over == (Moving[name] || numbered[name])
}

// only is the one expression that a query gives, or nil.
func (q *Query) only() *Expr {
	if len(q.Cores) != 1 || len(q.Cores[0].Items) != 1 || q.Cores[0].Items[0].Starred {
		return nil
	}
	return q.Cores[0].Items[0].Value
}
