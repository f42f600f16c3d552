package diag

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Pointer returns the JSON pointer (RFC 6901) of the innermost value at a byte offset, where a
// key belongs to its value. It is "" for the document itself, and in a file that is not JSON or
// has millions of values.
func (f *File) Pointer(offset int) string {
	f.indexOnce.Do(func() { f.values = indexValues(f.Src) })
	values := f.values
	i := sort.Search(len(values), func(i int) bool { return values[i].span.Start > offset }) - 1
	for i >= 0 && values[i].span.End <= offset {
		i = values[i].parent
	}
	var names []string
	for ; i > 0; i = values[i].parent {
		names = append(names, "/"+escape.Replace(values[i].name))
	}
	slices.Reverse(names)
	return strings.Join(names, "")
}

// escape writes a name in a JSON pointer (RFC 6901, section 3).
var escape = strings.NewReplacer("~", "~0", "/", "~1")

// valueSpan is one value of a JSON document.
type valueSpan struct {
	span   Span   // its key included
	parent int    // index of the value around it; -1 for the document
	name   string // key or index in parent
}

// indexValues lists the values of a JSON document in the order in which they begin; nil where
// src is not JSON.
func indexValues(src []byte) []valueSpan {
	base := bomLen(src)
	x := &valueIndex{dec: jsontext.NewDecoder(bytes.NewBuffer(src[base:]), jsontext.AllowDuplicateNames(true)), base: base}
	if err := x.value(-1, "", 0); err != nil {
		return nil
	}
	if _, err := x.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil // more than one document
	}
	return x.values
}

// maxIndexed bounds the memory of an index: 40 bytes a value, of a file of any size.
const maxIndexed = 2 << 20

var errTooLarge = errors.New("too many values to index")

// valueIndex collects the values that a decoder reads.
type valueIndex struct {
	dec    *jsontext.Decoder
	base   int // length of the byte-order mark
	values []valueSpan
}

// value reads one value and what is inside it. keyStart is where its key begins; 0 where it
// has none.
func (x *valueIndex) value(parent int, name string, keyStart int) error {
	i := len(x.values)
	start, kind, err := x.begin()
	if err != nil {
		return err
	}
	if keyStart > 0 { // no key is at offset 0
		start = keyStart
	}
	if i == maxIndexed {
		return errTooLarge
	}
	x.values = append(x.values, valueSpan{Span{start, x.offset()}, parent, name})
	switch kind {
	case '{':
		err = x.members(i)
	case '[':
		err = x.items(i)
	}
	x.values[i].span.End = x.offset()
	return err
}

// begin reads a scalar or an opening bracket and returns where it starts.
func (x *valueIndex) begin() (start int, kind jsontext.Kind, err error) {
	kind = x.dec.PeekKind()
	if kind == '{' || kind == '[' {
		_, err = x.dec.ReadToken()
		return x.offset() - 1, kind, err
	}
	raw, err := x.dec.ReadValue()
	return x.offset() - len(raw), kind, err
}

// members reads the inside of object i and its closing bracket.
func (x *valueIndex) members(i int) error {
	for x.dec.PeekKind() != '}' {
		raw, err := x.dec.ReadValue()
		if err != nil {
			return err
		}
		name, start := unquote(raw), x.offset()-len(raw)
		if err := x.value(i, name, start); err != nil {
			return err
		}
	}
	_, err := x.dec.ReadToken()
	return err
}

// items reads the inside of array i and its closing bracket.
func (x *valueIndex) items(i int) error {
	for n := 0; x.dec.PeekKind() != ']'; n++ {
		if err := x.value(i, strconv.Itoa(n), 0); err != nil {
			return err
		}
	}
	_, err := x.dec.ReadToken()
	return err
}

// offset is where the last token ended, in the file.
func (x *valueIndex) offset() int { return x.base + int(x.dec.InputOffset()) }

// unquote decodes a string that the decoder has checked.
func unquote(raw jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text)
}
