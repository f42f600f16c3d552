package statement

import (
	"slices"
)

// equal reports whether both show as much of as much.
func (t Leak) equal(other Leak) bool {
	return t.Place == other.Place && t.Table == other.Table && t.Whole == other.Whole && t.Alike == other.Alike && t.Of.Equal(other.Of) &&
		slices.Equal(t.By, other.By) && slices.Equal(t.With, other.With)
}

// Leak is a place where a statement shows more of a value than whether it is equal to another one: it is compared by
// its order, by a pattern or by a part of it, or rows are counted by it. A caller who chooses the other operand learns
// the value piece by piece, though nothing of it flows into a result.
type Leak struct {
	Of    Value    // what it shows something of: its columns and parameters
	By    []int    // the parameters that it is compared with
	With  []Column // the columns that are compared with one another, where these are several sides of it
	Whole bool     // it shows all of it at once, whatever the parameters are
	Alike bool     // it is compared for equality: that leaks a value that it is stored as a part of
	Table string   // the table whose trigger, rule, CHECK or generated column compares, and not the statement itself
	Place
}
