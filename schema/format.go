package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/diag"
)

// lineWidth is how many characters a line may have before the value on it is spread over
// several. A comma after it does not count.
const lineWidth = 160

// Format returns src as canonical JSON, so that a change in a canvas is a small diff: known keys
// first and in a fixed order, a node or wire on one line where it fits, values as written. Nothing
// is dropped, and formatting again changes nothing. It fails where src is not JSON within the
// limits of FC001, or would not be once formatted; the error says at which line and column.
func Format(src []byte) ([]byte, error) { return format(src, order) }

// FormatFile formats a file by its name: a workflow, or the defaults of a folder.
func FormatFile(name string, src []byte) ([]byte, error) {
	if name == DefaultsFile {
		return FormatDefaults(src)
	}
	return Format(src)
}

// FormatDefaults is Format of a file of defaults.
func FormatDefaults(src []byte) ([]byte, error) {
	return format(src, func(root *Value) {
		orderKeys(root, defaultsKeys)
		if tables := root.Get("schema"); tables != nil {
			orderKeys(tables, schemaKeys)
		}
		if names := root.Get("names"); names != nil {
			orderKeys(names, namesKeys)
		}
	})
}

func format(src []byte, order func(root *Value)) ([]byte, error) {
	root, err := read(src)
	if err != nil {
		line, column := diag.NewFile("", src).Position(err.span.Start)
		return nil, fmt.Errorf("format: not JSON at %d:%d: %w", line, column, err)
	}
	order(root)
	f := &formatter{src: src, spread: []*Value{root, root.Get("nodes"), root.Get("edges")}}
	f.value(root, 0)
	f.out = append(f.out, '\n')
	if len(f.out) > maxSize {
		return nil, fmt.Errorf("format: more than %d bytes once indented", maxSize)
	}
	return f.out, nil
}

// order moves the known keys of a document, its nodes and its wires to the front.
func order(root *Value) {
	orderKeys(root, documentKeys)
	if nodes := root.Get("nodes"); nodes != nil {
		for _, node := range nodes.Items {
			orderKeys(node, nodeKeys)
		}
	}
	if edges := root.Get("edges"); edges != nil {
		for _, edge := range edges.Items {
			orderKeys(edge, edgeKeys)
		}
	}
}

// orderKeys sorts the members of v as in known, and leaves the order of all others.
func orderKeys(v *Value, known []string) {
	rank := func(m Member) int {
		if i := slices.Index(known, m.Key); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortStableFunc(v.Members, func(a, b Member) int { return rank(a) - rank(b) })
}

// formatter writes Values, with their keys and scalars as src has them.
type formatter struct {
	src       []byte
	spread    []*Value // the arrays and objects that never stand on one line
	out       []byte
	lineStart int // where the last line of out begins
}

// value writes v behind what the line has already: on that line where it fits, else over several.
func (f *formatter) value(v *Value, indent int) {
	used := utf8.RuneCount(f.out[f.lineStart:])
	if !slices.Contains(f.spread, v) && f.remaining(v, lineWidth-used) >= 0 || isEmpty(v) {
		f.inline(v)
		return
	}
	f.block(v, indent)
}

// block writes each item of v on a line of its own. It gives up once the result is too large.
func (f *formatter) block(v *Value, indent int) {
	f.out = append(f.out, brackets(v)[0])
	for i, item := range v.Items {
		if f.next(i, indent+2) {
			f.value(item, indent+2)
		}
	}
	for i, m := range v.Members {
		if f.next(i, indent+2) {
			f.key(m)
			f.value(m.Value, indent+2)
		}
	}
	f.newLine(indent)
	f.out = append(f.out, brackets(v)[1])
}

// next begins the line of item i and reports whether there is room for it.
func (f *formatter) next(i, indent int) bool {
	if len(f.out) > maxSize {
		return false
	}
	if i > 0 {
		f.out = append(f.out, ',')
	}
	f.newLine(indent)
	return true
}

func (f *formatter) newLine(indent int) {
	f.out = append(f.out, '\n')
	f.lineStart = len(f.out)
	f.out = append(f.out, strings.Repeat(" ", indent)...)
}

// inline writes v on the current line: {"x": 0, "y": [1, 2]}.
func (f *formatter) inline(v *Value) {
	if v.Kind != Array && v.Kind != Object {
		f.raw(v.Span)
		return
	}
	f.out = append(f.out, brackets(v)[0])
	for i, item := range v.Items {
		f.comma(i)
		f.inline(item)
	}
	for i, m := range v.Members {
		f.comma(i)
		f.key(m)
		f.inline(m.Value)
	}
	f.out = append(f.out, brackets(v)[1])
}

func (f *formatter) comma(i int) {
	if i > 0 {
		f.out = append(f.out, ", "...)
	}
}

func (f *formatter) key(m Member) {
	f.raw(m.KeySpan)
	f.out = append(f.out, ": "...)
}

// raw copies the source.
func (f *formatter) raw(s diag.Span) { f.out = append(f.out, f.src[s.Start:s.End]...) }

// remaining returns what inline leaves of a width in characters, or less than 0 where it does
// not fit. It looks at no more of v than that width, so that deep documents stay fast.
func (f *formatter) remaining(v *Value, width int) int {
	if v.Kind != Array && v.Kind != Object {
		return f.remainingRaw(v.Span, width)
	}
	width -= len(brackets(v)) + len(", ")*max(0, len(v.Items)+len(v.Members)-1)
	for i := 0; i < len(v.Items) && width >= 0; i++ {
		width = f.remaining(v.Items[i], width)
	}
	for i := 0; i < len(v.Members) && width >= 0; i++ {
		width = f.remainingRaw(v.Members[i].KeySpan, width-len(": "))
		width = f.remaining(v.Members[i].Value, width)
	}
	return width
}

func (f *formatter) remainingRaw(s diag.Span, width int) int {
	if s.End-s.Start > utf8.UTFMax*width {
		return -1
	}
	return width - utf8.RuneCount(f.src[s.Start:s.End])
}

func isEmpty(v *Value) bool { return len(v.Items) == 0 && len(v.Members) == 0 }

func brackets(v *Value) string {
	if v.Kind == Object {
		return "{}"
	}
	return "[]"
}
