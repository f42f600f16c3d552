package runtime

import (
	"bytes"
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// scalar is a type that a single JSON value or a text holds.
type scalar struct {
	kind jsontext.Kind // of the JSON value; 't' stands for both booleans
	want string        // "must be …"
	set  func(text []byte, v reflect.Value) error
	read func(text []byte, v reflect.Value) error // set for texts of forms, queries and headers; nil is set
}

// json returns the decoder function for JSON.
func (s scalar) json() func(*bodyBuffer, reflect.Value) error {
	return func(b *bodyBuffer, v reflect.Value) error {
		raw := b.doc.value()
		kind, text := raw.Kind(), []byte(raw)
		switch kind {
		case 'f':
			kind = 't'
		case '"':
			text = b.unquote(raw)
		}
		if kind != s.kind || s.set(text, v) != nil {
			b.wrongValue(s.want)
		}
		if v.Kind() == reflect.Slice { // bytes
			return b.add(v.Len())
		}
		return nil
	}
}

// stringFromJSON is the decoder function for strings.
func (s scalar) stringFromJSON(b *bodyBuffer, v reflect.Value) error {
	if b.doc.next() != '"' {
		b.skipWrong(s.want)
		return nil
	}
	text := b.unquote(b.doc.value())
	if bytes.IndexByte(text, 0) >= 0 {
		b.wrong.sawNUL(b.doc.place())
	}
	v.SetString(b.keep(text))
	return b.add(len(text))
}

// text is the decoder function for texts.
func (s scalar) text(text string, v reflect.Value) string {
	set := s.set
	if s.read != nil {
		set = s.read
	}
	if set([]byte(text), v) != nil {
		return s.want
	}
	return ""
}

// scalarOf returns how a type is written, when it is a scalar.
func scalarOf(t reflect.Type) (scalar, bool) {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return scalar{kind: '"', want: "must be a time (RFC 3339)", set: setTime}, true
	case t == reflect.TypeFor[time.Duration]():
		return scalar{kind: '"', want: "must be a duration, such as 15m", set: setDuration}, true
	case t == reflect.TypeFor[[]byte]():
		return scalar{kind: '"', want: "must be base64", set: setBytes}, true
	}
	switch t.Kind() {
	case reflect.String:
		return scalar{kind: '"', want: "must be a string", set: setString}, true
	case reflect.Int64, reflect.Int: // the latter in structs written by hand
		return scalar{kind: '0', want: "must be an int", set: setInt}, true
	case reflect.Float64:
		return scalar{kind: '0', want: "must be a float", set: setFloat}, true
	case reflect.Bool:
		return scalar{kind: 't', want: "must be a bool", set: setBool, read: readBool}, true
	}
	return scalar{}, false
}

func setString(text []byte, v reflect.Value) error {
	v.SetString(string(text))
	return nil
}

func setInt(text []byte, v reflect.Value) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if v.OverflowInt(n) {
		return strconv.ErrRange
	}
	v.SetInt(n)
	return err
}

func setFloat(text []byte, v reflect.Value) error {
	f, err := fn.ParseFloat(string(text))
	v.SetFloat(f)
	return err
}

func setBool(text []byte, v reflect.Value) error {
	t, err := fn.ParseBool(string(text))
	v.SetBool(t)
	return err
}

// readBool is setBool for what a checkbox and people write.
func readBool(text []byte, v reflect.Value) error {
	return setBool([]byte(writtenBool(string(text))), v)
}

// writtenBool returns a bool of a form or a query as JSON writes it; any other text as it is.
func writtenBool(text string) string {
	switch text {
	case "on", "yes", "1":
		return "true"
	case "off", "no", "0":
		return "false"
	}
	return text
}

func setBytes(text []byte, v reflect.Value) error {
	data, err := decodeBase64(text)
	v.SetBytes(data)
	return err
}

var errLineBreak = errors.New("base64 has a line break")

// decodeBase64 reads base64 that is written in the one right way (RFC 4648, 3.3 and 3.5).
func decodeBase64(text []byte) ([]byte, error) {
	if bytes.ContainsAny(text, "\r\n") { // which encoding/base64 ignores
		return nil, errLineBreak
	}
	return base64.StdEncoding.Strict().AppendDecode(nil, text)
}

func setTime(text []byte, v reflect.Value) error {
	t, err := fn.ParseTime(string(text))
	v.Set(reflect.ValueOf(t))
	return err
}

func setDuration(text []byte, v reflect.Value) error {
	d, err := fn.ParseDuration(string(text))
	v.SetInt(int64(d))
	return err
}
