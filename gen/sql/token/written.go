package token

import (
	"slices"
	"sort"
	"strings"
)

// Parameter is one that a query writes by hand, as text: nothing binds it.
type Parameter struct {
	Part       int // which of the literal texts it stands in
	Start, End int // where in that
}

// Parameters finds what is written as a parameter in a query: $1, and where PostgreSQL has no other use for them ?,
// :name and @name. parts are the literal texts around its placeholders.
func Parameters(parts []string, dialect string) []Parameter {
	sql, holes := fill(parts)
	var found []Parameter
	for _, t := range SplitForSQLite(sql) {
		if t.Kind != Param || slices.Contains(holes, t.Start) || dialect == "postgres" && !strings.HasPrefix(t.Src, "$") {
			continue
		}
		part, begin := sort.SearchInts(holes, t.Start), 0
		if part > 0 {
			begin = holes[part-1] + len(hole)
		}
		found = append(found, Parameter{Part: part, Start: t.Start - begin, End: t.End - begin})
	}
	return found
}
