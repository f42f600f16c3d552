package expr

import (
	"strconv"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Problem is a mistake in a string of the document.
type Problem = diag.Problem

func syntaxError(start, end int, message, hint string) *Problem {
	return &Problem{Code: diag.FC210, Message: message, Hint: hint, Start: start, End: end}
}

// quote puts an offender in quotes, as messages show it, cut where it is long.
func quote(s string) string {
	const longest = 60 // characters
	count := 0
	for i := range s {
		if count++; count > longest {
			s = s[:i] + "…"
			break
		}
	}
	if strconv.CanBackquote(s) {
		return `"` + s + `"` // the document's own quotes stay as they are
	}
	return strconv.Quote(s)
}
