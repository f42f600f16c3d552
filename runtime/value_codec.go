package runtime

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// MarshalJSONTo writes the value as it is.
func (v Value) MarshalJSONTo(enc *jsontext.Encoder) error {
	if len(v.raw) == 0 {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(v.raw)
}

// UnmarshalJSONFrom keeps the value as it is.
func (v *Value) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*v = Value{raw: raw.Clone()}
	return nil
}

// MarshalJSON is MarshalJSONTo for encoding/json, which logs use.
func (v Value) MarshalJSON() ([]byte, error) {
	if len(v.raw) == 0 {
		return []byte("null"), nil
	}
	return v.raw, nil
}

// String returns the JSON text.
func (v Value) String() string {
	if len(v.raw) == 0 {
		return "null"
	}
	return string(v.raw)
}

// Scan implements sql.Scanner for a column of unknown type. Bytes that are JSON, as drivers give for a column of JSON,
// are that JSON: of a key that stands twice in an object the last one counts, as in PostgreSQL's jsonb. Other bytes are
// text.
func (v *Value) Scan(src any) error {
	if data, ok := src.([]byte); ok {
		if raw, ok := storedJSON(data); ok {
			*v = Value{raw: raw}
			return nil
		}
		if !utf8.Valid(data) {
			return errBytes
		}
		src = string(data)
	}
	if at, ok := src.(time.Time); ok {
		src = fn.FormatTime(at)
	}
	raw, err := marshal(src)
	if err != nil {
		return fmt.Errorf("reading a column of unknown type: %w", err)
	}
	*v = Value{raw: raw}
	return nil
}

var errBytes = errors.New("a column of unknown type holds bytes that are no text: declare its type, or encode them in SQL, as by hex()")

// storedJSON returns data as JSON of its own memory, with each key of an object once, if it is JSON.
func storedJSON(data []byte) (raw jsontext.Value, ok bool) {
	data = bytes.Trim(data, spaces)
	raw = jsontext.Value(data)
	if raw.IsValid() {
		return raw.Clone(), true
	}
	if !raw.IsValid(jsontext.AllowDuplicateNames(true)) {
		return nil, false
	}
	raw, err := lastOfKeys(raw)
	return raw, err == nil
}

// lastOfKeys returns JSON without those members of its objects that a later one of the same name replaces.
func lastOfKeys(raw jsontext.Value) (jsontext.Value, error) {
	switch raw.Kind() {
	case '{':
		return lastOfObject(raw)
	case '[':
		list := []byte{'['}
		for _, item := range (Value{raw: raw}).items() {
			if len(list) > 1 {
				list = append(list, ',')
			}
			once, err := lastOfKeys(item)
			if err != nil {
				return nil, err
			}
			list = append(list, once...)
		}
		return append(list, ']'), nil
	}
	return raw.Clone(), nil
}

func lastOfObject(raw jsontext.Value) (jsontext.Value, error) {
	dec := Value{raw: raw}.decoder()
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var names []string
	members := map[string]jsontext.Value{}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if _, twice := members[key]; !twice {
			names = append(names, key)
		}
		if members[key], err = lastOfKeys(value); err != nil {
			return nil, err
		}
	}
	once := []byte{'{'}
	for i, name := range names {
		if i > 0 {
			once = append(once, ',')
		}
		once, _ = jsontext.AppendQuote(once, name) // it was read from JSON
		once = append(append(once, ':'), members[name]...)
	}
	return append(once, '}'), nil
}

// Value implements driver.Valuer: a scalar as itself, a list or an object as JSON text.
func (v Value) Value() (driver.Value, error) {
	switch v.kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return v.kind() == 't', nil
	case '"':
		return v.Text()
	case '0':
		if n, err := strconv.ParseInt(string(v.raw), 10, 64); err == nil {
			return n, nil
		}
		if !strings.ContainsAny(string(v.raw), ".eE") {
			return nil, v.wrong(public.Errorf("%s is not an int of 64 bits", v.place()))
		}
		return v.Float()
	}
	return string(v.raw), nil
}

// Document is Value for a column of JSON, which keeps the value as what it is: a text and a bool are written as JSON.
// SQLite would make a number of "007", and of true, and PostgreSQL takes no text that is not JSON. What a form holds is
// what it is written as.
func (v Value) Document() (driver.Value, error) {
	switch v.kind() {
	case 't', 'f':
		return string(v.raw), nil
	case '0':
		if f, err := strconv.ParseFloat(string(v.raw), 64); err == nil && !v.isPlain(f) {
			return string(v.raw), nil
		}
	case '"':
		if text, err := v.Text(); v.asText && err == nil && jsontext.Value(text).IsValid() {
			return Value{raw: jsontext.Value(text), path: v.path, caller: v.caller}.Document()
		}
		return string(v.raw), nil
	}
	return v.Value()
}

// isPlain reports whether the number is written as an int of 64 bits is, or as the float that it is nearest to.
func (v Value) isPlain(nearest float64) bool {
	text := string(v.raw)
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return text != "-0"
	}
	return strconv.FormatFloat(nearest, 'f', -1, 64) == text
}
