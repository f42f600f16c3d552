package token

import "strings"

// closed reads a quoted piece whose quote stands at offset from. A doubled quote stands for one, and in E'…' a
// backslash escapes the next character.
func closed(s string, from int) (Kind, int) {
	k, quote := Text, s[from]
	if quote != '\'' {
		k = Quoted
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
	return Stray, len(s)
}

// indexes reports whether a bracket belongs to what stands before it, as in PostgreSQL's list[1], and quotes no name.
func indexes(sql string, at int) bool {
	return at > 0 && (letter(sql[at-1]) || digit(sql[at-1]) || strings.IndexByte(`)]"`, sql[at-1]) >= 0)
}

// bracketed reads [identifier], which has no escape for its bracket.
func bracketed(s string) (Kind, int) {
	if i := strings.IndexByte(s, ']'); i >= 0 {
		return Quoted, i + 1
	}
	return Stray, len(s)
}

// parameter reads what begins with a dollar or, for SQLite, with ?, : or @: a parameter, a text in dollar quotes, or a
// symbol such as `::`.
func parameter(s string, sqlite bool) (Kind, int) {
	if strings.HasPrefix(s, "::") {
		return Symbol, 2
	}
	if n := span(s[1:], digit); (s[0] == '$' || s[0] == '?') && n > 0 {
		return Param, 1 + n
	}
	if s[0] == '?' {
		return Param, 1
	}
	name := 1 + span(s[1:], func(c byte) bool { return letter(c) || digit(c) })
	switch {
	case s[0] == '$' && name < len(s) && s[name] == '$':
		return dollarQuoted(s, s[:name+1])
	case !sqlite:
		return Symbol, 1
	case name > 1:
		return Param, name
	}
	return Stray, 1
}

// dollarQuoted reads a text between two equal delimiters, `$$` or `$tag$`.
func dollarQuoted(s, delimiter string) (Kind, int) {
	if i := strings.Index(s[len(delimiter):], delimiter); i >= 0 {
		return Text, i + 2*len(delimiter)
	}
	return Stray, len(s)
}
