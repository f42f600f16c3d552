package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/schema/diag"
)

const (
	maxSize   = 16 << 20 // bytes of a document
	maxDepth  = 128      // arrays and objects inside each other
	maxValues = 1 << 20  // of all kinds; each takes about 100 bytes of memory
)

// read parses a JSON document into Values. It stops at the first mistake.
func read(src []byte) (*Value, *syntaxError) {
	if len(src) > maxSize {
		return nil, &syntaxError{message: fmt.Sprintf("document too large: want at most %d bytes, got %d", maxSize, len(src))}
	}
	text, bom := bytes.CutPrefix(src, []byte("\xef\xbb\xbf"))
	r := &reader{
		dec:  jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true)), // Parse reports duplicates, with both places
		text: string(text),
	}
	if bom {
		r.base = len(src) - len(text)
	}
	root, err := r.value()
	if err != nil {
		return nil, r.explain(err)
	}
	if rest := strings.TrimLeft(r.text[r.offset():], " \t\r\n"); rest != "" {
		return nil, &syntaxError{span: r.characterAt(len(r.text) - len(rest)), message: fmt.Sprintf("unexpected %s after the end of the document", jsonRune(rest)), hint: afterEnd(rest)}
	}
	return root, nil
}

// ReadJSON reads a text that is JSON, as it may stand in a string of a document. Spans are those of the text. Where it
// is none, the Value is nil.
func ReadJSON(text string) (*Value, *diag.Problem) {
	v, err := read([]byte(text))
	if err != nil {
		return nil, &diag.Problem{Start: err.span.Start, End: err.span.End, Message: err.message}
	}
	return v, nil
}

// reader builds Values from the tokens of a document.
type reader struct {
	dec  *jsontext.Decoder
	text string      // the document without its byte-order mark; decoded strings share its memory
	base int         // length of the byte-order mark
	open []diag.Span // opening brackets of the arrays and objects around the next token
	slab []Value     // Values made ahead, a few at a time: one that is kept keeps all of them

	values int // begun so far
}

func (r *reader) value() (*Value, error) {
	if r.values++; r.values > maxValues {
		at := r.lastSpan(0)
		return nil, &syntaxError{span: at, message: fmt.Sprintf("document too large: want at most %d values", maxValues)}
	}
	switch r.dec.PeekKind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	default:
		return r.scalar()
	}
}

func (r *reader) object() (*Value, error) {
	v, err := r.begin(Object)
	if err != nil {
		return nil, err
	}
	for r.dec.PeekKind() != '}' {
		m, err := r.member()
		if err != nil {
			return nil, err
		}
		if v.Members == nil {
			v.Members = make([]Member, 0, 4) // as many as a node has
		}
		v.Members = append(v.Members, m)
	}
	return v, r.end(v)
}

func (r *reader) member() (Member, error) {
	if r.dec.PeekKind() != '"' {
		_, err := r.dec.ReadToken() // never succeeds; ReadValue would first read all of an object
		return Member{}, err
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return Member{}, err
	}
	m := Member{KeySpan: r.lastSpan(len(raw)), Key: r.unquote(raw)}
	m.Value, err = r.value()
	return m, err
}

func (r *reader) array() (*Value, error) {
	v, err := r.begin(Array)
	if err != nil {
		return nil, err
	}
	for r.dec.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	return v, r.end(v)
}

// begin reads an opening bracket.
func (r *reader) begin(k Kind) (*Value, error) {
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	at := r.lastSpan(1)
	if len(r.open) == maxDepth {
		return nil, &syntaxError{span: at, message: fmt.Sprintf("nested too deep: want at most %d levels", maxDepth)}
	}
	r.open = append(r.open, at)
	v := r.alloc()
	v.Kind, v.Span = k, at
	return v, nil
}

// end reads the closing bracket of v.
func (r *reader) end(v *Value) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	r.open = r.open[:len(r.open)-1]
	v.Span.End = r.lastSpan(1).End
	return nil
}

func (r *reader) scalar() (*Value, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	v := r.alloc()
	v.Span = r.lastSpan(len(raw))
	switch raw.Kind() {
	case '"':
		v.Kind, v.Text = String, r.unquote(raw)
	case '0':
		v.Kind, v.Text = Number, r.lastText(len(raw))
	case 't', 'f':
		v.Kind, v.Text = Bool, r.lastText(len(raw))
	}
	return v, nil
}

// unquote decodes the string that was just read.
func (r *reader) unquote(raw jsontext.Value) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		quoted := r.lastText(len(raw))
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw) // the decoder has checked it
	return string(text)
}

// alloc returns a zero Value.
func (r *reader) alloc() *Value {
	if len(r.slab) == 0 {
		r.slab = make([]Value, 4)
	}
	v := &r.slab[0]
	r.slab = r.slab[1:]
	return v
}

// offset is where the last token ended, in r.text.
func (r *reader) offset() int { return int(r.dec.InputOffset()) }

// lastText returns the last n bytes that were read.
func (r *reader) lastText(n int) string { return r.text[r.offset()-n : r.offset()] }

// lastSpan returns the place of the last n bytes that were read.
func (r *reader) lastSpan(n int) diag.Span {
	end := r.base + r.offset()
	return diag.Span{Start: end - n, End: end}
}

// explain turns an error of the decoder into one that names the place and what was expected.
func (r *reader) explain(err error) *syntaxError {
	if own := (*syntaxError)(nil); errors.As(err, &own) {
		return own
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.explainEnd()
	}
	at := r.offset()
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		at, err = int(syntactic.ByteOffset), syntactic.Err
	}
	e := &syntaxError{span: r.characterAt(at)}
	e.message, e.hint = describe(strings.TrimPrefix(err.Error(), "jsontext: "), r.text, at, r.wantsKey())
	if len(r.open) > 0 && strings.Contains(e.hint, "close the ") && strings.ContainsRune("{]}", rune(r.text[at])) {
		e.opened = &r.open[len(r.open)-1]
	}
	return e
}

// characterAt returns the place of the character at an offset in r.text.
func (r *reader) characterAt(at int) diag.Span {
	_, size := utf8.DecodeRuneInString(r.text[at:])
	return diag.Span{Start: r.base + at, End: r.base + at + size}
}

// wantsKey reports whether the next token could be the key of an object.
func (r *reader) wantsKey() bool {
	kind, read := r.dec.StackIndex(r.dec.StackDepth())
	return kind == '{' && read%2 == 0
}

// explainEnd describes a document that stops too early.
func (r *reader) explainEnd() *syntaxError {
	end := r.base + len(r.text)
	e := &syntaxError{span: diag.Span{Start: end, End: end}, message: "unexpected end of document"}
	if len(r.open) > 0 {
		e.opened = &r.open[len(r.open)-1]
	} else if strings.Trim(r.text, " \t\r\n") == "" {
		e.message = "document is empty, want an object"
	}
	return e
}
