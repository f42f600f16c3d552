package runtime

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
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
// are that JSON; other bytes are base64.
func (v *Value) Scan(src any) error {
	if data, ok := src.([]byte); ok {
		if raw := jsontext.Value(data); raw.IsValid() {
			*v = Value{raw: raw.Clone()}
			return nil
		}
	}
	if at, ok := src.(time.Time); ok {
		src = FormatTime(at)
	}
	raw, err := marshal(src)
	if err != nil {
		return fmt.Errorf("reading a column of unknown type: %w", err)
	}
	*v = Value{raw: raw}
	return nil
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
			return nil, v.wrong(wrongValue("%s is not an int of 64 bits", v.place()))
		}
		return v.Float()
	}
	return string(v.raw), nil
}

// Document is Value for a column of JSON, which keeps the value as what it is: a text and a bool are written as JSON. SQLite would
// make a number of "007", and of true, and PostgreSQL takes no text that is not JSON. What a form holds is what it is written as.
func (v Value) Document() (driver.Value, error) {
	switch v.kind() {
	case 't', 'f':
		return string(v.raw), nil
	case '"':
		if text, err := v.Text(); v.asText && err == nil && jsontext.Value(text).IsValid() {
			return Value{raw: jsontext.Value(text), path: v.path, caller: v.caller}.Document()
		}
		return string(v.raw), nil
	}
	return v.Value()
}
