package types

import (
	"regexp"
	"strconv"
	"strings"
)

var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// IsName reports whether an expression can refer to s: NAME, or node.NAME.
func IsName(s string) bool { return name.MatchString(s) }

var nameless = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// NameFor returns a name that expressions can refer to in place of s: "line_items" of "line-items"; "" where too little
// of s would be left to know it by.
func NameFor(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f }) {
		return "" // "é" is no "_"
	}
	if near := strings.Trim(nameless.ReplaceAllString(s, "_"), "_"); IsName(near) {
		return near
	}
	return ""
}

// NotSpelled returns the message that no expression can refer to a column of that name, as "line-items" or "é", and the
// hint.
func NotSpelled(column string) (message, hint string) {
	near := NameFor(column)
	if near == "" {
		near = "name"
	}
	return "no reference can spell the column " + strconv.Quote(column), "give it another name, as with `AS " + near + "`"
}
