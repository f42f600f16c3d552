package fn

import (
	"unicode/utf8"
)

// Len returns the characters of s, not its bytes.
func Len(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// Substring returns the characters of s from one position up to another. What is before the first character is there,
// and what is beyond the last is behind it.
func Substring(s string, from, to int64) string {
	start, end := len(s), len(s)
	n := int64(0)
	for i := range s {
		if n == max(from, 0) {
			start = i
		}
		if n == max(to, 0) {
			end = i
			break
		}
		n++
	}
	return s[min(start, end):end]
}
