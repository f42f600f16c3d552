package token

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// numberLen is generous: `1.2.3` or `0xzz` is one number here, and the engine says what is wrong with it.
func numberLen(s string) int {
	for i := 1; i < len(s); i++ {
		exponent := (s[i] == '+' || s[i] == '-') && (s[i-1] == 'e' || s[i-1] == 'E') && !strings.HasPrefix(s, "0x")
		if !digit(s[i]) && !letter(s[i]) && s[i] != '.' && !exponent {
			return i
		}
	}
	return len(s)
}

// signed are the operators of more than one character behind which a sign needs no white space: "a->>-1".
var signed = strings.Fields("->> #>> !~~* !~~ !~* ~~* -> #> || <= >= <> != == << >> :: := => @> <@ ?| ?& @@ !~ ~~ ~* &&")

// operatorLen is the length of an operator: of all characters that can be of one, as PostgreSQL reads them, but for a
// sign of what follows.
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
		if slices.Contains(signed, s[:end]) {
			return end
		}
		if strings.IndexByte("+-~@", s[end-1]) < 0 {
			return n
		}
	}
	return 1
}

// operator reads the longest operator of SQLite; a character that begins none is Stray.
func operator(s string) (Kind, int) {
	for _, op := range [...]string{"->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"} {
		if strings.HasPrefix(s, op) {
			return Symbol, len(op)
		}
	}
	if strings.IndexByte("()[]+-*/%,;.=<>&|~", s[0]) >= 0 { // a bracket that quotes a name was read before
		return Symbol, 1
	}
	_, n := utf8.DecodeRuneInString(s)
	return Stray, n
}
