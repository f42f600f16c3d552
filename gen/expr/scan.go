package expr

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closingBraces returns the offset of the }} that ends the placeholder whose expression begins at offset
// from. Braces in a text of the expression end nothing.
func closingBraces(text string, from int) (int, *Problem) {
	for i := from; i < len(text); {
		switch c := text[i]; {
		case isQuote(c):
			end := textEnd(text, i)
			if end < 0 {
				return 0, unclosedText(i)
			}
			i = end
		case strings.HasPrefix(text[i:], "}}"):
			return i, nil
		default:
			i++
		}
	}
	return 0, syntaxError(from-len("{{"), from, "\"{{\" without \"}}\"", "write {{\"{{\"}} for the braces themselves")
}

func unclosedText(at int) *Problem {
	return syntaxError(at, at+1, "text that is not closed", "")
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// textEnd returns the offset after the text whose opening quote is at offset at, -1 where it is not closed.
func textEnd(s string, at int) int {
	quote := s[at]
	for i := at + 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return i + 1
		case s[i] == '\\' && quote != '`':
			i++
		}
	}
	return -1
}

// goSource rewrites an expression so that go/parser reads it, at equal offsets: names that are keywords of
// Go become other names, every text becomes one without escapes, line breaks become spaces. What was there
// is read back from the source by offset.
func goSource(source string, base int) ([]byte, *Problem) {
	out := []byte(source)
	for i := 0; i < len(source); {
		c := source[i]
		switch {
		case isQuote(c):
			end := textEnd(source, i)
			if end < 0 {
				return nil, unclosedText(base + i)
			}
			maskText(out[i:end])
			i = end
		case isWordByte(c):
			end := wordEnd(source, i)
			if token.IsKeyword(source[i:end]) {
				out[i] = '_'
			}
			i = end
		case c == '/' && i+1 < len(source) && (source[i+1] == '/' || source[i+1] == '*'):
			return nil, syntaxError(base+i, base+i+2, "comments are not allowed in an expression", "")
		case c == '\n' || c == '\r':
			out[i] = ' ' // go/scanner would end the expression there
			i++
		default:
			i++
		}
	}
	return out, nil
}

func maskText(text []byte) {
	for i := range text {
		text[i] = 'x'
	}
	text[0], text[len(text)-1] = '"', '"'
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

func wordEnd(s string, at int) int {
	for at < len(s) && isWordByte(s[at]) {
		at++
	}
	return at
}

// tokenEnd returns the offset after the token at offset at, roughly: enough to underline and to quote it.
func tokenEnd(s string, at int) int {
	switch c := s[at]; {
	case isQuote(c):
		if end := textEnd(s, at); end > 0 {
			return end
		}
		return len(s)
	case isWordByte(c):
		return wordEnd(s, at)
	}
	return at + 1
}

// unquote returns what a text of an expression says. '…' has the escapes of Go's "…". The second result is
// false for an escape that does not exist and for a line break in quotes.
func unquote(literal string) (string, bool) {
	switch literal[0] {
	case '`':
		return literal[1 : len(literal)-1], true
	case '\'':
		literal = doubleQuoted(literal)
	}
	s, err := strconv.Unquote(literal)
	return s, err == nil
}

// doubleQuoted rewrites a text in single quotes as one in double quotes.
func doubleQuoted(literal string) string {
	inner := literal[1 : len(literal)-1]
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case c == '"':
			b.WriteString(`\"`)
		case c == '\\' && i+1 < len(inner):
			i++
			if inner[i] != '\'' {
				b.WriteByte('\\')
			}
			b.WriteByte(inner[i])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isName reports whether s can be written as a name, without an index.
func isName(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
