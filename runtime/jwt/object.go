package jwt

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deeply the JSON of a token may nest.
const maxDepth = 128

// members calls visit for each member of the one JSON object that data holds, until it returns false. It reports
// whether data is such an object, in UTF-8, with no name twice at any level, at most maxDepth deep, and visit never
// returned false. Names come unescaped, values as written; both are valid only during the call.
func (s *scratch) members(data []byte, visit func(name []byte, value jsontext.Value) bool) bool {
	if tooDeep(data) {
		return false
	}
	s.json = *bytes.NewBuffer(data)
	s.decoder.Reset(&s.json)
	if open, err := s.decoder.ReadToken(); err != nil || open.Kind() != '{' {
		return false
	}
	for s.decoder.PeekKind() == '"' {
		quoted, err := s.decoder.ReadValue()
		if err != nil {
			return false
		}
		if s.name, err = jsontext.AppendUnquote(s.name[:0], quoted); err != nil {
			return false
		}
		value, err := s.decoder.ReadValue()
		if err != nil || !visit(s.name, value) {
			return false
		}
	}
	if end, err := s.decoder.ReadToken(); err != nil || end.Kind() != '}' {
		return false
	}
	_, err := s.decoder.ReadToken()
	return err == io.EOF
}

// tooDeep counts brackets outside of strings; whether they match is for the decoder to say.
func tooDeep(data []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// text is the string that value is, if it is one.
func text(value jsontext.Value) (s string, ok bool) {
	if value.Kind() != '"' {
		return "", false
	}
	unquoted, err := jsontext.AppendUnquote(make([]byte, 0, 64), value)
	return string(unquoted), err == nil
}
