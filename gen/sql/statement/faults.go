package statement

import (
	"slices"
)

// A Fault is a mistake that PostgreSQL finds in a value when a statement runs.
type Fault uint8

// The faults.
const (
	Divisor Fault = iota // it is 0
	Pattern              // it is no pattern of LIKE and what is alike
	Regexp               // it is no regular expression
	Length               // it is below zero, or too large
	Syntax               // it is a text of another form: no tsquery, no part of a date
	Operand              // nothing can be computed of it
	FaultKinds
)

// Faults are, by the fault, the parameters one of which has it where PostgreSQL finds one: none where it may be a
// stored value.
type Faults [FaultKinds][]int

// beside leaves what holds by the schema of another engine too.
func (f *Faults) beside(other Faults) {
	for i := range f {
		if !slices.Equal(f[i], other[i]) {
			f[i] = nil
		}
	}
}
