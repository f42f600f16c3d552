package sqlite

import (
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Query is one SQL statement in which every placeholder is already a parameter.
type Query struct {
	Text    string // with $1, $2 and so on, each once and in this order
	Params  int    // how many there are
	Dialect string // "any" or "sqlite"; "postgres" is not prepared
}

// Result is what is known about a query. Its slices are shared by all who asked: do not change them.
type Result struct {
	Columns     []Column     // in order; nil where no row is returned or the query does not prepare
	Partial     bool         // there may be columns besides Columns, whose names can't be known without a schema
	Params      []types.Type // of $1 to $n: always null-able, any where no column determines it
	ReturnsRows bool
	Writes      bool      // it is, or contains, an INSERT, UPDATE, DELETE or REPLACE
	Repeats     bool      // running it twice changes more than running it once
	OneRow      bool      // it always returns exactly one row
	Tables      []Table   // that it reads or changes, each once, in the order of the text
	Problems    []Problem // in the order of the text
}

// Column is one column of a result.
type Column struct {
	Name string
	Type types.Type
}

// Table is a table or view that a query names: templates.Table, which this package may not know, as that may not know
// this one.
type Table struct {
	Name   string
	Writes bool // the query changes it
}

// Problem is a mistake in Query.Text (FC209); its place is all of it where it is not known better.
type Problem = diag.Problem

// problem is one at a place of a query.
func problem(start, end int, message, hint string) Problem {
	return Problem{Code: diag.FC209, Start: start, End: end, Message: message, Hint: hint}
}
