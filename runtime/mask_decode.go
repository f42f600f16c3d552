package runtime

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
)

// decoded is a part of a line as it reads decoded. Where an execution saw too much for all forms of it, the line is
// decoded in place of the values encoded: that costs what the line weighs, whatever a caller sends.
type decoded struct {
	text  []byte
	start func(i int) int // where byte i of text begins in the line
	end   func(i int) int // where what is before byte i of text ends in the line
}

// find adds where the line holds what m looks for, in every encoding, to places.
func (d decoded) find(m *matcher, places []span) []span {
	for start, end := m.find(d.text, 0); end != 0; start, end = m.find(d.text, max(start+1, end-maxOverlap)) {
		places = append(places, span{start: d.start(start), end: d.end(end)})
	}
	return places
}

// encoded returns where the line holds what m looks for in hex, in base64, or escaped for URLs, HTML, XML, CSV, SQL or
// by backslashes; sorted by where each begins.
func (l lineMask) encoded(m *matcher) []span {
	var places []span
	eachReading(l.line, func(d decoded) { places = d.find(m, places) })
	for start, end := range runsOf(l.line, isHex, 2*minMasked) {
		places = hexPart(l.line, start, end).find(m, hexPart(l.line, start+1, end).find(m, places))
	}
	for start, end := range runsOf(l.line, isBase64, base64.RawStdEncoding.EncodedLen(minMasked)) {
		for skipped := range 4 {
			places = base64Part(l.line, start+skipped, end).find(m, places)
		}
	}
	slices.SortFunc(places, func(a, b span) int { return a.start - b.start })
	return places
}

// runsOf yields where the longest parts of a line of some bytes begin and end, of those that are long enough.
func runsOf(line []byte, of func(byte) bool, least int) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		for start := 0; start < len(line); start++ {
			end := start
			for end < len(line) && of(line[end]) {
				end++
			}
			if end-start >= least && !yield(start, end) {
				return
			}
			start = end
		}
	}
}

func isHex(c byte) bool   { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isBase64(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '+' || c == '/' || c == '-' || c == '_'
}

func hexPart(line []byte, start, end int) decoded {
	text := make([]byte, (end-start)/2)
	_, _ = hex.Decode(text, line[start:start+2*len(text)]) // of hex digits alone
	place := func(i int) int { return start + 2*i }
	return decoded{text, place, place}
}

// base64Part decodes both alphabets of RFC 4648.
func base64Part(line []byte, start, end int) decoded {
	if (end-start)%4 == 1 {
		end-- // no byte is in it
	}
	text := make([]byte, base64.RawStdEncoding.DecodedLen(end-start))
	standard := bytes.Map(func(r rune) rune {
		switch r {
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, line[start:end])
	_, _ = base64.RawStdEncoding.Decode(text, standard) // of its letters alone
	return decoded{text, func(i int) int { return start + i*8/6 }, func(i int) int { return start + (i*8+5)/6 }}
}
