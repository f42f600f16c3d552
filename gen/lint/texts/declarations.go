package texts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// declareInferred writes the request fields of an entry point that are inferred down as declared ones: all of them, for
// where one is declared none is inferred. It returns nil where the document can't write one's type, and where the entry
// point has a key that is unknown: its declarations may stand there.
func declareInferred(f *ir.Flow) []diag.Edit {
	i := slices.IndexFunc(f.Entry.Template.Fields, func(t templates.Field) bool { return t.Shape == templates.Fields })
	if i < 0 || f.Declared || f.Entry.HasUnknown() {
		return nil
	}
	var declared []string
	for _, in := range f.Inputs {
		if in.Uses == nil {
			continue // a path's wildcard
		}
		kind, ok := writtenType(in.Type.NotNull())
		if !ok {
			return nil
		}
		entry := strconv.Quote(in.Name) + `: {"type": ` + kind
		if in.Required {
			entry += `, "required": true`
		}
		declared = append(declared, entry+"}")
	}
	return setField(f.Entry, f.Entry.Template.Fields[i].Name, "{"+strings.Join(declared, ", ")+"}")
}

// writtenType is a type as the document writes it, in JSON.
func writtenType(t types.Type) (string, bool) {
	switch t.Kind {
	case types.List:
		elem, ok := writtenType(*t.Elem)
		return "[" + elem + "]", ok
	case types.Object:
		fields := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			kind, ok := writtenType(f.Type)
			if !ok {
				return "", false
			}
			fields[i] = strconv.Quote(f.Name) + ": " + kind
		}
		return "{" + strings.Join(fields, ", ") + "}", true
	}
	name := t.String()
	_, err := types.ParseName(name)
	return strconv.Quote(name), err == nil
}

// setField gives a field of a node's data another value, or adds it behind the others.
func setField(n *ir.Node, name, value string) []diag.Edit {
	edit := diag.Edit{File: n.Workflow.File, Text: value}
	members := n.Data.Members
	switch old := n.Field(name); {
	case old != nil:
		edit.Span = old.Span
	case len(members) == 0:
		return nil // a node without data
	default:
		end := members[len(members)-1].Value.Span.End
		edit.Span, edit.Text = diag.Span{Start: end, End: end}, ", "+strconv.Quote(name)+": "+value
	}
	return []diag.Edit{edit}
}
