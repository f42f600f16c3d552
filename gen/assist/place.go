package assist

import (
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Place is where something is in a document, by what is there rather than by lines.
type Place struct {
	Pointer    string // JSON Pointer of the value
	Field      string // of a node's data, which holds the value; "" elsewhere
	Wire       int    // which of the edges it is in; -1 where it is in none
	Start, End int    // bytes of the string's decoded text; both 0 where it is no string, or all of it is meant
	Text       string // that text; "" where it is no string
}

// At is the place of a span of a file that holds JSON; root is that JSON, and may be nil.
func At(f *diag.File, root *schema.Value, span diag.Span) Place {
	p := Place{Wire: -1}
	if root == nil {
		return p
	}
	p.Pointer = f.Pointer(span.Start)
	switch parts := strings.Split(p.Pointer, "/"); {
	case len(parts) > 2 && parts[1] == "edges":
		p.Wire, _ = strconv.Atoi(parts[2]) // digits, as it was an array's
	case len(parts) > 4 && parts[1] == "nodes" && parts[3] == "data":
		p.Field = strings.NewReplacer("~1", "/", "~0", "~").Replace(parts[4])
	}
	v := root.Find(p.Pointer)
	if v == nil || v.Kind != schema.String || span.Start < v.Span.Start {
		return p // it begins at the key
	}
	p.Text = v.Text
	if span != v.Span {
		p.Start, p.End = v.Offset(f, span.Start), v.Offset(f, span.End)
	}
	return p
}
