package token

import (
	"slices"
	"strings"
)

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
