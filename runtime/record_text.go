package runtime

import (
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/label"
)

// readable is text as the debug log shows it: a text may hold values with names of their own, as a body does that was stored
// as it came. They are masked by these names where the text is JSON, and where it has them as name=value, as forms and the
// queries of URLs do; so is the password that a URL has for its user.
func (s *shower) readable(text string) string {
	if masked, ok := s.document(text); ok {
		return masked
	}
	return s.userinfo(s.pairs(text))
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
	for {
		switch err := s.token(in, out, &changed); {
		case errors.Is(err, io.EOF) && !changed:
			return text, true // as it is written
		case errors.Is(err, io.EOF):
			return strings.TrimSpace(b.String()), true
		case err != nil:
			return "", false
		}
	}
}

// token copies a token of a document, and the value of a member that has a label as its mask.
func (s *shower) token(in *jsontext.Decoder, out *jsontext.Encoder, changed *bool) error {
	token, err := in.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != '"' {
		return out.WriteToken(token)
	}
	text := token.String()
	if kind, n := in.StackIndex(in.StackDepth()); kind != '{' || n%2 == 0 {
		readable := s.readable(text)
		*changed = *changed || readable != text
		return out.WriteToken(jsontext.String(readable))
	}
	if err := out.WriteToken(jsontext.String(text)); err != nil || !isLabelName(text) {
		return err
	}
	*changed = true
	if err := in.SkipValue(); err != nil {
		return err
	}
	return out.WriteToken(jsontext.String(mask))
}

// What ends the value of a pair, and what may stand before its name.
const (
	endsOfPairs   = "&;,# \t\r\n\"'<>"
	startsOfPairs = "?=" + endsOfPairs
)

// pairs masks the values of credentials in a text that has them as name=value. It looks at no byte twice: a caller may send a
// megabyte of equals signs.
func (s *shower) pairs(text string) string {
	var b strings.Builder
	done, from := 0, 0
	for {
		i := strings.IndexByte(text[from:], '=')
		if i < 0 {
			return b.String() + text[done:]
		}
		at := from + i
		name := text[from+strings.LastIndexAny(text[from:at], startsOfPairs)+1 : at]
		from = at + 1
		if meant, err := url.QueryUnescape(name); err == nil {
			name = meant
		}
		if !label.IsCredential(name) {
			continue
		}
		if start, end := valueOfPair(text, from); end > start {
			s.run.saw(written(text[start:end]))
			b.WriteString(text[done:start] + mask)
			done, from = end, end
		}
	}
}

// valueOfPair returns where the value behind an equals sign begins and ends, without the quotes that it may stand in.
func valueOfPair(text string, start int) (begin, end int) {
	ends := endsOfPairs
	if rest := text[start:]; rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		start, ends = start+1, rest[:1]
	}
	if i := strings.IndexAny(text[start:], ends); i >= 0 {
		return start, start + i
	}
	return start, len(text)
}

// userinfo masks the passwords of users in URLs.
func (s *shower) userinfo(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "://")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("://")
		authority := rest
		if end := strings.IndexAny(rest, "/?#\\ \t\r\n\"'<>"); end >= 0 {
			authority = rest[:end]
		}
		user, password, ok := strings.Cut(authority[:max(strings.LastIndexByte(authority, '@'), 0)], ":")
		if ok && password != "" {
			s.run.saw(written(password))
			b.WriteString(user + ":" + mask)
			rest = rest[len(user)+1+len(password):]
		}
		text = rest
	}
}
