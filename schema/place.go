package schema

import (
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Find returns the value inside v that a JSON Pointer (RFC 6901) names, of equal keys that of the first; nil where
// there is none.
func (v *Value) Find(pointer string) *Value {
	if pointer == "" {
		return v
	}
	names := strings.Split(pointer, "/")
	if names[0] != "" {
		return nil // a pointer begins with a slash
	}
	for _, name := range names[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		switch {
		case v == nil:
			return nil
		case v.Kind == Array:
			v = v.item(name)
		default:
			v = v.Get(name)
		}
	}
	return v
}

// item is the item of an array whose index is written in decimal digits, or nil.
func (v *Value) item(index string) *Value {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != index {
		return nil
	}
	return v.Items[i]
}

// Offset is the inverse of Within: which byte of the Text of a String is written at an offset of the file, the nearest
// one where the offset is outside. Of any other Value it is 0.
func (v *Value) Offset(f *diag.File, at int) int {
	if v.Kind != String {
		return 0
	}
	raw := f.Src[v.Span.Start+1 : v.Span.End-1]
	at -= v.Span.Start + 1
	decoded := 0
	for from := 0; from < len(raw) && from < at; {
		written, size := character(raw[from:])
		decoded += size
		from += written
	}
	return min(decoded, len(v.Text))
}
