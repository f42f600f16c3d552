package statement

import (
	"slices"
	"strings"
)

// alternatives are the ways by which a condition that was followed is true, or false where denied is set.
func (e *expr) alternatives(denied bool) [][]Comparison {
	switch {
	case e == nil, e.op == literal && truth(e) != "" && (truth(e) == "true") != denied:
		return nil
	case e.op == not:
		return e.tests[0].alternatives(!denied)
	case (e.op == and || e.op == or) && (e.op == and) != denied:
		return bothOf(e.tests[0].alternatives(denied), e.tests[1].alternatives(denied))
	case e.op == and || e.op == or:
		return oneOf(e.tests[0].alternatives(denied), e.tests[1].alternatives(denied))
	case e.op == asked && e.text == "IS TRUE" && !denied:
		return e.tests[0].alternatives(false)
	case e.op == asked && e.text == "IS FALSE" && !denied:
		return e.tests[0].alternatives(true)
	}
	if pairs := e.pairs(); pairs != nil {
		var all [][]Comparison
		for i, pair := range pairs {
			switch met := pair.alternatives(denied); {
			case i == 0:
				all = met
			case pair.comparison(denied).Not:
				all = oneOf(all, met)
			default:
				all = bothOf(all, met)
			}
		}
		return all
	}
	return bothOf([][]Comparison{{e.comparison(denied)}}, e.selects(denied))
}

// pairs are the comparisons of the members of two rows: (a, b) = ($1, $2); nil of anything else.
func (e *expr) pairs() []*expr {
	if e.op == list && len(e.tests) == 2 && e.text == "" && e.query == nil { // (a, b) IN ((1, 2))
		e = &expr{op: test, text: "=", tests: e.tests, negated: e.negated, start: e.start, end: e.end}
	}
	if e.op != test || len(e.tests) != 2 || e.how() != Equals {
		return nil
	}
	left, right := e.tests[0], e.tests[1]
	if left.op != row || right.op != row || len(left.args) != len(right.args) {
		return nil
	}
	var list []*expr
	for i, arg := range left.args {
		pair := *e
		pair.tests = []*expr{arg, right.args[i]}
		list = append(list, &pair)
	}
	return list
}

// selects are the alternatives of the sub-selects that have a row where a condition is true, or false where denied
// is set.
func (e *expr) selects(denied bool) [][]Comparison {
	if (e.op == exists || e.op == list && e.query != nil) && e.denies() == denied {
		return e.query.within(e.op == list)
	}
	var all [][]Comparison
	for i := 0; e.op == test && i < len(e.tests); i++ {
		if operand := e.tests[i]; operand.op == scalar {
			all = bothOf(all, operand.query.within(e.how() == Equals && e.denies() == denied))
		}
	}
	return all
}

// within are the alternatives of a sub-select's rows, as conditions of the row that it stands in. It is tied to
// that where a value of both is the same.
func (q *query) within(tied bool) [][]Comparison {
	if q.loose {
		return nil
	}
	var all [][]Comparison
	for _, met := range q.met {
		inside := slices.Clone(met)
		for i := range inside {
			inside[i].Inside = inside[i].Inside || !tied
		}
		all = append(all, inside)
	}
	return all
}

// comparison is a condition that joins no others, once its operands were followed.
func (e *expr) comparison(denied bool) Comparison {
	c := Comparison{How: e.how(), Not: e.denies() != denied, Place: Place{e.start, e.end}}
	switch {
	case c.How == Unread:
		c.Left = []Term{e.made()}
	case e.op == test, e.op == asked:
		c.Left, c.Right = e.tests[0].terms(), e.tests[1].terms()
	case e.op == list:
		c.Left, c.Right = e.tests[0].terms(), e.members()
	case e.op == isNull, e.op == notNull:
		c.Left = e.tests[0].terms()
	case e.op == exists:
		c.Left = e.query.terms()
	default:
		c.Left = e.terms()
	}
	if len(c.Left) == 1 && len(c.Right) == 1 && c.Left[0].Column.Name == "" && c.Right[0].Column.Name != "" {
		c.Left, c.Right = c.Right, c.Left
	}
	return c
}

// how is the way in which a condition compares.
func (e *expr) how() How {
	operator := strings.TrimPrefix(strings.ToUpper(e.text), "!")
	switch {
	case e.op == exists:
		return Exists
	case e.op == isNull || e.op == notNull:
		return IsNull
	case e.op == asked && len(e.tests) == 2:
		return Is
	case slices.Contains([]op{column, parameter, literal, call, scalar, choice, strict}, e.op):
		return Holds
	case e.op != test && e.op != list || e.op == test && len(e.tests) < 2:
		return Unread
	case e.text == "BETWEEN" || slices.Contains([]string{"<", ">", "<=", ">="}, operator):
		return Orders
	case e.pattern != "" || operator == "MATCH" || operator == "@@" || slices.Contains(matching, operator):
		return Matches
	case e.op == list && e.text != "" && (e.empty == "true") != (e.denies()):
		return Unread // = ALL, <> ANY
	case e.text == "" || slices.Contains([]string{"=", "==", "<>"}, e.text) || e.text == "!=":
		return Equals
	}
	return Unread
}

// denies reports whether a condition says that values do not compare so.
func (e *expr) denies() bool {
	switch e.op {
	case notNull:
		return true
	case asked:
		return e.text == "IS NOT"
	case test, list:
		return e.negated || e.text == "<>" || strings.HasPrefix(e.text, "!")
	}
	return false
}

// members are what an expression is compared with by IN, ANY, ALL and BETWEEN.
func (e *expr) members() []Term {
	if e.query != nil {
		return e.query.terms()
	}
	among := e.tests[1:]
	if e.text != "" && e.text != "BETWEEN" { // ANY, ALL
		among = e.beside
	}
	var all []Term
	for _, member := range among {
		if member.op == sure { // ARRAY[…]
			for _, arg := range member.args {
				all = append(all, arg.terms()...)
			}
			continue
		}
		terms := member.terms()
		if member.op != scalar && e.text != "BETWEEN" && len(among) == 1 {
			for i := range terms {
				terms[i].Elements = terms[i].Literal == ""
			}
		}
		all = append(all, terms...)
	}
	return all
}

// terms are the values of which an expression that was followed is one.
func (e *expr) terms() []Term {
	var all []Term
	switch {
	case e.calls(coalescing), e.op == choice:
		for _, arg := range e.args {
			if arg.op != null {
				all = append(all, arg.terms()...)
			}
		}
		return all
	case e.op == scalar:
		return e.query.terms()
	}
	return []Term{e.term()}
}

// terms are the values of the one column that a query gives.
func (q *query) terms() []Term {
	var all []Term
	for _, c := range q.cores {
		switch {
		case c.nested != nil:
			all = append(all, c.nested.terms()...)
		case len(c.items) == 1:
			all = append(all, c.items[0].value.terms()...)
		default:
			for _, tuple := range c.rows {
				all = append(all, tuple[0].terms()...)
			}
		}
	}
	return all
}

// term is what an expression is that was followed.
func (e *expr) term() Term {
	var t Term
	inner := e
	for len(inner.args) == 1 && (inner.converts() || inner.calls(casing)) {
		t.Cased, t.Typed = t.Cased || !inner.converts(), t.Typed || inner.converts()
		inner = inner.args[0]
	}
	switch {
	case inner.op == parameter:
		t.Param = inner.param
	case inner.op == literal && writesOut(inner.text):
		t.Literal = inner.text
	case inner.got.is != Column{}:
		t.Column = inner.got.is
	case inner.op == column && inner.got.bare > 0: // of a sub-select
		t.Param, t.Cased = inner.got.bare, true
	default:
		return e.made()
	}
	return t
}

// made is a value of which only is known what flows into it.
func (e *expr) made() Term {
	v := e.got
	for _, list := range [][]*expr{e.args, e.tests, e.beside} {
		for _, inner := range list {
			v = v.carrying(inner.got)
		}
	}
	return Term{Columns: v.Columns, Params: v.Params}
}

// converts reports whether an expression gives its operand another type or order.
func (e *expr) converts() bool {
	return e.op == strict && len(e.args) == 1 && (e.as != "" || e.text == "")
}

// writesOut reports whether a literal is a text, a number or a truth value.
func writesOut(text string) bool {
	truth := strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
	return strings.HasPrefix(text, "'") || isNumber(text) || truth
}

// plain is the column of a table that an expression is which was followed, but for its type; zero where it is
// something else.
func (e *expr) plain() Column {
	switch {
	case e.op == column, e.op == field && !e.got.Part:
		return e.got.is
	case e.converts():
		return e.args[0].got.is
	}
	return Column{}
}

// compareAll notes each comparison of a statement, wherever it stands.
func (s *Statement) compareAll(q *query) {
	denied := map[*expr]bool{}
	v := &visit{all: true, core: func(*core) {}, expr: func(e *expr) {
		switch e.op {
		case not:
			denied[e.tests[0]] = !denied[e]
		case and, or:
			denied[e.tests[0]], denied[e.tests[1]] = denied[e], denied[e]
		case test, list, asked, isNull, notNull, exists:
			if e.op == asked && len(e.tests) == 1 {
				return
			}
			for _, pair := range append(e.pairs(), e)[:max(1, len(e.pairs()))] {
				s.Compared = append(s.Compared, pair.comparison(denied[e]))
			}
		}
	}}
	v.query(q)
}

// or is what the rows of two SELECTs meet that UNION, INTERSECT or EXCEPT joins.
func (f found) or(other found, how string) found {
	if !strings.EqualFold(how, "UNION") {
		return f
	}
	return found{oneOf(f.met, other.met), f.loose || other.loose}
}

// meeting is a result whose rows meet something.
func (a result) meeting(f found) result {
	a.found = f
	return a
}

// meets is what the rows of a SELECT or change meet, once its conditions were followed.
func (c *core) meets() found {
	met := bothOf(c.where.alternatives(false), c.having.alternatives(false))
	if c.from != nil {
		met = bothOf(c.from.met, met)
	}
	return found{met: met}
}

// meets are the alternatives of a table of a FROM, which is several where it is a join in parentheses.
func (f *source) meets(tables []*relation) [][]Comparison {
	switch {
	case f.from != nil && f.alias == "":
		return f.from.met
	case tables[0].loose:
		return nil
	}
	return tables[0].met
}

// meets are the alternatives of a join, by those of what it joins: of the side that may be missing nothing is met.
func (j *join) meets(before, after, on [][]Comparison) [][]Comparison {
	switch {
	case j.left && j.right:
		return nil
	case j.left:
		return before
	case j.right:
		return after
	}
	return bothOf(bothOf(before, after), on)
}

// shares is the comparison of the columns of a name by which two sides are joined.
func (j *join) shares(name string, left, right []*relation) [][]Comparison {
	find := func(side []*relation) []Term {
		for _, t := range side {
			if v, ok := t.find(name); ok {
				return []Term{{Column: v.is}}
			}
		}
		return nil
	}
	return [][]Comparison{{{Left: find(left), How: Equals, Right: find(right), Place: j.Place}}}
}

// unplaced are alternatives of a view: its text has no place in the statement.
func unplaced(alternatives [][]Comparison) [][]Comparison {
	for _, list := range alternatives {
		for i := range list {
			list[i].Place = Place{}
		}
	}
	return alternatives
}
