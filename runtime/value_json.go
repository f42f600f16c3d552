package runtime

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/plainjson"
	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// ToJSON returns v as JSON text, with the keys of maps sorted.
func ToJSON(v any) (string, error) {
	raw, err := marshal(v)
	if err != nil {
		return "", fmt.Errorf("writing JSON: %w", err)
	}
	return string(raw), nil
}

// ParseSentJSON is ParseJSON for a text that a field of the request holds: what is wrong with it, or with the value
// wherever that is converted, is the caller's fault.
func ParseSentJSON(field, s string) (Value, error) {
	v, err := ParseJSON(s)
	if err != nil {
		return Value{}, BadInput(field, err)
	}
	v.path, v.caller = field, true
	return v, nil
}

// ParseJSON reads JSON text, strictly: duplicate keys and invalid UTF-8 are errors.
func ParseJSON(s string) (Value, error) {
	text := []byte(s)
	if plainjson.Certain(text) {
		return Value{raw: bytes.Trim(text, spaces)}, nil
	}
	if deeperThan(maxDepth, text) {
		return Value{}, public.Errorf("the text nests deeper than %d", maxDepth)
	}
	var v Value
	if err := json.Unmarshal(text, &v); err != nil {
		return Value{}, notJSONText(err)
	}
	return v, nil
}

// notJSONText says of a text what notJSON says of a body, in words that may be told.
func notJSONText(err error) error {
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !ok:
		return public.New("the text is not valid JSON")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return public.Errorf("the text has a key twice, at byte %d", syntax.ByteOffset)
	}
	return public.Errorf("the text is not valid JSON, at byte %d", syntax.ByteOffset)
}
