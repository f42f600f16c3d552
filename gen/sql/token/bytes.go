package token

import (
	"strings"
	"unicode/utf8"
)

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
