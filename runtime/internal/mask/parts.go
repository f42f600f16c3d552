package mask

import (
	"bytes"
	"slices"
	"strconv"
)

// parts returns what a line holds in parts, as it reads put together: bytes as numbers, in hex with something between,
// and base64 or hex that is broken over lines. Nearly no line holds any, and costs a look at one byte in fifteen.
func (l Line) parts() []decoded {
	var parts []decoded
	for start, end := range sparseRuns(l.Text, isListed, 2*MinLength-1) {
		if bytes.ContainsAny(l.Text[start:end], " ,:") {
			parts = append(parts, bytesPart(l.Text, start, end, decimalByte), bytesPart(l.Text, start, end, hexByte))
		}
	}
	return l.wrapped(parts)
}

// inParts adds what to mask of what m looks for in parts of the line to found.
func (l Line) inParts(found []span, parts []decoded, m *Matcher) []span {
	if m == nil || len(parts) == 0 {
		return found
	}
	var places []span
	for _, part := range parts {
		places = part.find(m, places)
	}
	slices.SortFunc(places, func(a, b span) int { return a.start - b.start })
	c := cursor{Line: l}
	for _, place := range places {
		found = c.add(found, place.start, place.end)
	}
	return found
}

// sparseRuns yields what runsOf does, and looks at one byte in least alone where there is nothing.
func sparseRuns(line []byte, of func(byte) bool, least int) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		for i := least - 1; i < len(line); i += least {
			if !of(line[i]) {
				continue
			}
			start, end := i, i+1
			for start > 0 && of(line[start-1]) {
				start--
			}
			for end < len(line) && of(line[end]) {
				end++
			}
			if end-start >= least && !yield(start, end) {
				return
			}
			i = end
		}
	}
}

// isListed says whether c may be in bytes that are listed: [104 117], [104,117], 0x68, 0x75, 68:75.
func isListed(c byte) bool {
	return isHex(c) || c == ' ' || c == ',' || c == ':' || c|0x20 == 'x'
}

// bytesPart decodes numbers with something between.
func bytesPart(line []byte, start, end int, of func(number []byte) (byte, bool)) decoded {
	var text []byte
	var starts, ends []int
	for from, to := range runsOf(line[start:end], func(c byte) bool { return isHex(c) || c|0x20 == 'x' }, 1) {
		b, _ := of(line[start+from : start+to]) // 0 where it is none: no text that is looked for holds it
		text, starts, ends = append(text, b), append(starts, start+from), append(ends, start+to)
	}
	return decoded{text, func(i int) int { return starts[i] }, func(i int) int { return ends[i-1] }}
}

func decimalByte(number []byte) (byte, bool) {
	if len(number) > len("255") {
		return 0, false
	}
	n, err := strconv.ParseUint(string(number), 10, 8)
	return byte(n), err == nil
}

func hexByte(number []byte) (byte, bool) {
	if len(number) > 2 && number[0] == '0' && number[1]|0x20 == 'x' {
		number = number[2:]
	}
	if len(number) > 2 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(number), 16, 8)
	return byte(n), err == nil
}

// minWrapped is the least length, in bytes, of a line of a text that is broken over lines: PEM has 64, mails 76.
const minWrapped = 32

// wrapped adds what is broken over lines to parts: its letters, and what these mean.
func (l Line) wrapped(parts []decoded) []decoded {
	for at := 0; at < len(l.Text); {
		i := l.nextBreak(at)
		if i < 0 {
			return parts
		}
		size := breakLength(l.Text[i:])
		if size == 0 || !isWrapped(l.Text[at:i]) {
			at = i + max(size, 1)
			continue
		}
		var letters decoded
		letters, at = l.unwrapped(at, i)
		parts = append(parts, letters)
		for skipped := range 4 {
			parts = append(parts, letters.within(base64Part(letters.text, skipped, len(letters.text))))
		}
		for start, end := range runsOf(letters.text, isHex, 2*MinLength) {
			parts = append(parts, letters.within(hexPart(letters.text, start, end)), letters.within(hexPart(letters.text, start+1, end)))
		}
	}
	return parts
}

// nextBreak is where the next line break may begin, -1 where there is none. In a record it is escaped.
func (l Line) nextBreak(from int) int {
	i := -1
	if l.Form == FreeText {
		i = bytes.IndexAny(l.Text[from:], "\\\r\n")
	} else {
		i = bytes.IndexByte(l.Text[from:], '\\')
	}
	if i < 0 {
		return -1
	}
	return from + i
}

// isWrapped says whether what stands before a line break may be a line of a text that is broken over lines.
func isWrapped(before []byte) bool {
	if len(before) < minWrapped {
		return false
	}
	for _, c := range before[len(before)-minWrapped:] {
		if !isBase64(c) {
			return false
		}
	}
	return true
}

// breakLength returns how much of a text, from its begin, is a line break, as it is or in quotes, however often, with
// the white space behind it; 0 where there is none.
func breakLength(text []byte) int {
	n := 0
	for n < len(text) {
		switch c := text[n]; {
		case c == '\n', c == '\r', n > 0 && (c == ' ' || c == '\t'):
			n++
		case c == '\\':
			letter := n
			for letter < len(text) && text[letter] == '\\' {
				letter++
			}
			if letter == len(text) || text[letter] != 'n' && text[letter] != 'r' && (n == 0 || text[letter] != 't') {
				return n
			}
			n = letter + 1
		default:
			return n
		}
	}
	return n
}

// unwrapped reads a text whose first line ends at a break, and begins no earlier than from, without its line breaks.
// next is what follows it.
func (l Line) unwrapped(from, at int) (letters decoded, next int) {
	next = at
	for next > from && isBase64(l.Text[next-1]) {
		next--
	}
	var places []int
	for {
		begin := next
		for next < len(l.Text) && isBase64(l.Text[next]) {
			letters.text, places = append(letters.text, l.Text[next]), append(places, next)
			next++
		}
		if next == begin || next == len(l.Text) {
			break
		}
		size := breakLength(l.Text[next:])
		if size == 0 {
			break
		}
		next += size
	}
	letters.start = func(i int) int { return places[i] }
	letters.end = func(i int) int { return places[i-1] + 1 }
	return letters, next
}

// within returns the text that a part of d decodes to, at its place in the line.
func (d decoded) within(part decoded) decoded {
	return decoded{part.text, func(i int) int { return d.start(part.start(i)) }, func(i int) int { return d.end(part.end(i)) }}
}
