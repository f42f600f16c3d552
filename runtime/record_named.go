package runtime

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// named is which value of JSON has the name of a credential, as far as it is read: its member has, as in {"password":
// "x"}, the text before it in a list of names and values, as in ["password", "x"], or another member, as in {"name":
// "password", "value": "x"}.
type named struct {
	depth int   // of the list or object; 0: nothing has one
	count int64 // how many names and values there are before the value
	wants want
}

// want is the kind of token that is to come before the value.
type want int

const (
	wantNothing want = iota
	wantName         // the value of a member that is called name
	wantMember       // a member that is called value
)

// masks reports whether the value that comes next has the name of a credential. It is asked once of each.
func (n *named) masks(in *jsontext.Decoder) bool {
	depth := in.StackDepth()
	if n.depth > depth {
		*n = named{}
	}
	if n.depth == 0 || n.depth != depth || n.wants != wantNothing {
		return false
	}
	if kind := in.PeekKind(); kind == ']' || kind == '}' {
		return false
	}
	_, count := in.StackIndex(depth)
	masks := count == n.count
	if masks {
		*n = named{}
	}
	return masks
}

// read looks at a text that was just read, and reports whether it is the name of a member.
func (n *named) read(in *jsontext.Decoder, text string) (isName bool) {
	depth := in.StackDepth()
	kind, count := in.StackIndex(depth)
	switch {
	case kind == '{' && count%2 == 1:
		n.member(depth, count, text)
		return true
	case kind == '[' && count%2 == 1 && isLabelName(text):
		*n = named{depth: depth, count: count}
	case n.depth == depth && n.wants == wantName:
		*n = named{}
		if isLabelName(text) {
			*n = named{depth: depth, wants: wantMember}
		}
	}
	return false
}

// member looks at the name of a member.
func (n *named) member(depth int, count int64, name string) {
	waits := n.depth == depth && n.wants == wantMember
	switch {
	case isLabelName(name), waits && isValueName(name):
		*n = named{depth: depth, count: count}
	case waits:
	case isNameName(name):
		*n = named{depth: depth, wants: wantName}
	default:
		*n = named{}
	}
}

// isNameName tells members, elements and attributes that hold the name of a value.
func isNameName(name string) bool {
	switch strings.ToLower(name) {
	case "name", "key", "field", "header":
		return true
	}
	return false
}

// isValueName tells those that hold the value.
func isValueName(name string) bool {
	switch strings.ToLower(name) {
	case "value", "values", "val", "content", "data", "text":
		return true
	}
	return false
}
