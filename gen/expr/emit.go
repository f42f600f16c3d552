package expr

import "github.com/dave/jennifer/jen"

// Gen is what the emitter of a handler offers to the expressions in it.
type Gen interface {
	Ref(r *Ref) *jen.Statement            // the Go expression of a value; a new Statement at each call
	Present(row string) *jen.Statement    // bool: whether the row is there
	Exec() *jen.Statement                 // the *rt.Exec
	Temp(hint string) string              // a local name that is not taken, like hint
	Add(c ...jen.Code)                    // adds statements before the one being written
	Block(f func()) []jen.Code            // the statements that f adds, for a nested block
	Fail(err string) jen.Code             // leaves the enclosing function with the error in the variable err
	Regexp(pattern string) *jen.Statement // a *regexp.Regexp of package level, compiled once
}

// Go writes e as a Go expression. What it needs to have run before (conversions that can fail, branches
// that are evaluated only when needed) is added to g. e must have been checked without problems.
func Go(e *Expr, g Gen) *jen.Statement { return jen.Null() }
