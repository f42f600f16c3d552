package assist

import (
	"bytes"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Located is a place of a document's text by what is there.
type Located struct {
	Text    []byte // the document, with what it lacks at the place to be JSON
	Node    string // id of the node whose data holds the place; "" elsewhere
	Pointer string // into that data
	At      int    // byte of the string there
	Name    bool   // that is the name of the member which Pointer leads to, and not its value
}

// Locate returns what stands at a byte of a document that is edited as text. Where the document is no JSON because
// something is not closed yet, or missing, at the place or to the end of its line, that is added first.
func Locate(src []byte, offset int) (Located, bool) {
	offset = min(max(offset, 0), len(src))
	for _, text := range whole(src, offset) {
		if root, problem := schema.ReadJSON(string(text)); problem == nil {
			return located(text, root, offset), true
		}
	}
	return Located{}, false
}

// missing is what a document may lack while it is typed: the end of a text, of a key, a value, a member; a comma may be
// too much.
var missing = []string{`"`, `""`, `"}`, `"]`, `": null`, `: null`, `": null}`, `null`, `"}}"`, `}`, `]`, `"},`, `",`}

// whole are a document and what it may become, the least changed first.
func whole(src []byte, offset int) [][]byte {
	end := len(src)
	if i := bytes.IndexByte(src[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	places := []int{offset, end}
	if offset < len(src) && src[offset] == '"' { // between quotes, as of a name without a value
		places = append(places, offset+1)
	}
	for _, tail := range []string{",", "}", "},", "]", "],"} { // what closes a line stands behind what is typed
		if at := len(bytes.TrimRight(src[:end], " \r")); at > offset && bytes.HasSuffix(src[offset:at], []byte(tail)) {
			places = append(places, at-len(tail))
		}
	}
	list := [][]byte{src}
	for _, add := range missing {
		for _, at := range places {
			list = append(list, slices.Concat(src[:at], []byte(add), src[at:]))
		}
	}
	if comma := bytes.LastIndexByte(src[:offset], ','); comma >= 0 {
		list = append(list, slices.Concat(src[:comma], []byte(" "), src[comma+1:]))
	}
	return list
}

func located(text []byte, root *schema.Value, offset int) Located {
	file := diag.NewFile("", text)
	l := Located{Text: text}
	pointer := file.Pointer(offset)
	if v := root.Find(file.Pointer(max(offset-1, 0))); v != nil && v.Kind == schema.String && offset == v.Span.End-1 {
		pointer = file.Pointer(offset - 1) // between the last character and the quote
	}
	parts := strings.SplitN(pointer, "/", 5)
	if len(parts) < 4 || parts[1] != "nodes" || parts[3] != "data" {
		return l
	}
	id := root.Find("/nodes/" + parts[2] + "/id")
	if id == nil {
		return l
	}
	l.Node, l.Pointer = id.Text, strings.TrimPrefix(pointer, "/nodes/"+parts[2]+"/data")
	v := root.Find(pointer)
	switch key := nameAt(root, pointer); {
	case key != nil && key.Span.Start < offset && offset < key.Span.End:
		l.Name, l.At = true, key.Offset(file, offset)
	case v != nil && v.Kind == schema.String && offset > v.Span.Start:
		l.At = v.Offset(file, offset)
	}
	return l
}

// nameAt is the name of the member that a pointer leads to, as a text of the document; nil of an element of an array.
func nameAt(root *schema.Value, pointer string) *schema.Value {
	object, name := root.Find(pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]), LastName(pointer)
	if object == nil {
		return nil
	}
	for _, m := range object.Members {
		if m.Key == name {
			return &schema.Value{Kind: schema.String, Text: m.Key, Span: m.KeySpan}
		}
	}
	return nil
}
