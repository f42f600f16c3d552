package client

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// BodyType says how the body of a request is written.
type BodyType int

const (
	// JSON writes any value.
	JSON BodyType = iota
	// Form writes the members of an object (a struct or a map): scalars, and lists of them as repeated names. Null is left
	// out.
	Form
	// Text writes a string, or a scalar of an rt.Value.
	Text
)

// write returns the body's text and its Content-Type. A strings.Reader can be read again, for a redirect that repeats
// the body.
func (t BodyType) write(body any) (r io.Reader, contentType string, err error) {
	if body == nil {
		return nil, "", nil
	}
	var text string
	switch t {
	case JSON:
		contentType = "application/json"
		text, err = rt.ToJSON(body)
	case Form:
		contentType = "application/x-www-form-urlencoded"
		text, err = formOf(body)
	case Text:
		contentType = "text/plain; charset=utf-8"
		text, err = textOf(body)
	default:
		err = fmt.Errorf("unknown body type %d", t)
	}
	if err != nil {
		return nil, "", fmt.Errorf("the body: %w", err)
	}
	return strings.NewReader(text), contentType, nil
}

func textOf(body any) (string, error) {
	switch b := body.(type) {
	case string:
		return b, nil
	case rt.Value:
		return b.Text()
	}
	return "", fmt.Errorf("is a %T, want a text", body)
}

var errNotForm = errors.New("a form takes an object of scalars, and of lists of them")

// formOf goes by way of JSON, so that names, times and durations are written as in JSON bodies, in the same order.
func formOf(body any) (string, error) {
	text, err := rt.ToJSON(body)
	if err != nil {
		return "", err
	}
	dec := jsontext.NewDecoder(strings.NewReader(text))
	if open, err := dec.ReadToken(); err != nil || open.Kind() != '{' {
		return "", errNotForm
	}
	var form strings.Builder
	for dec.PeekKind() == '"' {
		token, err := dec.ReadToken()
		if err != nil {
			return "", err
		}
		name := token.String()
		if err := addMember(&form, name, dec); err != nil {
			return "", fmt.Errorf("field %q: %w", name, err)
		}
	}
	return form.String(), nil
}

// addMember adds the value that dec is at, each element of a list under the same name.
func addMember(form *strings.Builder, name string, dec *jsontext.Decoder) error {
	list := dec.PeekKind() == '['
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return err
		}
		switch token.Kind() {
		case '"', '0', 't', 'f':
			if form.Len() > 0 {
				form.WriteByte('&')
			}
			form.WriteString(url.QueryEscape(name) + "=" + url.QueryEscape(token.String()))
		case '{':
			return errNotForm
		case '[':
			if dec.StackDepth() > 2 {
				return errNotForm
			}
		}
		if !list || dec.StackDepth() < 2 {
			return nil
		}
	}
}
