package sqlcheck

import (
	"strings"
	"unicode/utf8"
)

// tokenKind is what a token is to SQL.
type tokenKind uint8

const (
	word    tokenKind = iota // keyword or bare identifier
	quoted                   // "identifier", `identifier` or [identifier]
	text                     // 'string', x'blob', E'string' or $tag$string$tag$
	number                   // 1, 1.5e3, 0x1f
	param                    // $1, or one of ?, ?1, :name, @name, $name
	comment                  // -- to the end of the line, or /* */
	symbol                   // operator or punctuation
	illegal                  // a byte that begins no token, or a quote that is never closed
)

// token is one piece of SQL with its place.
type token struct {
	kind       tokenKind
	start, end int    // byte offsets into the SQL text
	src        string // as written
}

// is reports whether t is the given keyword or symbol, in any case. A quoted identifier is never one.
func (t token) is(s string) bool {
	return (t.kind == word || t.kind == symbol) && strings.EqualFold(t.src, s)
}

// oneOf reports whether t is any of the given keywords or symbols.
func (t token) oneOf(list ...string) bool {
	for _, s := range list {
		if t.is(s) {
			return true
		}
	}
	return false
}

// name returns the identifier that t spells, without its quotes, or "".
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

// tokenize splits SQL into tokens, comments included; white space is dropped. It follows SQLite's
// tokenizer, with what PostgreSQL adds to it: `::`, E'…' and dollar quotes. It reads any text to its end.
func tokenize(sql string) []token {
	var tokens []token
	for at := 0; at < len(sql); {
		if n := spaceLen(sql[at:]); n > 0 {
			at += n
			continue
		}
		kind, n := next(sql[at:])
		if sql[at] == '[' && at > 0 && (isWord(sql[at-1]) || sql[at-1] == ')' || sql[at-1] == ']') {
			kind, n = symbol, 1 // PostgreSQL's ARRAY[1, 2] and list[1]
		}
		tokens = append(tokens, token{kind, at, at + n, sql[at : at+n]})
		at += n
	}
	return tokens
}

// code returns tokens without the comments.
func code(tokens []token) []token {
	kept := make([]token, 0, len(tokens))
	for _, t := range tokens {
		if t.kind != comment {
			kept = append(kept, t)
		}
	}
	return kept
}

// next returns the kind and the length of the token that s begins with. s is not empty.
func next(s string) (tokenKind, int) {
	switch c := s[0]; {
	case strings.HasPrefix(s, "--"):
		return comment, indexOr(s, "\n", len(s))
	case strings.HasPrefix(s, "/*"):
		return comment, min(2+indexOr(s[2:], "*/", len(s))+2, len(s)) // SQLite lets it run to the end of the text
	case c == '\'':
		return closed(text, s, 0, '\'')
	case c == '"' || c == '`':
		return closed(quoted, s, 0, c)
	case c == '[':
		return bracketed(s)
	case (c == 'x' || c == 'X') && strings.HasPrefix(s[1:], "'"):
		return closed(text, s, 1, '\'')
	case (c == 'e' || c == 'E') && strings.HasPrefix(s[1:], "'"):
		return escaped(s)
	case isDigit(c) || c == '.' && len(s) > 1 && isDigit(s[1]):
		return number, numberLen(s)
	case c == '$' || c == '?' || c == ':' || c == '@':
		return variable(s)
	case isWord(c):
		return word, wordLen(s)
	}
	return operator(s)
}

// closed reads a quoted piece whose quote stands at offset from; a doubled quote stands for one.
func closed(kind tokenKind, s string, from int, quote byte) (tokenKind, int) {
	for i := from + 1; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			i++
			continue
		}
		return kind, i + 1
	}
	return illegal, len(s)
}

// bracketed reads [identifier], which has no escape for its bracket.
func bracketed(s string) (tokenKind, int) {
	if i := strings.IndexByte(s, ']'); i >= 0 {
		return quoted, i + 1
	}
	return illegal, len(s)
}

// escaped reads PostgreSQL's E'…', in which a backslash escapes the quote.
func escaped(s string) (tokenKind, int) {
	for i := 2; i < len(s); i++ {
		switch {
		case s[i] == '\\', strings.HasPrefix(s[i:], "''"):
			i++
		case s[i] == '\'':
			return text, i + 1
		}
	}
	return illegal, len(s)
}

// variable reads a parameter, a dollar-quoted string, or a symbol that begins like one (`::`).
func variable(s string) (tokenKind, int) {
	if strings.HasPrefix(s, "::") {
		return symbol, 2
	}
	digits := 1 + span(s[1:], isDigit)
	if digits > 1 && (s[0] == '$' || s[0] == '?') {
		return param, digits
	}
	if s[0] == '?' {
		return param, 1
	}
	name := 1 + span(s[1:], func(c byte) bool { return isWord(c) || isDigit(c) })
	if s[0] == '$' && name < len(s) && s[name] == '$' {
		return dollarQuoted(s, s[:name+1])
	}
	if name > 1 {
		return param, name
	}
	return illegal, 1
}

// dollarQuoted reads a string between two equal delimiters, `$$` or `$tag$`.
func dollarQuoted(s, delimiter string) (tokenKind, int) {
	n := len(delimiter)
	if i := strings.Index(s[n:], delimiter); i >= 0 {
		return text, n + i + n
	}
	return illegal, len(s)
}

// operator reads the longest operator; a byte that begins none is illegal.
func operator(s string) (tokenKind, int) {
	for _, op := range [...]string{"->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"} {
		if strings.HasPrefix(s, op) {
			return symbol, len(op)
		}
	}
	if strings.IndexByte("()+-*/%,;.=<>&|~]", s[0]) >= 0 {
		return symbol, 1
	}
	_, n := utf8.DecodeRuneInString(s)
	return illegal, n
}

// numberLen is generous: `1.2.3` or `0xzz` is one number here, and SQLite says what is wrong with it.
func numberLen(s string) int {
	for i := 1; i < len(s); i++ {
		exponent := (s[i] == '+' || s[i] == '-') && (s[i-1] == 'e' || s[i-1] == 'E')
		if !isDigit(s[i]) && !isWord(s[i]) && s[i] != '.' && !exponent {
			return i
		}
	}
	return len(s)
}

func wordLen(s string) int {
	return span(s, func(c byte) bool { return isWord(c) || isDigit(c) || c == '$' })
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

func indexOr(s, sub string, fallback int) int {
	if i := strings.Index(s, sub); i >= 0 {
		return i
	}
	return fallback
}

// spaceLen returns the length of the white space that s begins with, for which SQLite takes a byte-order mark too.
func spaceLen(s string) int {
	if strings.HasPrefix(s, "\ufeff") {
		return len("\ufeff")
	}
	return span(s, func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' })
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWord takes every byte above ASCII for a letter, as SQLite does.
func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
