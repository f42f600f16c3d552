package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/plainjson"
)

// maxDepth is the number of objects and lists that may stand in one another in a document.
const maxDepth = 128

// What is certain to be JSON is not counted: it must not nest deeper than it may.
const _ = uint(maxDepth - plainjson.MaxDepth)

// object is the plan by which the members of a JSON object are decoded into the fields of a struct.
type object struct {
	members []member
	byName  map[string]int // index in members
	files   bool           // one of them is a file
}

// member is one member of an object.
type member struct {
	at     int // of the members, which one it is
	name   string
	quoted string // as most senders write it: a whole text, also where the name holds a quotation mark
	index  int    // of the field in the struct
	typ    *decoder
	sent   int // of the field that says whether it was sent, from 1; 0 is none
}

// found notes that the document has the member, in the struct that it is decoded into.
func (m *member) found(in reflect.Value) {
	if m.sent > 0 {
		in.Field(m.sent - 1).SetBool(true)
	}
}

// memberSet says which members a document has.
type memberSet [4]uint64

// maxMembers is the number of members that a memberSet holds.
const maxMembers = 4 * 64

func newObject() *object { return &object{byName: map[string]int{}} }

func (o *object) add(m member) {
	m.at = len(o.members)
	o.byName[m.name] = m.at
	quoted, _ := jsontext.AppendQuote(nil, m.name) // an error is of what is no UTF-8, which no sender can write
	m.quoted = string(quoted)
	o.members = append(o.members, m)
	o.files = o.files || m.typ.file != nil
}

// fewMembers are found by comparing their names, which takes less time than a map up to then.
const fewMembers = 8

// member reads the name of the member that comes next, and finds it.
func (o *object) member(b *bodyBuffer) (m *member, known bool) {
	few := len(o.members) <= fewMembers
	for i := 0; few && i < len(o.members); i++ {
		if m := &o.members[i]; b.doc.named(m.quoted) {
			return m, true
		}
	}
	name := b.doc.name()
	text := b.unquote(name)
	if few && len(text) == len(name)-len(`""`) { // it has no escapes, and would have been found
		return nil, false
	}
	at, known := o.byName[string(text)]
	if !known {
		return nil, false
	}
	return &o.members[at], true
}

// check refuses what decode can't tell apart.
func (o *object) check(t reflect.Type) error {
	if len(o.members) > maxMembers {
		return fmt.Errorf("type %s has more than %d fields", t, maxMembers)
	}
	if len(o.byName) < len(o.members) {
		return fmt.Errorf("type %s has two fields of one name", t)
	}
	return nil
}

// decodeDocument decodes the whole body, one JSON object. The error is about the document; wrong fields are collected.
func (o *object) decodeDocument(b *bodyBuffer, in reflect.Value) error {
	if err := b.checkObject(); err != nil {
		return err
	}
	b.doc.next()
	return o.decode(b, in)
}

// checkObject returns the 400 for a body that is not one JSON object: valid to its end, and no key of an object twice.
// The 503 is for one that there is no room to check.
func (b *bodyBuffer) checkObject() error {
	if plainjson.Certain(b.Bytes()) && b.doc.next() == '{' {
		return nil
	}
	if deeperThan(maxDepth, b.Bytes()) {
		return Fail(http.StatusBadRequest, fmt.Sprintf("the body nests deeper than %d", maxDepth))
	}
	keys := costOfKeys(b.Bytes())
	if err := b.share.take(keys); err != nil {
		return err
	}
	defer b.share.give(keys)
	b.decoder.Reset(&b.Buffer)
	if kind := b.decoder.PeekKind(); kind != '{' && kind != 0 {
		return Fail(http.StatusBadRequest, "the body must be a JSON object")
	}
	if _, err := b.decoder.ReadValue(); err != nil {
		return notJSON(err)
	}
	if b.decoder.PeekKind() != 0 {
		return Fail(http.StatusBadRequest, "the body has more than one JSON value")
	}
	// At the end of the body PeekKind gives 0, and so it does before what is no JSON.
	if _, err := b.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return notJSON(err)
	}
	return nil
}

// decode decodes one object; members that it does not have are passed over. Its error is that there is no room for what
// it decodes.
func (o *object) decode(b *bodyBuffer, v reflect.Value) error {
	var seen memberSet
	b.doc.enter()
	for b.doc.next() != '}' {
		m, known := o.member(b)
		if !known {
			b.skipUnknown()
			continue
		}
		m.found(v)
		if b.doc.next() == 'n' { // null is missing, but for who asks
			b.doc.value()
			continue
		}
		seen[m.at/64] |= 1 << (m.at % 64)
		if err := m.typ.json(b, v.Field(m.index)); err != nil {
			return err
		}
	}
	b.doc.leave()
	o.missing(b, seen)
	return nil
}

// missing records the required members that are not in seen, of the object that was just read.
func (o *object) missing(b *bodyBuffer, seen memberSet) {
	for at := range o.members {
		if b.wrong.full() {
			return
		}
		m := &o.members[at]
		if m.typ.optional || seen[at/64]&(1<<(at%64)) != 0 {
			continue
		}
		name := m.name
		if within := b.doc.place(); within != "" {
			name = within + "." + name
		}
		b.wrong.add(name, isRequired)
	}
}

// unquote returns what a JSON text means, in memory that the next text reuses.
func (b *bodyBuffer) unquote(raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	b.scratch, _ = jsontext.AppendUnquote(b.scratch[:0], raw) // the document is valid
	return b.scratch
}

// maxShared is the longest text that shares its memory with others. They share firstTexts bytes at first, and
// sharedTexts once there are more of them: who keeps one of them keeps no more than that.
const (
	maxShared   = 64
	firstTexts  = 128
	sharedTexts = 256
)

// keep returns text as a string of its own. Short ones share memory, as a body has many of them.
func (b *bodyBuffer) keep(text []byte) string {
	if len(text) > maxShared {
		return string(text)
	}
	if b.texts.Cap()-b.texts.Len() < len(text) {
		size := firstTexts
		if b.texts.Cap() > 0 {
			size = sharedTexts
		}
		b.texts.Reset()
		b.texts.Grow(min(size, len(text)+b.doc.left()))
	}
	start := b.texts.Len()
	b.texts.Write(text)
	return b.texts.String()[start:]
}

// wrongValue records that the value just read is not what it must be.
func (b *bodyBuffer) wrongValue(problem string) {
	if !b.wrong.full() {
		b.wrong.add(b.doc.place(), problem)
	}
}

// deeperThan says whether a document nests deeper than limit, without trusting that it is valid.
func deeperThan(limit int, document []byte) bool {
	if bytes.Count(document, []byte("["))+bytes.Count(document, []byte("{")) <= limit {
		return false
	}
	depth, inText := 0, false
	for i := 0; i < len(document); i++ {
		switch c := document[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// costOfKeys is the most memory, in bytes, that it may cost to tell the keys of a document apart while it is read: it
// has no more of them than colons. That of a small one is not worth counting.
func costOfKeys(document []byte) int64 {
	if len(document) <= maxKeptBody {
		return 0
	}
	return int64(costOfMember * bytes.Count(document, []byte(":")))
}

// notJSON returns the 400 for a document that is not valid, with the place but nothing of the content.
func notJSON(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return &Error{Status: http.StatusBadRequest, Detail: "the body is not valid JSON", Err: err}
	}
	detail := fmt.Sprintf("the body is not valid JSON, at byte %d", syntax.ByteOffset)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		detail = fmt.Sprintf("the body has a key twice, at byte %d", syntax.ByteOffset)
	}
	return &Error{Status: http.StatusBadRequest, Detail: detail, Err: err}
}
