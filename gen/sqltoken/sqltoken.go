// Package sqltoken splits SQL into tokens, each with its place. It reads any text to its end, right or wrong.
//
// It may be imported by what reads SQL: gen/statement, gen/migrations, gen/sqlcheck, gen/ir, gen/lint and gen/assist.
package sqltoken

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind is what a token is to SQL.
type Kind uint8

// The kinds.
const (
	None    Kind = iota // past the end
	Word                // keyword or bare identifier
	Quoted              // "identifier", `identifier` or [identifier]
	Text                // 'string', x'blob', E'string' or $tag$string$tag$
	Number              // 1, 1.5e3, 0x1f
	Param               // $1; for SQLite also ?, ?1, :name, @name and $name
	Comment             // -- to the end of the line, or /* */
	Symbol              // operator or punctuation
	Stray               // a quote that is never closed; for SQLite also what begins no token
)

// Token is one piece of SQL.
type Token struct {
	Kind       Kind
	Src        string // as written
	Start, End int    // byte offsets into the text
}

// Is reports whether t is one of the given keywords or symbols, in any case. A quoted identifier is none.
func (t Token) Is(list ...string) bool {
	for _, s := range list {
		if (t.Kind == Word || t.Kind == Symbol) && strings.EqualFold(t.Src, s) {
			return true
		}
	}
	return false
}

// Name is the identifier that t spells, without its quotes, or "".
func (t Token) Name() string {
	switch t.Kind {
	case Word:
		return t.Src
	case Quoted:
		q := t.Src[len(t.Src)-1:]
		return strings.ReplaceAll(t.Src[1:len(t.Src)-1], q+q, q)
	}
	return ""
}

// Text is what a string says, without its quotes, or "". Of the escapes of E'string' it knows the doubled quote alone.
func (t Token) Text() string {
	if t.Kind != Text {
		return ""
	}
	if strings.HasPrefix(t.Src, "$") {
		tag := strings.Index(t.Src[1:], "$") + 2
		return t.Src[tag : len(t.Src)-tag]
	}
	open := strings.IndexByte(t.Src, '\'')
	return strings.ReplaceAll(t.Src[open+1:len(t.Src)-1], "''", "'")
}

// EndsOperand reports whether an expression can end at t, so that a name after it is an alias.
func (t Token) EndsOperand() bool {
	switch t.Kind {
	case Word:
		return !t.Is("AND", "OR", "NOT", "IS", "IN", "LIKE", "GLOB", "BETWEEN", "COLLATE", "ESCAPE", "MATCH", "REGEXP", "FROM",
			"CASE", "WHEN", "THEN", "ELSE", "DISTINCT", "OVER", "EXISTS")
	case Symbol:
		return t.Is(")")
	}
	return t.Kind != Stray && t.Kind != None
}

// At returns tokens[i], and outside of them a token that is nothing.
func At(tokens []Token, i int) Token {
	if i < 0 || i >= len(tokens) {
		return Token{}
	}
	return tokens[i]
}

// Split splits a statement of any engine into tokens, without white space and comments.
func Split(sql string) []Token { return Code(scan(sql, false)) }

// SplitForSQLite splits SQL as SQLite does, without white space. Of PostgreSQL it knows `::`, E'…', dollar quotes and
// list[1], so that these can be refused by name.
func SplitForSQLite(sql string) []Token { return scan(sql, true) }

// Code returns tokens without the comments.
func Code(tokens []Token) []Token {
	return slices.DeleteFunc(tokens, func(t Token) bool { return t.Kind == Comment })
}

// tokenBytes is about how many bytes of a statement are one token.
const tokenBytes = 5

func scan(sql string, sqlite bool) []Token {
	tokens := make([]Token, 0, len(sql)/tokenBytes+1)
	for at := 0; at < len(sql); {
		k, n := next(sql, at, sqlite)
		if k != None {
			tokens = append(tokens, Token{k, sql[at : at+n], at, at + n})
		}
		at += n
	}
	return tokens
}

// next returns the kind and the length of what begins at an offset; white space is None.
func next(sql string, at int, sqlite bool) (Kind, int) {
	s := sql[at:]
	switch c := s[0]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return None, 1
	case strings.HasPrefix(s, "\ufeff"): // SQLite takes a byte-order mark for white space
		return None, len("\ufeff")
	case strings.HasPrefix(s, "--"):
		return Comment, until(s, "\n")
	case strings.HasPrefix(s, "/*"):
		return Comment, 2 + until(s[2:], "*/") // SQLite lets it run to the end of the text
	case c == '\'' || c == '"' || c == '`':
		return closed(s, 0)
	case c == '[' && !indexes(sql, at):
		return bracketed(s)
	case strings.IndexByte(prefixes(sqlite), c) >= 0 && strings.HasPrefix(s[1:], "'"):
		return closed(s, 1)
	case digit(c) || c == '.' && len(s) > 1 && digit(s[1]):
		return Number, numberLen(s)
	case c == '$' || sqlite && strings.IndexByte("?:@", c) >= 0:
		return parameter(s, sqlite)
	case letter(c):
		return Word, span(s, func(c byte) bool { return letter(c) || digit(c) || c == '$' })
	case sqlite:
		return operator(s)
	}
	return Symbol, operatorLen(s)
}

// prefixes are the letters that a text may begin with: of a blob, a text with escapes, bits and national characters. To
// SQLite the latter two are names.
func prefixes(sqlite bool) string {
	if sqlite {
		return "xXeE"
	}
	return "xXeEbBnN"
}

// until is the length of s up to and with sub, or all of it.
func until(s, sub string) int {
	if i := strings.Index(s, sub); i >= 0 {
		return i + len(sub)
	}
	return len(s)
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
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}
