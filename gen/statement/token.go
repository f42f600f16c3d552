package statement

import (
	"slices"
	"strings"
)

// kind is what a token is to SQL.
type kind uint8

const (
	none   kind = iota // past the end
	word               // keyword or bare identifier
	quoted             // "identifier", `identifier` or [identifier]
	text               // 'string', x'blob', E'string' or $tag$string$tag$
	number             // 1, 1.5e3, 0x1f
	param              // $1
	symbol             // operator or punctuation
	stray              // a quote that is never closed
)

// token is one piece of a statement with its place.
type token struct {
	kind       kind
	src        string
	start, end int
}

// is reports whether t is one of the given keywords or symbols, in any case. A quoted identifier is none.
func (t token) is(list ...string) bool {
	for _, s := range list {
		if (t.kind == word || t.kind == symbol) && strings.EqualFold(t.src, s) {
			return true
		}
	}
	return false
}

// name is the identifier that t spells, without its quotes, or "".
func (t token) name() string {
	switch t.kind {
	case word:
		return t.src
	case quoted:
		q := t.src[len(t.src)-1:]
		return strings.ReplaceAll(t.src[1:len(t.src)-1], q+q, q)
	}
	return ""
}

// tokenize splits a statement of any engine into tokens, without white space and comments. It reads any text to its end.
func tokenize(sql string) []token {
	var tokens []token
	for at := 0; at < len(sql); {
		k, n := next(sql, at)
		if k != none {
			tokens = append(tokens, token{k, sql[at : at+n], at, at + n})
		}
		at += n
	}
	return tokens
}

// next returns the kind and the length of what begins at an offset; white space and comments are none.
func next(sql string, at int) (kind, int) {
	s := sql[at:]
	switch c := s[0]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return none, 1
	case strings.HasPrefix(s, "\ufeff"):
		return none, len("\ufeff")
	case strings.HasPrefix(s, "--"):
		return none, until(s, "\n")
	case strings.HasPrefix(s, "/*"):
		return none, 2 + until(s[2:], "*/")
	case c == '\'' || c == '"' || c == '`':
		return closed(s, 0)
	case c == '[' && !indexes(sql, at):
		return bracketed(s)
	case strings.ContainsRune("xXeEbBnN", rune(c)) && strings.HasPrefix(s[1:], "'"):
		return closed(s, 1)
	case c == '$':
		return dollar(s)
	case digit(c) || c == '.' && len(s) > 1 && digit(s[1]):
		return number, numberLen(s)
	case letter(c):
		return word, span(s, func(c byte) bool { return letter(c) || digit(c) || c == '$' })
	}
	return symbol, operatorLen(s)
}

// until is the length of s up to and with sub, or all of it.
func until(s, sub string) int {
	if i := strings.Index(s, sub); i >= 0 {
		return i + len(sub)
	}
	return len(s)
}

// closed reads a quoted piece whose quote stands at offset from. A doubled quote stands for one, and in E'…' a backslash
// escapes the next character.
func closed(s string, from int) (kind, int) {
	k, quote := text, s[from]
	if quote != '\'' {
		k = quoted
	}
	escapes := from == 1 && (s[0] == 'e' || s[0] == 'E')
	for i := from + 1; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\':
			i++
		case s[i] != quote:
		case i+1 < len(s) && s[i+1] == quote:
			i++
		default:
			return k, i + 1
		}
	}
	return stray, len(s)
}

// indexes reports whether a bracket belongs to what stands before it, as in PostgreSQL's list[1], and quotes no name.
func indexes(sql string, at int) bool {
	return at > 0 && (letter(sql[at-1]) || digit(sql[at-1]) || strings.IndexByte(`)]"`, sql[at-1]) >= 0)
}

func bracketed(s string) (kind, int) {
	if i := strings.IndexByte(s, ']'); i >= 0 {
		return quoted, i + 1
	}
	return stray, len(s)
}

// dollar reads a parameter or a dollar-quoted text.
func dollar(s string) (kind, int) {
	if n := span(s[1:], digit); n > 0 {
		return param, 1 + n
	}
	tag := 1 + span(s[1:], func(c byte) bool { return letter(c) || digit(c) })
	if tag >= len(s) || s[tag] != '$' {
		return symbol, 1
	}
	delimiter := s[:tag+1]
	if i := strings.Index(s[len(delimiter):], delimiter); i >= 0 {
		return text, i + 2*len(delimiter)
	}
	return stray, len(s)
}

func numberLen(s string) int {
	for i := 1; i < len(s); i++ {
		exponent := (s[i] == '+' || s[i] == '-') && (s[i-1] == 'e' || s[i-1] == 'E') && !strings.HasPrefix(s, "0x")
		if !digit(s[i]) && !letter(s[i]) && s[i] != '.' && !exponent {
			return i
		}
	}
	return len(s)
}

// operators are those of more than one character that need no white space before a sign.
var operators = set("->> #>> !~~* !~~ !~* ~~* -> #> || <= >= <> != == << >> :: := => @> <@ ?| ?& @@ !~ ~~ ~* &&")

// operatorLen is the length of an operator: of all characters that can be of one, as PostgreSQL reads them, but for a sign
// of what follows.
func operatorLen(s string) int {
	if strings.HasPrefix(s, "::") || strings.HasPrefix(s, ":=") {
		return 2
	}
	n := span(s, func(c byte) bool { return strings.IndexByte("+-*/<>=~!@#%^&|?", c) >= 0 })
	for _, comment := range []string{"--", "/*"} {
		if i := strings.Index(s[:n], comment); i > 0 {
			n = i
		}
	}
	for end := n; end > 1; end-- {
		if operators[s[:end]] {
			return end
		}
		if strings.IndexByte("+-~@", s[end-1]) < 0 {
			return n
		}
	}
	return 1
}

// span returns how many leading bytes of s satisfy ok.
func span(s string, ok func(byte) bool) int {
	for i := range len(s) {
		if !ok(s[i]) {
			return i
		}
	}
	return len(s)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// letter takes every byte above ASCII for a letter, as engines do.
func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// Mentions reports whether one of the keywords stands in a statement, outside of texts, quoted names and comments.
func Mentions(sql string, keywords ...string) bool {
	return slices.ContainsFunc(tokenize(sql), func(t token) bool { return t.is(keywords...) })
}
