package runtime

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/charset"
)

// bodyBuffer is the memory that a body is read and decoded in, reused from request to request.
type bodyBuffer struct {
	bytes.Buffer                  // what of the body is still to be decoded
	body         []byte           // all of it
	tally                         // of what is decoded
	decoder      jsontext.Decoder // which finds out whether it is JSON
	doc          document         // once it is
	scratch      []byte           // of unquoted texts
	texts        strings.Builder  // short ones that fields have, see keep
	wrong        wrongFields
	contentType  string
	charset      string         // that the body names; "" is UTF-8
	webhook      bool           // of a Webhook, which takes a form in parts for any fields
	strict       bool           // members that no field is for are wrong
	signed       WebhookRequest // with the body, for who keeps nothing of it
}

// bodyKind is the encoding of a body.
type bodyKind int

const (
	otherBody bodyKind = iota
	jsonBody
	formBody
	textBody      // of a Webhook only; it has no fields
	multipartBody // a form that may hold files
)

// decodeBody fills the fields of the body. An empty body has none of them.
func (p *plan) decodeBody(x *Exec, in reflect.Value) (wrongFields, error) {
	if p.body == nil {
		return wrongFields{}, nil
	}
	if x.received != nil {
		return p.body.decodeReceived(x, in, p.strict)
	}
	b := x.app.takeBuffer()
	defer x.app.giveBuffer(b)
	b.strict = p.strict
	b.says(contentType(x.r.Header))
	err := b.read(x)
	if err == nil {
		err = b.unpack(x)
	}
	if err == nil {
		err = p.body.decodeAs(x.bodyKind(), b, in)
	}
	b.bytes -= b.weight() // the body is forgotten, what was decoded of it stays
	return b.wrong, cmp.Or(err, b.settle())
}

// decodeReceived decodes a body that is already read, and stays: of a Webhook, or of an endpoint that keeps it.
func (o *object) decodeReceived(x *Exec, in reflect.Value, strict bool) (wrongFields, error) {
	b := x.received
	b.Buffer = *bytes.NewBuffer(b.body)
	b.wrong, b.strict = wrongFields{}, strict
	b.says(contentType(x.r.Header))
	kind := x.bodyKind()
	if !x.entry.KeepsBody { // else of an API Endpoint, whose callers know what it takes
		kind = kindOfPayload(b.contentType, b.body)
	}
	err := o.decodeAs(kind, b, in)
	return b.wrong, cmp.Or(err, b.settle())
}

// bodyKind says how the body is written. One of two kinds is of none that is known.
func (x *Exec) bodyKind() bodyKind {
	types := x.r.Header["Content-Type"]
	if len(types) != 1 {
		return otherBody
	}
	return kindOfBody(types[0])
}

// says keeps what a Content-Type says of the body.
func (b *bodyBuffer) says(contentType string) {
	b.contentType, b.charset = contentType, charset.Of(contentType)
}

// contentType is the first one, "" where there is none.
func contentType(header http.Header) string {
	if types := header["Content-Type"]; len(types) > 0 { // Get would look at the name's spelling
		return types[0]
	}
	return ""
}

func (o *object) decodeAs(kind bodyKind, b *bodyBuffer, in reflect.Value) error {
	b.doc = document{text: b.Bytes(), path: b.doc.path[:0]}
	if b.Len() == 0 || kind == textBody {
		o.missing(b, memberSet{})
		return nil
	}
	switch {
	case kind == multipartBody && (o.files || b.webhook):
		return o.decodeMultipart(b, in)
	case o.files:
		return Fail(http.StatusUnsupportedMediaType, "the body must be multipart/form-data")
	}
	switch kind {
	case jsonBody:
		if err := b.toUTF8(); err != nil {
			return err
		}
		return o.decodeDocument(b, in)
	case formBody:
		return o.decodeForm(b, in)
	}
	return Fail(http.StatusUnsupportedMediaType, "the body must be application/json or application/x-www-form-urlencoded")
}

// toUTF8 has the rest of the body be UTF-8, without a byte-order mark.
func (b *bodyBuffer) toUTF8() error {
	text, err := inUTF8(b.charset, b.Bytes())
	if err != nil {
		return err
	}
	if len(text) == b.Len() {
		return nil
	}
	b.Buffer = *bytes.NewBuffer(text)
	b.doc.text = text
	if b.charset == "" {
		return nil
	}
	return b.add(cap(text))
}

// inUTF8 returns a text of a body in UTF-8, without a byte-order mark: a 415 where its charset is not supported, and a
// 400 where it is not in that charset.
func inUTF8(name string, text []byte) ([]byte, error) {
	decoded, err := charset.Decode(name, text)
	if unknown, ok := errors.AsType[*charset.UnknownError](err); ok {
		return nil, Fail(http.StatusUnsupportedMediaType, "the body has a charset that is not supported: "+strconv.Quote(unknown.Name))
	}
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Detail: "the body is not in its charset", Err: err}
	}
	return charset.WithoutMark(decoded), nil
}

func (a *App) takeBuffer() *bodyBuffer {
	if b, ok := a.buffers.Get().(*bodyBuffer); ok {
		return b
	}
	return &bodyBuffer{}
}

// giveBuffer keeps b for the next request, unless a large body made it large.
func (a *App) giveBuffer(b *bodyBuffer) {
	if cap(b.body) > maxKeptBody {
		return
	}
	clear(b.body) // it may have held a password
	if len(b.scratch) > 0 {
		clear(b.scratch[:cap(b.scratch)]) // so may a text before the last one, which may have been longer
	}
	b.body, b.scratch = b.body[:0], b.scratch[:0]
	b.tally = tally{}
	b.Buffer = bytes.Buffer{}
	b.doc = document{path: b.doc.path[:0]}
	b.texts.Reset()
	b.wrong, b.signed = wrongFields{}, WebhookRequest{}
	b.webhook = false
	a.buffers.Put(b)
}

// read reads the body up to the entry's limit. It must arrive before the execution's deadline: a context does not
// interrupt a read, so the connection has to, which knows it from the handler. An execution that waits for its body
// does not count among those that run: callers who send theirs slowly must not take the places of others.
func (b *bodyBuffer) read(x *Exec) error {
	b.share = x.body
	if x.r.Body == nil || x.r.Body == http.NoBody {
		return nil
	}
	x.leave()
	if err := b.readFrom(x.r.Body, x.r.ContentLength, x.entry.MaxBody); err != nil {
		return err // the deadline stays, for what follows of the body
	}
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{})
	b.Buffer = *bytes.NewBuffer(b.body)
	return x.admit()
}

// minRead is the least memory that a body is read into, in bytes.
const minRead = 512

// readFrom reads a body, of which announced says the length or is -1. Memory is made as bytes arrive, and no more than
// twice as much: a caller could announce much and send nothing.
func (b *bodyBuffer) readFrom(r io.Reader, announced, limit int64) error {
	most := limit + 1 // to see that a body has more
	if announced >= 0 {
		most = announced + 1 // to see its end
	}
	for {
		known := b.weight()
		if len(b.body) == cap(b.body) {
			size := max(min(2*cap(b.body), int(most)), minRead, len(b.body)+1)
			b.body = append(make([]byte, 0, size), b.body...)
		}
		n, err := r.Read(b.body[len(b.body):cap(b.body)])
		b.body = b.body[:len(b.body)+n]
		switch full := b.share.take(b.weight() - known); {
		case full != nil:
			return full
		case int64(len(b.body)) > limit:
			return tooLarge(limit)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return unreadable(err)
		}
	}
}

// weight is the cost of the body in bytes: of memory that is kept for the next request, what it takes of that.
func (b *bodyBuffer) weight() int64 {
	if cap(b.body) > maxKeptBody {
		return int64(cap(b.body))
	}
	return int64(len(b.body))
}

// sized refuses a request that says itself that its body is too large, whether or not anything is read of it.
func (x *Exec) sized() error {
	if x.r.ContentLength > x.entry.MaxBody {
		return tooLarge(x.entry.MaxBody)
	}
	return nil
}

// skim refuses a body in chunks, which do not say how many they are, that turns out to be too large, where a workflow
// reads none. It keeps nothing of it.
func (x *Exec) skim() error {
	if x.r.ContentLength >= 0 || x.r.Body == nil {
		return nil // sized has seen it, and net/http ends what is not read
	}
	control := http.NewResponseController(x.w)
	_ = control.SetReadDeadline(time.Now().Add(x.entry.Timeout))
	n, err := io.Copy(io.Discard, io.LimitReader(x.r.Body, x.entry.MaxBody+1))
	switch {
	case err != nil:
		return unreadable(err)
	case n > x.entry.MaxBody:
		return tooLarge(x.entry.MaxBody)
	}
	_ = control.SetReadDeadline(time.Time{})
	return nil
}

// unreadable returns the answer for a body that has not arrived in full.
func unreadable(err error) error {
	if packed := (*packedError)(nil); errors.As(err, &packed) {
		return packed
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &Error{Status: http.StatusRequestTimeout, Detail: "the body did not arrive in time", Err: err}
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the body can't be read", Err: err}
}

func tooLarge(limit int64) error {
	return Fail(http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", limit))
}

// kindOfBody reads a Content-Type. The two usual spellings are recognised without parsing, which allocates.
func kindOfBody(contentType string) bodyKind {
	switch contentType {
	case "application/json", "application/json; charset=utf-8":
		return jsonBody
	case "application/x-www-form-urlencoded":
		return formBody
	}
	if isMultipart(contentType) { // its boundary is checked where it is read
		return multipartBody
	}
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return otherBody
	}
	switch {
	case media == "application/json", strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json"):
		return jsonBody
	case media == "application/x-www-form-urlencoded":
		return formBody
	}
	return otherBody
}

// decodeForm fills in from a form, whose values are texts.
func (o *object) decodeForm(b *bodyBuffer, in reflect.Value) error {
	if b.Bytes()[0] == '{' && jsontext.Value(b.Bytes()).IsValid() { // as `curl -d` sends what it is not told more of
		return Fail(http.StatusUnsupportedMediaType, "the body is JSON, and its Content-Type says that it is a form: send application/json")
	}
	if err := b.add(costOfText * b.Len()); err != nil {
		return err
	}
	form, err := parseFormIn(b.charset, b.String())
	if err != nil {
		return err
	}
	for i := range o.members {
		m := &o.members[i]
		texts := m.typ.sent(form[m.name])
		if len(texts) > 0 {
			m.found(in)
		}
		if m.typ.text == nil && len(texts) > 0 {
			b.wrong.add(m.name, "can't be sent in a form")
			continue
		}
		b.wrong.addTexts(m.name, texts, m.typ.fromTexts(texts, in.Field(m.index)))
	}
	if b.strict {
		o.unknownInForm(form, &b.wrong)
	}
	return nil
}

// sent returns texts of a form or a query, none where the one there is stands for none.
func (d *decoder) sent(texts []string) []string {
	if d.blank && len(texts) == 1 && texts[0] == "" {
		return nil
	}
	return texts
}

// fromTexts sets v from what a form, a query or a header holds for a field, and says what is wrong with it.
func (d *decoder) fromTexts(texts []string, v reflect.Value) string {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return mustBeUTF8
		}
	}
	switch {
	case len(texts) == 0 && d.optional:
		return ""
	case len(texts) == 0:
		return isRequired
	case d.texts != nil:
		return d.texts(texts, v)
	case len(texts) > 1:
		return mustBeOnce
	}
	return d.text(texts[0], v)
}
