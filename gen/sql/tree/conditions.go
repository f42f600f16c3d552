package tree

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Alternatives are the ways by which a condition that was followed is true, or false where denied is set.
func (e *Expr) Alternatives(denied bool) [][]statement.Comparison {
	switch {
	case e == nil, e.Op == Literal && Truth(e) != "" && (Truth(e) == "true") != denied:
		return nil
	case e.Op == Not:
		return e.Tests[0].Alternatives(!denied)
	case (e.Op == And || e.Op == Or) && (e.Op == And) != denied:
		return statement.BothOf(e.Tests[0].Alternatives(denied), e.Tests[1].Alternatives(denied))
	case e.Op == And || e.Op == Or:
		return statement.OneOf(e.Tests[0].Alternatives(denied), e.Tests[1].Alternatives(denied))
	case e.Op == Asked && e.Text == "IS TRUE" && !denied:
		return e.Tests[0].Alternatives(false)
	case e.Op == Asked && e.Text == "IS FALSE" && !denied:
		return e.Tests[0].Alternatives(true)
	}
	if pairs := e.Pairs(); pairs != nil {
		var all [][]statement.Comparison
		for i, pair := range pairs {
			switch met := pair.Alternatives(denied); {
			case i == 0:
				all = met
			case pair.Comparison(denied).Not:
				all = statement.OneOf(all, met)
			default:
				all = statement.BothOf(all, met)
			}
		}
		return all
	}
	return statement.BothOf([][]statement.Comparison{{e.Comparison(denied)}}, e.selects(denied))
}

// Pairs are the comparisons of the members of two rows: (a, b) = ($1, $2); nil of anything else.
func (e *Expr) Pairs() []*Expr {
	if e.Op == List && len(e.Tests) == 2 && e.Text == "" && e.Query == nil { // (a, b) IN ((1, 2))
		e = &Expr{Op: Test, Text: "=", Tests: e.Tests, Negated: e.Negated, Start: e.Start, End: e.End}
	}
	if e.Op != Test || len(e.Tests) != 2 || e.how() != statement.Equals {
		return nil
	}
	left, right := e.Tests[0], e.Tests[1]
	if left.Op != Row || right.Op != Row || len(left.Args) != len(right.Args) {
		return nil
	}
	var list []*Expr
	for i, arg := range left.Args {
		pair := *e
		pair.Tests = []*Expr{arg, right.Args[i]}
		list = append(list, &pair)
	}
	return list
}

// selects are the alternatives of the sub-selects that have a row where a condition is true, or false where denied
// is set.
func (e *Expr) selects(denied bool) [][]statement.Comparison {
	if (e.Op == Exists || e.Op == List && e.Query != nil) && e.denies() == denied {
		return e.Query.within(e.Op == List)
	}
	var all [][]statement.Comparison
	for i := 0; e.Op == Test && i < len(e.Tests); i++ {
		if operand := e.Tests[i]; operand.Op == Scalar {
			all = statement.BothOf(all, operand.Query.within(e.how() == statement.Equals && e.denies() == denied))
		}
	}
	return all
}

// within are the alternatives of a sub-select's rows, as conditions of the row that it stands in. It is tied to
// that where a value of both is the same.
func (q *Query) within(tied bool) [][]statement.Comparison {
	if q.Loose {
		return nil
	}
	var all [][]statement.Comparison
	for _, met := range q.Met {
		inside := slices.Clone(met)
		for i := range inside {
			inside[i].Inside = inside[i].Inside || !tied
		}
		all = append(all, inside)
	}
	return all
}

// Comparison is a condition that joins no others, once its operands were followed.
func (e *Expr) Comparison(denied bool) statement.Comparison {
	c := statement.Comparison{How: e.how(), Not: e.denies() != denied, Place: statement.Place{Start: e.Start, End: e.End}}
	switch {
	case c.How == statement.Unread:
		c.Left = []statement.Term{e.made()}
	case e.Op == Test, e.Op == Asked:
		c.Left, c.Right = e.Tests[0].Terms(), e.Tests[1].Terms()
	case e.Op == List:
		c.Left, c.Right = e.Tests[0].Terms(), e.members()
	case e.Op == IsNull, e.Op == NotNull:
		c.Left = e.Tests[0].Terms()
	case e.Op == Exists:
		c.Left = e.Query.terms()
	default:
		c.Left = e.Terms()
	}
	if len(c.Left) == 1 && len(c.Right) == 1 && c.Left[0].Column.Name == "" && c.Right[0].Column.Name != "" {
		c.Left, c.Right = c.Right, c.Left
	}
	return c
}

// how is the way in which a condition compares.
func (e *Expr) how() statement.How {
	operator := strings.TrimPrefix(strings.ToUpper(e.Text), "!")
	switch {
	case e.Op == Exists:
		return statement.Exists
	case e.Op == IsNull || e.Op == NotNull:
		return statement.IsNull
	case e.Op == Asked && len(e.Tests) == 2:
		return statement.Is
	case slices.Contains([]op{Column, Parameter, Literal, Call, Scalar, Choice, Strict}, e.Op):
		return statement.Holds
	case e.Op != Test && e.Op != List || e.Op == Test && len(e.Tests) < 2:
		return statement.Unread
	case e.Text == "BETWEEN" || slices.Contains([]string{"<", ">", "<=", ">="}, operator):
		return statement.Orders
	case e.Pattern != "" || operator == "MATCH" || operator == "@@" || slices.Contains(Matching, operator):
		return statement.Matches
	case e.Op == List && e.Text != "" && (e.Empty == "true") != (e.denies()):
		return statement.Unread // = ALL, <> ANY
	case e.Text == "" || slices.Contains([]string{"=", "==", "<>"}, e.Text) || e.Text == "!=":
		return statement.Equals
	}
	return statement.Unread
}

// denies reports whether a condition says that values do not compare so.
func (e *Expr) denies() bool {
	switch e.Op {
	case NotNull:
		return true
	case Asked:
		return e.Text == "IS NOT"
	case Test, List:
		return e.Negated || e.Text == "<>" || strings.HasPrefix(e.Text, "!")
	}
	return false
}

// members are what an expression is compared with by IN, ANY, ALL and BETWEEN.
func (e *Expr) members() []statement.Term {
	if e.Query != nil {
		return e.Query.terms()
	}
	among := e.Tests[1:]
	if e.Text != "" && e.Text != "BETWEEN" { // ANY, ALL
		among = e.Beside
	}
	var all []statement.Term
	for _, member := range among {
		if member.Op == Sure { // ARRAY[…]
			for _, arg := range member.Args {
				all = append(all, arg.Terms()...)
			}
			continue
		}
		terms := member.Terms()
		if member.Op != Scalar && e.Text != "BETWEEN" && len(among) == 1 {
			for i := range terms {
				terms[i].Elements = terms[i].Literal == ""
			}
		}
		all = append(all, terms...)
	}
	return all
}

// Terms are the values of which an expression that was followed is one.
func (e *Expr) Terms() []statement.Term {
	var all []statement.Term
	switch {
	case e.Calls(coalescing), e.Op == Choice:
		for _, arg := range e.Args {
			if arg.Op != Null {
				all = append(all, arg.Terms()...)
			}
		}
		return all
	case e.Op == Scalar:
		return e.Query.terms()
	}
	return []statement.Term{e.term()}
}

// terms are the values of the one column that a query gives.
func (q *Query) terms() []statement.Term {
	var all []statement.Term
	for _, c := range q.Cores {
		switch {
		case c.Nested != nil:
			all = append(all, c.Nested.terms()...)
		case len(c.Items) == 1:
			all = append(all, c.Items[0].Value.Terms()...)
		default:
			for _, tuple := range c.Rows {
				all = append(all, tuple[0].Terms()...)
			}
		}
	}
	return all
}

// term is what an expression is that was followed.
func (e *Expr) term() statement.Term {
	var t statement.Term
	inner := e
	for len(inner.Args) == 1 && (inner.converts() || inner.Calls(Casing)) {
		t.Cased, t.Typed = t.Cased || !inner.converts(), t.Typed || inner.converts()
		inner = inner.Args[0]
	}
	switch {
	case inner.Op == Parameter:
		t.Param = inner.Param
	case inner.Op == Literal && writesOut(inner.Text):
		t.Literal = inner.Text
	case inner.Got.Is != statement.Column{}:
		t.Column = inner.Got.Is
	case inner.Op == Column && inner.Got.Bare > 0: // of a sub-select
		t.Param, t.Cased = inner.Got.Bare, true
	default:
		return e.made()
	}
	return t
}

// made is a value of which only is known what flows into it.
func (e *Expr) made() statement.Term {
	v := e.Got
	for _, list := range [][]*Expr{e.Args, e.Tests, e.Beside} {
		for _, inner := range list {
			v = v.Carrying(inner.Got)
		}
	}
	return statement.Term{Columns: v.Columns, Params: v.Params}
}

// converts reports whether an expression gives its operand another type or order.
func (e *Expr) converts() bool {
	return e.Op == Strict && len(e.Args) == 1 && (e.As != "" || e.Text == "")
}

// writesOut reports whether a literal is a text, a number or a truth value.
func writesOut(text string) bool {
	truth := strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
	return strings.HasPrefix(text, "'") || IsNumber(text) || truth
}

// Plain is the column of a table that an expression is which was followed, but for its type; zero where it is
// something else.
func (e *Expr) Plain() statement.Column {
	switch {
	case e.Op == Column, e.Op == Field && !e.Got.Part:
		return e.Got.Is
	case e.converts():
		return e.Args[0].Got.Is
	}
	return statement.Column{}
}

// Or is what the rows of two SELECTs meet that UNION, INTERSECT or EXCEPT joins.
func (f Found) Or(other Found, how string) Found {
	if !strings.EqualFold(how, "UNION") {
		return f
	}
	return Found{statement.OneOf(f.Met, other.Met), f.Loose || other.Loose}
}

// Meets is what the rows of a SELECT or change meet, once its conditions were followed.
func (c *Core) Meets() Found {
	met := statement.BothOf(c.Where.Alternatives(false), c.Having.Alternatives(false))
	if c.From != nil {
		met = statement.BothOf(c.From.Met, met)
	}
	return Found{Met: met}
}

// Meets are the alternatives of a join, by those of what it joins: of the side that may be missing nothing is met.
func (j *Join) Meets(before, after, on [][]statement.Comparison) [][]statement.Comparison {
	switch {
	case j.Left && j.Right:
		return nil
	case j.Left:
		return before
	case j.Right:
		return after
	}
	return statement.BothOf(statement.BothOf(before, after), on)
}
