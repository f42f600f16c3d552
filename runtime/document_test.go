package runtime

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzDocument reads documents beside package jsontext, value by value: what that takes for JSON consists of the same values, in the same
// places.
func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, ` { "a" : [ 1 , -2.5e+3 , true,false , null ], "b":{"c":{}} } `, `"\\"`, `"\\\""`, `["\\","\"","\\\\\"",""]`, `{"\u0061\"":"}","]":[[],[[]]]}`,
		"[\"a,b:c\",\t\"{\",\r\n\"é\\n\"]", `-0`, `{"a.b":{"~1/":["x"]},"":0}`, `{"a":1,"a":2}`, `[1 2]`, `{"a" 1}`, `"`, `[`, `{"a":"\"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !jsontext.Value(text).IsValid() {
			return
		}
		r := &sideBySide{T: t, decoder: jsontext.NewDecoder(bytes.NewBuffer(bytes.Clone(text))), doc: document{text: text}}
		r.doc.next()
		r.value()
		if rest := bytes.Trim(text[r.doc.at:], spaces); len(rest) > 0 || len(r.doc.path) > 0 {
			t.Errorf("%s: %q is left, and %d lists and objects", text, rest, len(r.doc.path))
		}
		if whole := (&document{text: bytes.TrimLeft(text, spaces)}).value(); !bytes.Equal(whole, bytes.Trim(text, spaces)) {
			t.Errorf("%s is read as %s", text, whole)
		}
	})
}

// sideBySide reads a document in two ways.
type sideBySide struct {
	*testing.T
	decoder *jsontext.Decoder
	doc     document
}

func (r *sideBySide) value() {
	kind := r.decoder.PeekKind()
	if got := jsontext.Value([]byte{r.doc.next()}).Kind(); got != kind {
		r.Fatalf("%s is next at %q, want %s", got, r.doc.place(), kind)
	}
	if kind != '[' && kind != '{' {
		r.read(r.doc.value())
		return
	}
	r.token()
	r.doc.enter()
	for n := 0; r.decoder.PeekKind() != ']' && r.decoder.PeekKind() != '}'; n++ {
		r.doc.next()
		if kind == '{' {
			r.read(r.doc.name())
		} else {
			r.doc.item(n)
		}
		r.value()
	}
	if end := r.doc.next(); end != byte(kind)+2 { // in ASCII
		r.Fatalf("%q ends what %q begins", end, byte(kind))
	}
	r.token()
	r.doc.leave()
	r.same()
}

func (r *sideBySide) token() {
	if _, err := r.decoder.ReadToken(); err != nil {
		r.Fatal(err)
	}
}

// read compares what was read.
func (r *sideBySide) read(got jsontext.Value) {
	want, err := r.decoder.ReadValue()
	if err != nil || !bytes.Equal(got, want) {
		r.Fatalf("read %s, want %s (%v)", got, want, err)
	}
	r.same()
}

// same compares the places.
func (r *sideBySide) same() {
	var names []string
	for name := range r.decoder.StackPointer().Tokens() {
		names = append(names, name)
	}
	if got, want := r.doc.place(), strings.Join(names, "."); got != want {
		r.Fatalf("is at %s, want %s", strconv.Quote(got), strconv.Quote(want))
	}
}
