package database

import (
	"regexp"
	"strings"
)

// writes tells whether a statement needs the connection that writes. It may say so of one that only reads, but not the
// other way round; and should it err, a reading connection refuses to write.
func writes(text string) bool {
	bare := unquoted(text)
	switch keyword(bare) {
	case "SELECT", "VALUES":
		return false
	case "WITH":
		return writing().MatchString(bare)
	}
	return true
}

func writing() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(insert|update|delete|replace)\b`) }

// keyword is the first word of a statement, in upper case.
func keyword(bare string) string {
	bare = strings.TrimLeft(bare, " \t\r\n(")
	end := strings.IndexFunc(bare, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
	if end >= 0 {
		bare = bare[:end]
	}
	return strings.ToUpper(bare)
}

// unquoted is text with a space for each comment, string and quoted name.
func unquoted(text string) string {
	return regexp.MustCompile(`(?s)--[^\n]*|/\*.*?\*/|'[^']*'|"[^"]*"|`+"`[^`]*`"+`|\[[^\]]*\]`).ReplaceAllString(text, " ")
}
