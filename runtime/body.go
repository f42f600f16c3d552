package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// bodyBuffer is the memory that a body is read and decoded in, reused from request to request.
type bodyBuffer struct {
	bytes.Buffer        // what of the body is still to be decoded
	body         []byte // all of it, once it is read
	limited      io.LimitedReader
	charged      chargedReader
	decoder      jsontext.Decoder
	scratch      []byte          // of unquoted texts
	texts        strings.Builder // short ones that fields have, see keep
	wrong        wrongFields
}

// bodyKind is how a body is written.
type bodyKind int

const (
	otherBody bodyKind = iota
	jsonBody
	formBody
	textBody // of a Webhook only; it has no fields
)

// decodeBody fills the fields of the body. An empty body has none of them.
func (p *plan) decodeBody(x *Exec, in reflect.Value) (wrongFields, error) {
	if p.body == nil {
		return wrongFields{}, nil
	}
	if x.received != nil {
		return p.body.decodeReceived(x, in)
	}
	b := x.app.takeBuffer()
	defer x.app.giveBuffer(b)
	err := b.read(x)
	if err == nil {
		err = p.body.decodeAs(x.bodyKind(), b, in)
	}
	return b.wrong, err
}

// decodeReceived decodes the body of a Webhook, which is already read.
func (o *object) decodeReceived(x *Exec, in reflect.Value) (wrongFields, error) {
	b := x.received
	b.Buffer = *bytes.NewBuffer(b.body)
	b.wrong = wrongFields{}
	err := o.decodeAs(kindOfPayload(x.r.Header, b.body), b, in)
	return b.wrong, err
}

// bodyKind says how the body is written. One of two kinds, or one that is compressed, is of none that is known.
func (x *Exec) bodyKind() bodyKind {
	types := x.r.Header["Content-Type"]
	if coding := x.r.Header["Content-Encoding"]; len(types) != 1 || len(coding) > 0 && !strings.EqualFold(coding[0], "identity") {
		return otherBody
	}
	return kindOfBody(types[0])
}

func (o *object) decodeAs(kind bodyKind, b *bodyBuffer, in reflect.Value) error {
	if b.Len() == 0 || kind == textBody {
		o.missing(b, memberSet{})
		return nil
	}
	switch kind {
	case jsonBody:
		return o.decodeDocument(b, in)
	case formBody:
		return o.decodeForm(b, in)
	}
	return Fail(http.StatusUnsupportedMediaType, "the body must be application/json or application/x-www-form-urlencoded")
}

func (a *App) takeBuffer() *bodyBuffer {
	if b, ok := a.buffers.Get().(*bodyBuffer); ok {
		return b
	}
	return &bodyBuffer{}
}

// giveBuffer keeps b for the next request, unless a large body made it large.
func (a *App) giveBuffer(b *bodyBuffer) {
	if b.Cap() > maxKeptBody {
		return
	}
	clear(b.body) // it may have held a password
	clear(b.scratch)
	b.body, b.scratch = nil, b.scratch[:0]
	b.limited.R, b.charged = nil, chargedReader{}
	b.Reset()
	b.texts.Reset()
	b.wrong = wrongFields{}
	a.buffers.Put(b)
}

// read reads the body up to the entry's limit. It must arrive before the execution's deadline: a context does not
// interrupt a read, so the connection has to. An execution that waits for its body does not count among those that run:
// callers who send theirs slowly must not take the places of others.
func (b *bodyBuffer) read(x *Exec) error {
	if x.r.Body == nil || x.r.Body == http.NoBody {
		return nil
	}
	limit := x.entry.MaxBody
	x.leave()
	control := http.NewResponseController(x.w)
	_ = control.SetReadDeadline(time.Now().Add(x.entry.Timeout))
	b.charged = chargedReader{x: x, r: x.r.Body}
	b.limited = io.LimitedReader{R: &b.charged, N: limit + 1}
	if _, err := b.ReadFrom(&b.limited); err != nil {
		return unreadable(err)
	}
	if int64(b.Len()) > limit {
		return tooLarge(limit) // the deadline stays, for what follows of the body
	}
	_ = control.SetReadDeadline(time.Time{})
	b.body = b.Bytes()
	return x.admit()
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
	switch {
	case errors.Is(err, errTooMuch):
		return &Error{Status: http.StatusServiceUnavailable, Detail: "too many large requests at once", RetryAfter: retryLater, Err: err}
	case errors.Is(err, os.ErrDeadlineExceeded):
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
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return otherBody
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
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
	form, err := url.ParseQuery(b.String())
	if err != nil {
		return notForm(err)
	}
	for i := range o.members {
		m := &o.members[i]
		if m.typ.text == nil && len(form[m.name]) > 0 {
			b.wrong.add(m.name, "can't be sent in a form")
			continue
		}
		b.wrong.add(m.name, m.typ.fromTexts(form[m.name], in.Field(m.index)))
	}
	return nil
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
