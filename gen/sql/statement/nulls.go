package statement

import (
	"slices"
	"strings"
)

// What a NOT NULL column gets is a mistake where it may be NULL for a reason that the statement shows: an operand that
// may be, an aggregate of no rows, a CASE without ELSE. Of a function that is not known and a division it is not:
// whoever writes these may know better, and the database says so where that is wrong. Nor is it of a sub-select that
// gives no row, but where that depends on what a caller sends, which is for gen/lint to say of its Lookup.

// computes reports whether an expression is null exactly where what is said of its parameters and columns makes it so.
func (e *expr) computes() bool {
	switch {
	case e.op == column, e.op == parameter, e.op == literal, e.op == null:
		return true
	case e.op == strict, e.calls(strictFunctions()), e.calls(coalescing):
		return len(e.tests) == 0 && !slices.ContainsFunc(e.args, func(arg *expr) bool { return !arg.computes() })
	}
	return false
}

// nullWith are the parameters that make a LIMIT or OFFSET null: of min(a, b), those of either.
func (e *expr) nullWith() [][]int {
	if e.calls(least) && len(e.args) > 1 {
		var all [][]int
		for _, arg := range e.args {
			all = append(all, arg.nullWith()...)
		}
		return all
	}
	if !e.computes() {
		return nil
	}
	return e.got.NullWith
}

// lacks reports whether an expression may be null for a reason that the statement shows, whatever its parameters are.
func (e *expr) lacks() bool {
	if !e.got.Null {
		return false
	}
	switch {
	case e.op == column:
		return len(e.got.Columns) > 0 // of a function like json_each, too little is known
	case e.op == null, e.isAggregate(), e.calls(moving) && len(e.args) < 3, e.calls(numbered):
		return true
	case e.op == strict, e.calls(strictFunctions()):
		return slices.ContainsFunc(e.args, (*expr).lacks)
	case e.calls(coalescing):
		return !slices.ContainsFunc(e.args, func(arg *expr) bool { return !arg.lacks() })
	case e.op == choice:
		return slices.ContainsFunc(e.args, func(arg *expr) bool { return arg.op == null || arg.lacks() })
	case e.op == scalar:
		item := e.query.only()
		return item != nil && item.lacks()
	}
	return false
}

// lookup is the sub-select whose one row an expression takes its value from: it is null where there is no such row.
// Whether there is one by what the statement itself holds, as where a foreign key says so, is not known: only what is
// compared with parameters may miss.
func (e *expr) lookup() *Lookup {
	switch {
	case !e.got.Null:
	case e.op == strict, e.calls(strictFunctions()):
		for _, arg := range e.args {
			if l := arg.lookup(); l != nil {
				return l
			}
		}
	case e.op == scalar:
		return e.query.lookup()
	}
	return nil
}

func (q *query) lookup() *Lookup {
	item := q.only()
	if item == nil || len(q.with) > 0 || folds(item) {
		return nil
	}
	c := q.cores[0]
	if c.from == nil || last(c.from.first.path) == "" || c.group || c.having != nil {
		return nil
	}
	var params []int
	for _, e := range conjuncts(c.where) {
		if e.op == test && (e.text == "=" || e.text == "==") {
			params = append(params, slices.Concat(e.tests[0].makers(), e.tests[1].makers())...)
		}
	}
	if len(params) == 0 {
		return nil
	}
	return &Lookup{last(c.from.first.path), params}
}

// forgo forgets the look-ups of a change that asks by itself which rows there are: for whether these are there, too,
// perhaps.
func (c *Change) forgo() {
	for i := range c.Assigned {
		c.Assigned[i].Lookup = nil
	}
}

// nests reports whether a condition holds a sub-select.
func (e *expr) nests() bool {
	found := false
	v := &visit{core: func(*core) {}, expr: func(inner *expr) { found = found || inner.query != nil }}
	v.value(e)
	return found
}

// misses reports whether a condition asks whether there is no such row of a table.
func (e *expr) misses(table string) bool {
	of := func(q *query) bool {
		if q == nil {
			return false
		}
		from := q.cores[0].from
		return from != nil && strings.EqualFold(last(from.first.path), table[strings.LastIndexByte(table, '.')+1:])
	}
	return slices.ContainsFunc(conjuncts(e), func(e *expr) bool {
		return e.op == not && e.tests[0].op == exists && of(e.tests[0].query) || e.op == list && e.query != nil && e.empty == "true" && of(e.query)
	})
}

// never reports whether an expression is null in any case.
func (e *expr) never() bool {
	switch {
	case e.op == null:
		return true
	case e.op == strict, e.calls(strictFunctions()):
		return slices.ContainsFunc(e.args, (*expr).never)
	case e.calls(coalescing), e.op == choice:
		return !slices.ContainsFunc(e.args, func(arg *expr) bool { return !arg.never() })
	}
	return false
}

// fixed reports whether an expression is made of literals alone.
func (e *expr) fixed() bool {
	switch {
	case e.op == literal:
		return true
	case e.op == strict, e.calls(strictFunctions()):
		return len(e.args) > 0 && len(e.tests) == 0 && !slices.ContainsFunc(e.args, func(arg *expr) bool { return !arg.fixed() })
	}
	return false
}

// least are functions of several values that SQLite has null where one of them is.
var least = set("min max")

// coalescing are functions that are null only where all of their arguments are.
var coalescing = set("coalesce ifnull")

// moving are window functions that are null where there is no such row, unless a third argument says what they are
// then.
var moving = set("lag lead")

// numbered are those that nothing can be said of then.
var numbered = set("nth_value")

// calls reports whether an expression calls one of some functions: over a window, or not, as these are.
func (e *expr) calls(names map[string]bool) bool {
	name := strings.ToLower(last(e.path))
	return e.op == call && !e.filter && names[name] && e.over == (moving[name] || numbered[name])
}

// only is the one expression that a query gives, or nil.
func (q *query) only() *expr {
	if len(q.cores) != 1 || len(q.cores[0].items) != 1 || q.cores[0].items[0].starred {
		return nil
	}
	return q.cores[0].items[0].value
}
