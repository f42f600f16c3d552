package expr

import (
	"strconv"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Problem is a mistake in a string of the document.
type Problem struct {
	Code       *diag.Code
	Message    string // as diag.Diagnostic.Message
	Hint       string // what to do, imperative; empty where we do not know
	Start, End int    // half-open range of byte offsets of the decoded string
	Related    []diag.Related
	// Row is the key of the row that may be absent, where that is what is wrong; else "".
	Row string
	// Known is set where or(x, null) says that Row may be absent: null may stand there.
	Known bool
	Null  bool // it is wrong that null may stand there, whatever type is wanted
}

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
