package sql

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// whole are the types of PostgreSQL that take every value of the one type here that may stand for them.
var whole = []string{"text", "citext", "int8", "float8", "bool", "bytea"}

// misfits say whose fault it is where a database does not take a value: that of the field of the request which it comes
// from, or, where no caller sent it, the service's. Nothing is said of parameters that take whatever may come.
func misfits(s templates.Step) []jen.Code {
	q := s.Query("sqlQuery")
	var list []jen.Code
	var own []int
	bound := s.Bound("sqlQuery")
	limits, faults := q.Statement.Limits, faultsOf(s)
	asked := firsts(q, slices.Concat(append(faults[:], limits, ofDomains(q))...))
	for _, n := range days(q) {
		if n <= len(bound) && bound[n-1].Type.Kind != types.Time {
			asked = append(asked, n)
		}
	}
	for i, b := range bound {
		switch {
		case !q.Sends(i + 1), !slices.Contains(asked, i+1) && (i >= len(q.Takes) || fits(b.Type, q.Takes[i])):
		case b.From == "":
			own = append(own, i+1)
		default:
			list = append(list, jen.Qual(templates.Database, "From").Call(jen.Lit(q.SentAs(i+1)), jen.Lit(b.From)))
		}
	}
	if len(limits) > 0 {
		list = append(list, jen.Qual(templates.Database, "Limits").Call(literals(s, limits)...))
	}
	if len(own) > 0 {
		list = append(list, jen.Qual(templates.Database, "Own").Call(literals(s, own)...))
	}
	for f, params := range faults {
		if len(params) > 0 {
			list = append(list, jen.Qual(templates.Database, faultOptions[f]).Call(literals(s, params)...))
		}
	}
	if isGiven(q, bound) {
		list = append(list, jen.Qual(templates.Database, "Given").Call())
	}
	return list
}

// faultOptions are the options that name who has a fault.
var faultOptions = [...]string{
	statement.Divisor: "Divisor", statement.Pattern: "Pattern", statement.Regexp: "Regexp", statement.Length: "Length", statement.Syntax: "Syntax",
	statement.Operand: "Operand",
}

// faultsOf are the faults of a statement that PostgreSQL runs, where all who may have one are callers.
func faultsOf(s templates.Step) statement.Faults {
	q, bound := s.Query("sqlQuery"), s.Bound("sqlQuery")
	faults := q.Statement.Faults
	for f, params := range faults {
		params = firsts(q, params)
		faults[f] = params
		own := func(n int) bool { return n > len(bound) || bound[n-1].From == "" }
		if len(q.Takes) == 0 || slices.ContainsFunc(params, own) {
			faults[f] = nil
		}
	}
	return faults
}

// firsts are parameters as the first one that has their value.
func firsts(q templates.SQL, params []int) (list []int) {
	for _, n := range params {
		if n < 1 {
			continue // no parameter alone
		}
		first := 1
		for q.SentAs(first) != q.SentAs(n) {
			first++
		}
		list = append(list, first)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ofDomains returns the parameters that are made values of domains, as they are.
func ofDomains(q templates.SQL) []int {
	var list []int
	for _, c := range q.Statement.Casts {
		list = append(list, c.Param)
	}
	for _, c := range q.Statement.Changes {
		for _, a := range c.Assigned {
			if a.Domain {
				list = append(list, a.Param)
			}
		}
	}
	return list
}

// fits reports whether a type of PostgreSQL takes every value of a type.
func fits(t types.Type, takes string) bool {
	if t.Kind == types.Time {
		return takes == "timestamptz" || takes == "timestamp" || takes == "date"
	}
	return slices.Contains(whole, strings.TrimSuffix(takes, "[]"))
}

// sized are the types whose columns may hold less than their parameters: PostgreSQL finds out when it assigns.
var sized = []string{"numeric", "varchar", "bpchar"}

// casts is where stored data may be made another type.
var casts = regexp.MustCompile(`(?i)::|\bCAST\b`)

// isGiven reports whether all that a change puts into columns is what a caller sent, or is written down: what does not
// fit there is no fault of stored data.
func isGiven(q templates.SQL, bound []templates.Bound) bool {
	found := false
	for _, c := range q.Statement.Changes {
		for _, a := range c.Assigned {
			if len(a.Value.Columns) > 0 || a.Value.Unproved != "" {
				return false
			}
			for _, n := range a.Value.Params {
				if n > len(bound) || n > len(q.Takes) || bound[n-1].From == "" {
					return false
				}
				found = found || slices.Contains(sized, strings.TrimSuffix(q.Takes[n-1], "[]"))
			}
		}
	}
	return found && !casts.MatchString(q.Text)
}
