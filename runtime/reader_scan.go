package runtime

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Methods of reader that say that they are not sure leave it as it was.

// kinds are those of the tokens that begin with a byte, 0 of what none begins with.
var kinds = [256]jsontext.Kind{
	'n': 'n', 't': 't', 'f': 'f', '"': '"', '{': '{', '}': '}', '[': '[', ']': ']',
	'-': '0', '0': '0', '1': '0', '2': '0', '3': '0', '4': '0', '5': '0', '6': '0', '7': '0', '8': '0', '9': '0',
}

// peek finds the next token, and what is due before it. At the end of a document its kind is 0.
func (r *reader) peek() (kind jsontext.Kind, sure bool) {
	if r.peeked != 0 {
		return r.peeked, true
	}
	at := skipSpaces(r.text, r.at)
	if at == len(r.text) {
		return 0, len(r.frames) == 0
	}
	kind = kinds[r.text[at]]
	if r.due != 0 {
		switch ends := kind == '}' || kind == ']'; {
		case r.text[at] == r.due:
			if at = skipSpaces(r.text, at+1); at == len(r.text) {
				return 0, false
			}
			if kind = kinds[r.text[at]]; kind == '}' || kind == ']' {
				return 0, false
			}
		case r.due == ':' || !ends:
			return 0, false
		}
	}
	if kind == 0 {
		return 0, false
	}
	r.next, r.peeked = at, kind
	return kind, true
}

// skipSpaces returns where in a text something else than white space stands, from a place on.
func skipSpaces(text []byte, at int) int {
	for at < len(text) {
		switch text[at] {
		case ' ', '\n', '\r', '\t':
			at++
		default:
			return at
		}
	}
	return at
}

// isNamed reports whether the next token must be a name, where it is not the end.
func (r *reader) isNamed() bool {
	return len(r.frames) > 0 && r.frames[len(r.frames)-1].kind == '{' && r.due != ':'
}

// pass goes on behind a value, or the beginning of one, that ends at a place. It counts as an element of its list.
func (r *reader) pass(end int) {
	r.at, r.peeked, r.due = end, 0, 0
	if len(r.frames) > 0 {
		r.due = ','
		r.frames[len(r.frames)-1].count++
	}
}

func (r *reader) readDelimiter() (sure bool) {
	kind, sure := r.peek()
	if !sure {
		return false
	}
	switch kind {
	case '{', '[':
		if r.isNamed() {
			return false
		}
		r.open(kind)
		return true
	case '}', ']':
		return r.close(kind)
	}
	return false
}

func (r *reader) open(kind jsontext.Kind) {
	r.pass(r.next + 1)
	r.due = 0
	r.frames = append(r.frames, frame{kind: kind, names: len(r.names)})
}

// close ends the innermost object or list, if kind is its end.
func (r *reader) close(kind jsontext.Kind) (sure bool) {
	last := len(r.frames) - 1
	if last < 0 || r.frames[last].kind != kind-2 { // as '{' is to '}', and '[' to ']'
		return false
	}
	r.names = r.names[:r.frames[last].names]
	r.frames = r.frames[:last]
	r.at, r.peeked, r.due = r.next+1, 0, 0
	if last > 0 {
		r.due = ','
	}
	return true
}

// readName reads the name of a member, without its quotes. It is not sure of one with an escape, and of one that came before.
func (r *reader) readName() (name extent, sure bool) {
	if kind, sure := r.peek(); !sure || kind != '"' || !r.isNamed() {
		return extent{}, false
	}
	end := plainText(r.text, r.next+1)
	if end < len(r.text) && r.text[end] >= utf8.RuneSelf {
		end = wideText(r.text, end)
	}
	if end >= len(r.text) || r.text[end] != '"' {
		return extent{}, false
	}
	name = extent{int32(r.next + 1), int32(end)}
	if !r.known && !r.isNew(name) {
		return extent{}, false
	}
	r.names = append(r.names, name)
	r.at, r.peeked, r.due = end+1, 0, ':'
	return name, true
}

// readValue reads a value of any kind.
func (r *reader) readValue() (value jsontext.Value, sure bool) {
	kind, sure := r.peek()
	if !sure || r.isNamed() {
		return nil, false
	}
	start := r.next
	if kind == '{' || kind == '[' {
		sure = r.passOver()
	} else {
		sure = r.readScalar(kind)
	}
	if !sure {
		return nil, false
	}
	return r.text[start:r.at], true
}

// readScalar reads what is no object and no list.
func (r *reader) readScalar(kind jsontext.Kind) (sure bool) {
	end := -1
	switch kind {
	case '"':
		end = r.textEnd(r.next)
	case '0':
		end = numberEnd(r.text, r.next)
	case 't':
		end = wordEnd(r.text, r.next, "true")
	case 'f':
		end = wordEnd(r.text, r.next, "false")
	case 'n':
		end = wordEnd(r.text, r.next, "null")
	}
	if end < 0 {
		return false
	}
	r.pass(end)
	return true
}

// passOver reads an object or a list with all that is in it. Its beginning is the next token.
func (r *reader) passOver() (sure bool) {
	at, due, next, begun, depth, names := r.at, r.due, r.next, r.peeked, len(r.frames), len(r.names)
	r.open(begun)
	kind, sure := begun, true
	for sure && len(r.frames) > depth {
		kind, sure = r.peek()
		switch {
		case !sure:
		case kind == '}' || kind == ']':
			sure = r.close(kind)
		case r.isNamed():
			_, sure = r.readName()
		case kind == '{' || kind == '[':
			r.open(kind)
		default:
			sure = r.readScalar(kind)
		}
	}
	if !sure {
		r.at, r.due, r.next, r.peeked = at, due, next, begun
		r.frames, r.names = r.frames[:depth], r.names[:names]
		if depth > 0 {
			r.frames[depth-1].count--
		}
	}
	return sure
}

// textEnd returns where a text ends that begins at a place, behind its quotes, and -1 where it is none.
func (r *reader) textEnd(start int) int {
	end := plainText(r.text, start+1)
	if end < len(r.text) && r.text[end] >= utf8.RuneSelf {
		end = wideText(r.text, end)
	}
	if end == len(r.text) || r.text[end] == '"' {
		return endOr(end+1, end < len(r.text))
	}
	for end < len(r.text) && r.text[end] != '"' {
		if r.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.text) {
		return -1
	}
	var err error
	r.scratch, err = jsontext.AppendUnquote(r.scratch[:0], r.text[start:end+1])
	return endOr(end+1, err == nil)
}

func endOr(end int, sure bool) int {
	if !sure {
		return -1
	}
	return end
}

// plainText returns where a text has something else than printable ASCII without escapes, from a place on: its end, most often.
func plainText(text []byte, at int) int {
	const each, highest = 0x0101010101010101, 0x8080808080808080
	for ; at+8 <= len(text); at += 8 {
		eight := binary.LittleEndian.Uint64(text[at:])
		quotes, escapes := eight^('"'*each), eight^('\\'*each)
		// In each of the three the lowest bit set is right, as a borrow goes up only.
		ends := (eight-' '*each)&^eight | (quotes-each)&^quotes | (escapes-each)&^escapes | eight
		if ends &= highest; ends != 0 {
			return at + bits.TrailingZeros64(ends)/8
		}
	}
	for at < len(text) && text[at] >= ' ' && text[at] < utf8.RuneSelf && text[at] != '"' && text[at] != '\\' {
		at++
	}
	return at
}

// wideText is plainText for a text with characters beyond ASCII. It ends also before what is none.
func wideText(text []byte, at int) int {
	for at = plainText(text, at); at < len(text) && text[at] >= utf8.RuneSelf; at = plainText(text, at) {
		_, size := utf8.DecodeRune(text[at:])
		if size == 1 {
			return at
		}
		at += size
	}
	return at
}

// numberEnd returns where a number ends that begins at a place, and -1 where it is none (RFC 8259, 6).
func numberEnd(text []byte, at int) int {
	if text[at] == '-' {
		at++
	}
	switch {
	case at < len(text) && text[at] == '0':
		at++
	default:
		if at = digitsEnd(text, at); at < 0 {
			return -1
		}
	}
	if at < len(text) && text[at] == '.' {
		if at = digitsEnd(text, at+1); at < 0 {
			return -1
		}
	}
	if at < len(text) && (text[at] == 'e' || text[at] == 'E') {
		at++
		if at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		at = digitsEnd(text, at)
	}
	return at
}

// digitsEnd returns where digits end, at least one, and -1 where there is none.
func digitsEnd(text []byte, at int) int {
	start := at
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return endOr(at, at > start)
}

func wordEnd(text []byte, at int, word string) int {
	end := at + len(word)
	return endOr(end, end <= len(text) && string(text[at:end]) == word)
}
