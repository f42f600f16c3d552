package runtime

import (
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
	"github.com/flowc-dev/flowc/runtime/internal/mask"
	"github.com/flowc-dev/flowc/runtime/label"
)

// What ends the value of a pair, and what may stand before its name.
const (
	endsOfPairs   = "&;,# \t\r\n\"'<>"
	startsOfPairs = "?={(" + endsOfPairs
)

// pairs masks the values of credentials in a text that has them as name=value, or as name: value. It looks at no byte
// twice: a caller may send a megabyte of equals signs.
func (s *shower) pairs(text string) string {
	var b strings.Builder
	done, from := 0, 0
	for {
		i := strings.IndexAny(text[from:], "=:")
		if i < 0 {
			return b.String() + text[done:]
		}
		at := from + i
		name := nameOfPair(text[from:at])
		from = at + 1
		if !label.IsCredential(name) || strings.Contains(name, "//") { // that is a user of a URL
			continue
		}
		start, end, alone := valueOfPair(text, at)
		if end <= start || text[start:end] == mask.Text {
			continue
		}
		if alone {
			s.run.saw(credentials.Spellings(text[start:end]))
		}
		b.WriteString(text[done:start] + mask.Text)
		done, from = end, end
	}
}

// nameOfPair is the name that a text ends with, without the quotes that it may stand in.
func nameOfPair(text string) string {
	text = strings.TrimRight(text, " \t\"'\\")
	name := text[strings.LastIndexAny(text, startsOfPairs)+1:]
	if meant, err := url.QueryUnescape(name); err == nil {
		name = meant
	}
	return name
}

// valueOfPair returns where the value behind an equals sign or a colon begins and ends, without the quotes that it may
// stand in. Behind a colon it may have several words, as in a header: to the end of the line then. alone says that it
// is nothing but the value, which may come again elsewhere.
func valueOfPair(text string, sign int) (begin, end int, alone bool) {
	start := sign + 1
	colon := text[sign] == ':'
	if colon {
		start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
	}
	escaped := strings.HasPrefix(text[start:], `\"`) || strings.HasPrefix(text[start:], `\'`)
	if escaped {
		start++
	}
	if rest := text[start:]; rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		return start + 1, start + 1 + lengthOfQuoted(rest[1:], rest[0], escaped), true
	}
	ends := endsOfPairs
	if colon {
		ends = "\r\n\""
	}
	if i := strings.IndexAny(text[start:], ends); i >= 0 {
		return start, start + i, !colon
	}
	return start, len(text), !colon
}

// lengthOfQuoted is how long a text is up to the quote that ends it, which is escaped where the one before it was.
func lengthOfQuoted(text string, quote byte, escaped bool) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == quote:
			return i
		case text[i] != '\\':
		case escaped && i+1 < len(text) && text[i+1] == quote:
			return i
		default:
			i++
		}
	}
	return len(text)
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
			s.run.saw(credentials.Spellings(password))
			b.WriteString(user + ":" + mask.Text)
			rest = rest[len(user)+1+len(password):]
		}
		text = rest
	}
}
