// Package token splits SQL into tokens, each with its place. It reads any text to its end, right or wrong.
//
// It may be imported by what reads SQL: gen/sql, gen/migrations, gen/ir, gen/lint and gen/assist.
package token

import "strings"

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
