package gen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

// unwritable are the problems of writes that fail whatever they are given: a NOT NULL column gets no value, or NULL. Of
// a foreign engine it is not known which defaults its columns have.
func unwritable(s *statement.Statement, foreign bool) []diag.Problem {
	var problems []diag.Problem
	for _, c := range s.Changes {
		if len(c.Missing) > 0 && !foreign {
			problems = append(problems, missing(c))
		}
		if c.Twice != "" && s.Unproved == "" { // parts of a column may be set one by one
			problems = append(problems, diag.Problem{
				Code: diag.FC209, Start: c.Start, End: c.Start + len("INSERT"),
				Message: fmt.Sprintf("column %q of %q gets two values", c.Twice, c.Table), Hint: "give it one: PostgreSQL refuses two, and SQLite takes one of them",
			})
		}
		if c.NoKey != "" && !foreign {
			problems = append(problems, noKey(c))
		}
		for _, a := range c.Assigned {
			if a.Literal && a.Refuses {
				problems = append(problems, literalNull(c, a))
			}
		}
	}
	return problems
}

// noKey is an ON CONFLICT that no key can bring: PostgreSQL finds out when it runs.
func noKey(c statement.Change) diag.Problem {
	return diag.Problem{
		Code:  diag.FC209,
		Start: c.Start, End: c.Start + len("INSERT"),
		Message: fmt.Sprintf("ON CONFLICT (%s): %q has no UNIQUE or PRIMARY KEY of that", c.NoKey, c.Table),
		Hint:    "name the columns of one of its keys, or make one of these",
	}
}

func missing(c statement.Change) diag.Problem {
	names := make([]string, len(c.Missing))
	for i, name := range c.Missing {
		names[i] = strconv.Quote(name)
	}
	message, hint := fmt.Sprintf("column %s of %q is NOT NULL, without a default, and gets no value", names[0], c.Table), "give it a value, or its column a DEFAULT"
	if len(names) > 1 {
		message = fmt.Sprintf("columns %s of %q are NOT NULL, without a default, and get no value", strings.Join(names, ", "), c.Table)
		hint = "give them values, or each column a DEFAULT"
	}
	return diag.Problem{
		Code:  diag.FC209,
		Start: c.Start, End: c.Start + len("INSERT"), Message: message, Hint: hint,
	}
}

func literalNull(c statement.Change, a statement.Assigned) diag.Problem {
	return diag.Problem{
		Code:  diag.FC209,
		Start: a.Start, End: a.End,
		Message: fmt.Sprintf("column %q of %q is NOT NULL, and gets NULL", a.Column, c.Table),
		Hint:    "give it a value, or remove NOT NULL from it",
	}
}

// refused are the problems of writes whose values, as they are written, no CHECK lets pass.
func refused(s *statement.Statement, text string, checker *sqlite.Checker) []diag.Problem {
	var problems []diag.Problem
	for _, c := range s.Changes {
		for _, a := range c.Assigned {
			for _, check := range a.Fixed {
				written := text[a.Start:a.End]
				if checker.Refuses(sqlite.Refused{Table: c.Table, Column: a.Column, Type: check.Type, Check: check.Text, Value: written}) {
					problems = append(problems, diag.Problem{
						Code: diag.FC209, Start: a.Start, End: a.End,
						Message: fmt.Sprintf("column %q of %q does not take %s", a.Column, c.Table, written),
						Hint:    fmt.Sprintf("write what its CHECK %s lets pass", check.Text),
					})
					break
				}
			}
		}
	}
	return problems
}

// nulls are the problems of writes that give a NOT NULL column what may be NULL in the database.
func nulls(s *statement.Statement, text string) []diag.Problem {
	var problems []diag.Problem
	for _, c := range s.Changes {
		for _, a := range c.Assigned {
			if a.Nulls && a.Refuses {
				problems = append(problems, givesNull(c, a, text[a.Start:a.End]))
			}
		}
	}
	return problems
}

// shortest is how long what is written may be to be said again: in the place that the message points at, all of it can
// be read.
const shortest = 40

// givesNull is a NOT NULL column that gets what may be NULL, as it is written.
func givesNull(c statement.Change, a statement.Assigned, written string) diag.Problem {
	const otherwise = ", or leave such rows out by a condition on IS NOT NULL"
	name, hint := strconv.Quote(written), fmt.Sprintf("write coalesce(%s, …)%s", written, otherwise)
	switch {
	case a.Source != "":
		name, hint = strconv.Quote(a.Source), fmt.Sprintf("name the columns instead of %s, with coalesce(%s, …)%s", written, a.Source, otherwise)
	case len(written) > shortest || strings.Contains(written, "$"):
		name, hint = "what it gets", "write coalesce(…) around it, which says what it is then"
	}
	return diag.Problem{
		Code: diag.FC206, Start: a.Start, End: a.End, Hint: hint,
		Message: fmt.Sprintf("column %q of %q is NOT NULL, and %s may be NULL", a.Column, c.Table, name),
	}
}
