package statement

import "slices"

// Comparison is a condition that compares values. Where one side may be one of several values, as coalesce(a, b)
// and the list of an IN may, some value of Left compares so with some value of Right; where Not is set, no value
// of Left does with any of Right.
type Comparison struct {
	Left   []Term
	How    How
	Right  []Term // none of a test of one value: IS NULL, a condition that is a column
	Not    bool   // NOT is around it, or it is <>, NOT IN, IS NOT NULL
	Inside bool   // a row of a sub-select meets it, which IN, EXISTS or `=` asks for, and not the row itself
	Place         // zero where a view is written so
}

// How is a way of comparing.
type How uint8

// The ways of comparing.
const (
	Unread  How = iota // a condition that is not understood; its Left has all that flows into it
	Equals             // =, IN, = ANY
	Is                 // IS NOT DISTINCT FROM, IS of SQLite: null is equal to null
	Orders             // <, <=, >, >=, BETWEEN
	Matches            // LIKE, GLOB, a regular expression, a search for words
	IsNull             // IS NULL
	Exists             // EXISTS: of its rows Left has the columns, if any
	Holds              // the value itself is true
)

// Term is a value that is compared, or that a column gets.
type Term struct {
	Column   Column // that it is; zero where it is something else
	Param    int    // that it is, from 1; 0 where it is something else
	Literal  string // that it is, as written: 'a', 1, TRUE; "" where it is something else
	Cased    bool   // of these, but for capitals and for white space around it: lower(email)
	Typed    bool   // of these, as another type: id::text
	Elements bool   // of these, it is one of its elements where that is a list: = ANY($1), IN ($1)

	Columns []Column // of any other value: the columns that flow into it
	Params  []int    // and the parameters
}

// MaxAlternatives bounds in how many ways rows are said to meet a condition.
const MaxAlternatives = 24

// Equality returns the column and the parameter that a comparison of the row itself says to be equal.
func (c Comparison) Equality() (column Column, param int, is bool) {
	if c.How != Equals || c.Not || c.Inside || len(c.Left) != 1 || len(c.Right) != 1 {
		return Column{}, 0, false
	}
	left, right := c.Left[0], c.Right[0]
	return left.Column, right.Param, left.IsColumn() && right.IsParam() && !right.Elements
}

// IsColumn reports whether a value is a column as it is.
func (t Term) IsColumn() bool { return t.Column.Name != "" && !t.Cased && !t.Typed }

// IsParam reports whether a value is a parameter as it is, or one of its elements where that is a list.
func (t Term) IsParam() bool { return t.Param > 0 && !t.Cased && !t.Typed }

// ColumnKey is how a column identifies rows.
type ColumnKey struct {
	Column
	Unique bool   // no two rows have the same value there
	Refers Column // that a foreign key of this column alone refers to; zero where there is none
}

// is reports whether both compare the same values in the same way, wherever they are written.
func (c Comparison) is(other Comparison) bool {
	return c.How == other.How && c.Not == other.Not && c.Inside == other.Inside &&
		slices.EqualFunc(c.Left, other.Left, Term.is) && slices.EqualFunc(c.Right, other.Right, Term.is)
}

func (o Term) is(other Term) bool {
	return o.Column.Is(other.Column) && o.Param == other.Param && o.Literal == other.Literal && o.Cased == other.Cased &&
		o.Typed == other.Typed && o.Elements == other.Elements && slices.EqualFunc(o.Columns, other.Columns, Column.Is) && slices.Equal(o.Params, other.Params)
}

// everyOf are the comparisons that stand in all of some alternatives.
func everyOf(alternatives [][]Comparison) []Comparison {
	if len(alternatives) == 0 {
		return nil
	}
	var list []Comparison
	for _, c := range alternatives[0] {
		lacks := func(other []Comparison) bool { return !slices.ContainsFunc(other, c.is) }
		if !slices.ContainsFunc(list, c.is) && !slices.ContainsFunc(alternatives[1:], lacks) {
			list = append(list, c)
		}
	}
	return list
}

// OneOf joins the alternatives of two conditions of which one holds. No alternative is one that asks nothing.
func OneOf(a, b [][]Comparison) [][]Comparison {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	if all := slices.Concat(a, b); len(all) <= MaxAlternatives {
		return all
	}
	return narrowed(slices.Concat(a, b))
}

// BothOf joins those of two conditions that both hold.
func BothOf(a, b [][]Comparison) [][]Comparison {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case len(a)*len(b) > MaxAlternatives:
		if len(a) > len(b) {
			return BothOf(narrowed(a), b)
		}
		return BothOf(a, narrowed(b))
	}
	var list [][]Comparison
	for _, one := range a {
		for _, other := range b {
			list = append(list, Added(slices.Clone(one), other, Comparison.is))
		}
	}
	return list
}

// narrowed is the one alternative of what stands in all of some, and of something else that is not followed.
func narrowed(list [][]Comparison) [][]Comparison {
	return [][]Comparison{append(everyOf(list), Comparison{How: Unread})}
}

// besideMet joins what rows meet on two engines. Where these differ in the ways, what stands in all of both is known.
func besideMet(a, b [][]Comparison) [][]Comparison {
	switch {
	case len(a) == 0 && len(b) == 0:
		return nil
	case len(a) == 0 || len(b) == 0:
		return [][]Comparison{{{How: Unread}}}
	case len(a) != len(b):
		return narrowed(slices.Concat(a, b))
	}
	list := make([][]Comparison, len(a))
	for i := range a {
		list[i] = everyOf([][]Comparison{a[i], b[i]})
		if len(list[i]) < max(len(a[i]), len(b[i])) {
			list[i] = append(list[i], Comparison{How: Unread})
		}
	}
	return list
}
