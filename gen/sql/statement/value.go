package statement

import (
	"cmp"
	"slices"
	"strings"
)

// Column is a column of a table. The table is "" where it is not known.
type Column struct{ Table, Name string }

// Is reports whether both name one column, in any case.
func (c Column) Is(other Column) bool {
	return strings.EqualFold(c.Table, other.Table) && strings.EqualFold(c.Name, other.Name)
}

// Place is a part of the text, in bytes.
type Place struct{ Start, End int }

// Value is what flows into a value of a statement, and whether it may be null.
type Value struct {
	Columns  []Column // sorted
	Params   []int    // $1 is 1; sorted
	Null     bool     // it may be null whatever the parameters are
	NullWith [][]int  // it may be null where all parameters of one of these are; each sorted, and they too
	Unproved string   // why it can't be followed: then all that the statement reads flows into it; "" where it can
	Part     bool     // of what flows into it, it holds a part, or what depends on one: comparing it as a whole leaks that part
	Local    bool     // it is made of a time AT TIME ZONE: what a clock there shows, where it is a time without a zone
	Bare     int      // the parameter that it is, but for its type, for capitals and for white space around it; 0 where it is something else
	Is       Column   // the column that it is, but for its type; zero where it is something else
	Kind     string   // see kinds.go
	Counts   bool     // it is made of nothing but answers to questions, figures of rows and what is written there: see counts
}

// MayBeNull reports whether it may be null, be it that a parameter is.
func (v Value) MayBeNull() bool { return v.Null || len(v.NullWith) > 0 }

// OfColumn is the value of a column.
func OfColumn(c Column, nullable bool) Value {
	return Value{Columns: []Column{c}, Null: nullable, Is: c}
}

// Unfollowed is a value that can't be followed. What flows into it is filled in at the end.
func Unfollowed(why string) Value { return Value{Null: true, Unproved: why} }

// With is v with what flows into w, null where one of them is.
func (v Value) With(w Value) Value {
	v = v.Carrying(w)
	v.Null = v.Null || w.Null
	v.NullWith = Union(v.NullWith, w.NullWith, slices.Compare)
	if w.Kind != v.Kind {
		v.Kind = ""
	}
	return v
}

// Carrying is v with what flows into w, null where v is.
func (v Value) Carrying(w Value) Value {
	v.Columns = Union(v.Columns, w.Columns, CompareColumns)
	v.Params = Union(v.Params, w.Params, cmp.Compare)
	v.Part = v.Part || w.Part
	v.Counts = v.Counts && w.Counts
	v.Local = v.Local || w.Local
	if w.Bare != v.Bare {
		v.Bare = 0
	}
	if w.Is != v.Is {
		v.Is = Column{}
	}
	if v.Unproved == "" {
		v.Unproved = w.Unproved
	}
	return v
}

// maxCases bounds in how many cases a value is said to be null.
const maxCases = 32

// Or is v with what flows into w, null only where both are.
func (v Value) Or(w Value) Value {
	both := v.Carrying(w)
	switch {
	case v.Null:
		both.Null, both.NullWith = w.Null, w.NullWith
	case !w.Null && len(v.NullWith)*len(w.NullWith) <= maxCases:
		both.NullWith = nil
		for _, one := range v.NullWith {
			for _, other := range w.NullWith {
				both.NullWith = Union(both.NullWith, [][]int{Union(one, other, cmp.Compare)}, slices.Compare)
			}
		}
	case !w.Null && len(w.NullWith) < len(v.NullWith):
		both.NullWith = w.NullWith
	}
	return both
}

// Nullable is v that may be null.
func (v Value) Nullable() Value {
	v.Null = true
	return v
}

// Never is v that is never null.
func (v Value) Never() Value {
	v.Null, v.NullWith = false, nil
	return v
}

// Looked is what v leaves of itself where something only looks at it: whether it is null, and that it can't be
// followed.
func (v Value) Looked() Value { return Value{Null: v.Null, NullWith: v.NullWith, Unproved: v.Unproved} }

// Equal reports whether as much flows into both, and both are null alike.
func (v Value) Equal(w Value) bool {
	return v.Null == w.Null && v.Unproved == w.Unproved && v.Part == w.Part && v.Counts == w.Counts && v.Local == w.Local && slices.Equal(v.Columns, w.Columns) &&
		slices.Equal(v.Params, w.Params) && slices.EqualFunc(v.NullWith, w.NullWith, slices.Equal)
}

// Union joins two sorted lists, in which each is once, into another such.
func Union[T any](a, b []T, compare func(a, b T) int) []T {
	if len(b) == 0 {
		return a
	}
	all := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := compare(a[0], b[0]); {
		case c < 0:
			all, a = append(all, a[0]), a[1:]
		case c > 0:
			all, b = append(all, b[0]), b[1:]
		default:
			all, a, b = append(all, a[0]), a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// CompareColumns orders columns by their tables, then by their names.
func CompareColumns(a, b Column) int {
	return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.Name, b.Name))
}

// Substitute is a value of a routine where that is called: what is given stands for its parameters.
func (v Value) Substitute(given func(n int) Value) Value {
	params := v.Params
	v.Params, v.NullWith = nil, nil
	for _, n := range params {
		v = v.Carrying(given(n))
	}
	return v
}

// Added is a list, and what of another one is not in it.
func Added[T any](list, others []T, same func(a, b T) bool) []T {
	for _, o := range others {
		if !slices.ContainsFunc(list, func(known T) bool { return same(known, o) }) {
			list = append(list, o)
		}
	}
	return list
}
