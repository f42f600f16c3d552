package statement

import "slices"

// Every returns the comparisons that each row of the result and each changed row meets, in whichever way it meets
// the WHERE.
func (s *Statement) Every() []Comparison {
	if s.Loose {
		return nil
	}
	return everyOf(s.Met)
}

// Any returns the comparisons that rows of the result or changed rows meet in one way at least, if they meet any.
func (s *Statement) Any() []Comparison {
	if s.Loose {
		return nil
	}
	var list []Comparison
	for _, met := range s.Met {
		list = Added(list, met, Comparison.is)
	}
	return list
}

// Equality is a comparison `column = $n`.
type Equality struct {
	Column Column
	Param  int
	Unique bool // no two rows have the same value in the column
}

// Equal returns the equalities of columns and parameters, as they are, among the comparisons that every row meets.
func (s *Statement) Equal() []Equality {
	var list []Equality
	for _, c := range s.Every() {
		if column, param, is := c.Equality(); is {
			list = append(list, Equality{column, param, s.IsUnique(column)})
		}
	}
	return list
}

// IsUnique reports whether no two rows have the same value in a column of a table that the statement names.
func (s *Statement) IsUnique(c Column) bool {
	return slices.ContainsFunc(s.Keys, func(k ColumnKey) bool { return k.Unique && k.Is(c) })
}
