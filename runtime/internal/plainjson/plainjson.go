// Package plainjson knows plain JSON when it sees it: what nearly all callers send, and nothing else.
//
// A body is checked as a whole before anything of it is decoded, because duplicate keys and broken UTF-8 are refused,
// and that check by package jsontext is a third of what a webhook of 1 KiB costs: jsontext keeps of each object the
// names that it has seen, for whatever names they are, and the state of a reader that could stop and go on after each
// token. Here, a body that is in memory is passed over once, by eight bytes where it is text, and what would take
// memory or care is left to jsontext: it takes 0.6 of the time (go test ./runtime/internal/plainjson -run '^$' -bench
// .).
//
// So there are no two judges. What is Certain is JSON, which FuzzCertain holds to jsontext; what is not may be JSON or
// not, and jsontext says which, and what is wrong with it.
package plainjson

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unicode/utf8"
)

// MaxDepth is the number of lists and objects that may stand in one another in what is certain.
const MaxDepth = 32

// Certain reports whether text is one JSON value (RFC 8259) of valid UTF-8, of which no object has a key twice, and
// that nests no deeper than MaxDepth. It never says so of what is not, but it also does not say so of what jsontext has
// to look at: an escape in a key, half a surrogate pair in a text, or very many keys. It allocates nothing.
func Certain(text []byte) bool {
	if len(text) > math.MaxInt32 {
		return false
	}
	c := checker{text: text}
	at := c.value(c.space(0), 0)
	return at != unsure && c.space(at) == len(text)
}

// unsure is where a value ends that is not certain.
const unsure = -1

// checker passes over a text. Each of its methods takes where something begins, and returns where it ends, or unsure.
type checker struct {
	text  []byte
	keys  [64]key // of the objects that at stands in, those of the outermost first
	known int     // how many keys there are
}

// key is where a key begins and ends, without its quotation marks.
type key struct{ start, end int32 }

// byteAt is the byte there, and 0 behind the end, which no JSON has outside of a text.
func (c *checker) byteAt(at int) byte {
	if at < len(c.text) {
		return c.text[at]
	}
	return 0
}

// space ends where something else than white space is, or the text ends.
func (c *checker) space(at int) int {
	for ; at < len(c.text); at++ {
		if b := c.text[at]; b > ' ' || spaces>>b&1 == 0 {
			break
		}
	}
	return at
}

// spaces are the bytes of white space, each as a bit.
const spaces uint64 = 1<<' ' | 1<<'\t' | 1<<'\r' | 1<<'\n'

// value reads a value within depth lists and objects.
func (c *checker) value(at, depth int) int {
	switch c.byteAt(at) {
	case '"':
		return c.str(at+1, true)
	case '{':
		return c.object(at+1, depth+1)
	case '[':
		return c.list(at+1, depth+1)
	case 't':
		return c.word(at, "true")
	case 'f':
		return c.word(at, "false")
	case 'n':
		return c.word(at, "null")
	}
	return c.number(at)
}

func (c *checker) word(at int, word string) int {
	end := at + len(word)
	if end > len(c.text) || string(c.text[at:end]) != word {
		return unsure
	}
	return end
}

// list reads what follows the [.
func (c *checker) list(at, depth int) int {
	if depth > MaxDepth {
		return unsure
	}
	if at = c.space(at); c.byteAt(at) == ']' {
		return at + 1
	}
	for {
		if at = c.value(at, depth); at == unsure {
			return unsure
		}
		switch at = c.space(at); c.byteAt(at) {
		case ',':
			at = c.space(at + 1)
		case ']':
			return at + 1
		default:
			return unsure
		}
	}
}

// object reads what follows the {.
func (c *checker) object(at, depth int) int {
	if depth > MaxDepth {
		return unsure
	}
	if at = c.space(at); c.byteAt(at) == '}' {
		return at + 1
	}
	first := c.known // key of this object
	for {
		if at = c.name(at, first); at == unsure {
			return unsure
		}
		if at = c.value(at, depth); at == unsure {
			return unsure
		}
		switch at = c.space(at); c.byteAt(at) {
		case ',':
			at = c.space(at + 1)
		case '}':
			c.known = first
			return at + 1
		default:
			return unsure
		}
	}
}

// name reads a key with its colon, up to the value, of the object whose first key is given.
func (c *checker) name(at, first int) int {
	if c.byteAt(at) != '"' {
		return unsure
	}
	start := at + 1
	end := c.str(start, false)
	if end == unsure || !c.isNew(start, end-1, first) {
		return unsure
	}
	if at = c.space(end); c.byteAt(at) != ':' {
		return unsure
	}
	return c.space(at + 1)
}

// isNew keeps a key, if it is another than those of the object before it, and if there is room. Without escapes, keys
// are the same where their bytes are.
func (c *checker) isNew(start, end, first int) bool {
	name := c.text[start:end]
	for _, k := range c.keys[first:c.known] {
		if int(k.end-k.start) == len(name) && string(c.text[k.start:k.end]) == string(name) {
			return false
		}
	}
	if c.known == len(c.keys) {
		return false
	}
	c.keys[c.known] = key{int32(start), int32(end)}
	c.known++
	return true
}

// str reads what follows the quotation mark of a text, to behind the other one. A text with escapes is certain only
// where these may be.
func (c *checker) str(at int, escapes bool) int {
	text := c.text
	for {
		for at+8 <= len(text) {
			special := specials(binary.LittleEndian.Uint64(text[at:]))
			if special != 0 {
				at += bits.TrailingZeros64(special) / 8
				break
			}
			at += 8
		}
		switch b := c.byteAt(at); {
		case b == '"':
			return at + 1
		case b == '\\' && escapes:
			size := c.escape(at)
			if size == 0 {
				return unsure
			}
			at += size
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && size == 1 {
				return unsure
			}
			at += size
		case b < ' ' || b == '\\':
			return unsure
		default:
			at++ // of the last seven bytes, which are no word
		}
	}
}

// Words of eight bytes that are the same.
const (
	each  = 0x0101010101010101
	highs = each * 0x80
)

// specials is a word, of which the lowest byte that is not 0 is the first byte of eight that does not mean itself in a
// text: a quotation mark, a backslash, a control character, or none of ASCII. The bytes above that one say nothing. No
// such byte gives 0.
//
// To flip the bit by which a quotation mark and a space differ leaves what must be found below 0x21, and only that; to
// take 0x21 from it then borrows, which sets the high bit. A backslash is found in the same way, as what is 0 where its
// own bits are flipped. What is not ASCII keeps its high bit in one of both at least.
func specials(word uint64) uint64 {
	low, backslash := word^each*('"'^' '), word^each*'\\'
	return ((low - each*(' '+1)) | (backslash - each)) & highs
}

// escape is the length of the escape at a backslash, 0 for none that is certain.
func (c *checker) escape(at int) int {
	switch c.byteAt(at + 1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if at+6 <= len(c.text) && isCharacter(c.text[at+2:at+6]) {
			return 6
		}
	}
	return 0
}

// isCharacter reports whether four bytes are the digits of a character, which half a surrogate pair is not.
func isCharacter(digits []byte) bool {
	r := rune(0)
	for _, b := range digits {
		switch {
		case '0' <= b && b <= '9':
			b -= '0'
		case 'a' <= b|0x20 && b|0x20 <= 'f':
			b = b | 0x20 - 'a' + 10
		default:
			return false
		}
		r = r<<4 | rune(b)
	}
	return utf8.ValidRune(r)
}

// number reads a number, or nothing that is one.
func (c *checker) number(at int) int {
	if c.byteAt(at) == '-' {
		at++
	}
	if c.byteAt(at) == '0' {
		at++
	} else if at = c.digits(at); at == unsure {
		return unsure
	}
	if c.byteAt(at) == '.' {
		if at = c.digits(at + 1); at == unsure {
			return unsure
		}
	}
	if c.byteAt(at)|0x20 != 'e' {
		return at
	}
	if at++; c.byteAt(at) == '+' || c.byteAt(at) == '-' {
		at++
	}
	return c.digits(at)
}

// digits reads one digit or more.
func (c *checker) digits(at int) int {
	start := at
	for c.byteAt(at)-'0' <= 9 {
		at++
	}
	if at == start {
		return unsure
	}
	return at
}
