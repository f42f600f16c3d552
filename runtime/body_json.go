package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is the number of objects and lists that may stand in one another in a document.
const maxDepth = 128

// object is the plan by which the members of a JSON object are decoded into the fields of a struct.
type object struct {
	members []member
	byName  map[string]int // index in members
	files   bool           // one of them is a file
}

// member is one member of an object.
type member struct {
	name   string
	quoted string // as most senders write it
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
	o.byName[m.name] = len(o.members)
	m.quoted = `"` + m.name + `"`
	o.members = append(o.members, m)
	o.files = o.files || m.typ.file != nil
}

// fewMembers are found by comparing their names, which takes less time than a map up to then.
const fewMembers = 8

// find returns the index of the member of a name, which may be written with escapes.
func (o *object) find(b *bodyBuffer, name jsontext.Value) (at int, known bool, err error) {
	few := len(o.members) <= fewMembers
	if few {
		for at := range o.members {
			if o.members[at].quoted == string(name) {
				return at, true, nil
			}
		}
	}
	text, err := b.unquote(name)
	if few && len(text) == len(name)-len(`""`) { // it has no escapes, and would have been found
		return 0, false, err
	}
	at, known = o.byName[string(text)]
	return at, known, err
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
	if deeperThan(maxDepth, b.Bytes()) {
		return Fail(http.StatusBadRequest, fmt.Sprintf("the body nests deeper than %d", maxDepth))
	}
	keys := costOfKeys(b.Bytes())
	if err := b.share.take(keys); err != nil {
		return err
	}
	defer b.share.give(keys)
	if kind := b.decoder.PeekKind(); kind != '{' && kind != 0 {
		return Fail(http.StatusBadRequest, "the body must be a JSON object")
	}
	if err := o.decode(b, in); err != nil {
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

// decode decodes one object; keys that no member has are skipped, though they must be valid JSON, each once.
func (o *object) decode(b *bodyBuffer, v reflect.Value) error {
	if _, err := b.decoder.ReadToken(); err != nil {
		return err
	}
	var seen memberSet
	for b.decoder.PeekKind() != '}' {
		name, err := b.decoder.ReadValue()
		if err != nil {
			return err
		}
		at, known, err := o.find(b, name)
		if err != nil {
			return err
		}
		switch {
		case !known:
			err = b.skipUnknown()
		case b.decoder.PeekKind() == 'n': // null is missing, but for who asks
			o.members[at].found(v)
			err = b.decoder.SkipValue()
		default:
			seen[at/64] |= 1 << (at % 64)
			m := &o.members[at]
			m.found(v)
			err = m.typ.json(b, v.Field(m.index))
		}
		if err != nil {
			return err
		}
	}
	if _, err := b.decoder.ReadToken(); err != nil {
		return err
	}
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
		if within := b.place(); within != "" {
			name = within + "." + name
		}
		b.wrong.add(name, isRequired)
	}
}

// text reads a text, such as a member's name, into memory that the next text reuses.
func (b *bodyBuffer) text() ([]byte, error) {
	raw, err := b.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	return b.unquote(raw)
}

// unquote returns what a JSON text means, in memory that the next text reuses.
func (b *bodyBuffer) unquote(raw jsontext.Value) ([]byte, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	var err error
	b.scratch, err = jsontext.AppendUnquote(b.scratch[:0], raw)
	return b.scratch, err
}

// maxShared is the longest text that shares its memory with others. They share firstTexts bytes at first, and sharedTexts once there
// are more of them: who keeps one of them keeps no more than that.
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
		b.texts.Grow(min(size, len(text)+len(b.decoder.UnreadBuffer())))
	}
	start := b.texts.Len()
	b.texts.Write(text)
	return b.texts.String()[start:]
}

// wrongValue records that the value just read is not what it must be.
func (b *bodyBuffer) wrongValue(problem string) {
	if !b.wrong.full() {
		b.wrong.add(b.place(), problem)
	}
}

// place names the value just read as "address.city" or "items.2.name", "" for the document itself.
func (b *bodyBuffer) place() string {
	var names []string
	for name := range b.decoder.StackPointer().Tokens() {
		names = append(names, name)
	}
	return strings.Join(names, ".")
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

// costOfKeys is the most memory, in bytes, that it may cost to tell the keys of a document apart while it is read: it has no more
// of them than colons. That of a small one is not worth counting.
func costOfKeys(document []byte) int64 {
	if len(document) <= maxKeptBody {
		return 0
	}
	return int64(costOfMember * bytes.Count(document, []byte(":")))
}

// notJSON returns the 400 for a document that is not valid, with the place but nothing of the content, and the 503 for one that
// there is no room for.
func notJSON(err error) error {
	if errors.Is(err, errTooMuch) {
		return err
	}
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
