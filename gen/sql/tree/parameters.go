package tree

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Crypts reports whether an expression is pgcrypto's hash of a password: crypt($1, gen_salt('bf')), which takes as long
// as that of bcrypt, or crypt($1, password_hash), by which it is compared with one that is stored.
func (e *Expr) Crypts() bool {
	if e.Op != Call || !strings.EqualFold(Last(e.Path), "crypt") || len(e.Args) != 2 {
		return false
	}
	salt := e.Args[1]
	for salt.Op == Strict && len(salt.Args) == 1 { // of a type
		salt = salt.Args[0]
	}
	if salt.Op == Call && strings.EqualFold(Last(salt.Path), "gen_salt") && len(salt.Args) > 0 {
		return salt.Args[0].Op == Literal && salt.Args[0].Text == "'bf'"
	}
	return salt.Op == Column
}

// Ways are the conditions that the top-level OR of a condition joins, each with what it can't be true without.
func (e *Expr) Ways() [][]statement.Blank {
	if e.Op == Or {
		return append(e.Tests[0].Ways(), e.Tests[1].Ways()...)
	}
	return [][]statement.Blank{e.blanks()}
}

// blanks returns the parameters whose NULL makes a condition never true. In `column = $1` there are none: a look-up of
// what is missing finds nothing on purpose.
func (e *Expr) blanks() []statement.Blank {
	switch {
	case e.Op == And:
		return append(e.Tests[0].blanks(), e.Tests[1].blanks()...)
	case e.Op == Not && (e.Tests[0].Op == Test || e.Tests[0].Op == List):
		return e.Tests[0].blanks()
	case e.Op != Test && (e.Op != List || e.Text != "BETWEEN"):
		return nil
	}
	var all []statement.Blank
	for _, operand := range e.Tests {
		joined := operand.joins()
		if equal := e.Text == "=" || e.Text == "=="; equal && !joined {
			continue
		}
		for _, n := range operand.Makers() {
			all = append(all, statement.Blank{Param: n, Joined: joined, Place: statement.Place{Start: e.Start, End: e.End}})
		}
	}
	return all
}

// Makers are the parameters whose null makes an expression null.
func (e *Expr) Makers() []int {
	if e.Op == Parameter {
		return []int{e.Param}
	}
	var all []int
	if e.Op == Strict || e.Calls(StrictFunctions()) {
		for _, arg := range e.Args {
			all = append(all, arg.Makers()...)
		}
	}
	return all
}

// joins reports whether an expression is a text that || puts together.
func (e *Expr) joins() bool {
	return e.Op == Strict && e.Text == "||" || (e.Op == Strict || e.Calls(StrictFunctions())) && slices.ContainsFunc(e.Args, (*Expr).joins)
}
