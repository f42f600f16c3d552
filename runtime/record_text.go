package runtime

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// readable is text as the debug log shows it: a text may hold values with names of their own, as a body does that was
// stored as it came. They are masked by these names where the text is JSON, XML or multipart, and where it has them as
// name=value or name: value, as forms, headers, settings and prose do; so is the password that a URL has for its user.
func (s *shower) readable(text string) string {
	if masked, ok := s.document(text); ok {
		return masked
	}
	return s.userinfo(s.pairs(s.parts(s.elements(text))))
}

// Excerpt returns at most n characters of a text that somebody has sent, for the log: masked as its values are.
func (x *Exec) Excerpt(text string, n int) string {
	s := shower{run: x.run}
	text = x.run.masked(s.readable(text))
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	return text
}

// document masks members of JSON by their names, also of several values in a row. It is not ok where the text is none.
func (s *shower) document(text string) (masked string, ok bool) {
	if start := strings.TrimLeft(text, " \t\r\n"); start == "" || start[0] != '{' && start[0] != '[' {
		return "", false
	}
	in := jsontext.NewDecoder(strings.NewReader(text), lenient)
	var b strings.Builder
	out := jsontext.NewEncoder(&b, lenient)
	changed := false
	var last named
	for {
		switch err := s.token(in, out, &last, &changed); {
		case errors.Is(err, io.EOF) && !changed:
			return text, true // as it is written
		case errors.Is(err, io.EOF):
			return strings.TrimSpace(b.String()), true
		case err != nil:
			return "", false
		}
	}
}

// token copies a token of a document, and the value of what has the name of a credential as its mask.
func (s *shower) token(in *jsontext.Decoder, out *jsontext.Encoder, last *named, changed *bool) error {
	if last.masks(in) {
		*changed = true
		if err := in.SkipValue(); err != nil {
			return err
		}
		return out.WriteToken(jsontext.String(mask.Text))
	}
	token, err := in.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != '"' {
		return out.WriteToken(token)
	}
	text := token.String()
	if !last.read(in, text) {
		readable := s.readable(text)
		*changed = *changed || readable != text
		text = readable
	}
	return out.WriteToken(jsontext.String(text))
}
