package studio

import (
	"testing"
	"unicode/utf8"
)

// FuzzUnits counts in units of the page and back: a place that a page can mean stays where it is.
func FuzzUnits(f *testing.F) {
	f.Add("a😀é", 2)
	f.Add("", -1)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if !utf8.ValidString(text) {
			return // no decoded JSON
		}
		byteAt := bytesOf(text, at)
		if byteAt < 0 || byteAt > len(text) || !utf8.ValidString(text[:byteAt]) {
			t.Fatalf("%q: %d is byte %d", text, at, byteAt)
		}
		if again := bytesOf(text, units(text, byteAt)); again != byteAt {
			t.Errorf("%q: byte %d comes back as %d", text, byteAt, again)
		}
	})
}
