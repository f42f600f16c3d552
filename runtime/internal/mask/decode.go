package mask

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// decoded is a part of a line as it reads decoded. Where an execution saw too much for all forms of it, the line is
// decoded in place of the values encoded: that costs what the line weighs, whatever a caller sends.
type decoded struct {
	text  []byte
	start func(i int) int // where byte i of text begins in the line
	end   func(i int) int // where what is before byte i of text ends in the line
}

// find adds where the line holds what m looks for, in every encoding, to places.
func (d decoded) find(m *Matcher, places []span) []span {
	for start, end := m.find(d.text, 0); end != 0; start, end = m.find(d.text, max(start+1, end-maxOverlap)) {
		places = append(places, span{start: d.start(start), end: d.end(end)})
	}
	return places
}

// encoded returns where the line holds what m looks for in hex, in base64, or escaped for URLs, HTML, XML, CSV, SQL or
// by backslashes; sorted by where each begins.
func (l Line) encoded(m *Matcher) []span {
	var places []span
	eachReading(l.Text, func(d decoded) { places = d.find(m, places) })
	for start, end := range runsOf(l.Text, isHex, 2*MinLength) {
		places = hexPart(l.Text, start, end).find(m, hexPart(l.Text, start+1, end).find(m, places))
	}
	for start, end := range runsOf(l.Text, isBase64, base64.RawStdEncoding.EncodedLen(MinLength)) {
		for skipped := range 4 {
			places = base64Part(l.Text, start+skipped, end).find(m, places)
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

// A reading decodes what a line begins with: size bytes of it mean text. size is 0 where they mean themselves.
type reading func(line []byte) (size int, text string)

// read decodes a whole line.
func read(line []byte, of reading) decoded {
	text, starts := make([]byte, 0, len(line)), make([]int, 0, len(line)+1)
	for i := 0; i < len(line); {
		size, meant := of(line[i:])
		if size == 0 {
			size, meant = 1, string(line[i:i+1])
		}
		for range len(meant) {
			starts = append(starts, i)
		}
		text = append(text, meant...)
		i += size
	}
	starts = append(starts, len(line))
	place := func(i int) int { return starts[i] }
	return decoded{text, place, place}
}

// again decodes once more what was decoded.
func (d decoded) again(of reading) decoded {
	inner := read(d.text, of)
	place := func(i int) int { return d.start(inner.start(i)) }
	return decoded{inner.text, place, place}
}

// eachReading visits the ways in which a whole line may be meant: those that maskedForms encodes values in and that do
// not show by their letters. There are few, as most lines have nothing that is escaped so; and one at a time, as each
// takes nine times the line.
func eachReading(line []byte, visit func(decoded)) {
	if bytes.IndexByte(line, '%') >= 0 || bytes.IndexByte(line, '+') >= 0 {
		for _, of := range []reading{percent, percentOrPlus} { // a plus sign is itself, or the space that it means in queries
			visit(read(line, of))
			visit(read(line, percent).again(of)) // a URL may be a parameter of another one
		}
	}
	if bytes.IndexByte(line, '&') >= 0 {
		for level := range quotings {
			visit(read(line, entities(level)))
		}
	}
	quote := `"`
	for range quotings {
		if bytes.Contains(line, []byte(quote+quote)) {
			visit(read(line, doubled(quote)))
		}
		quote = quotedOnce(quote)
	}
	if bytes.Contains(line, []byte(`\/`)) {
		visit(read(line, slashes))
	}
	if bytes.Contains(line, []byte("''")) {
		visit(read(line, doubled("'")))
	}
}

// percent reads one escaped byte of a URL.
func percent(line []byte) (size int, text string) {
	if len(line) < 3 || line[0] != '%' || !isHex(line[1]) || !isHex(line[2]) {
		return 0, ""
	}
	n, _ := strconv.ParseUint(string(line[1:3]), 16, 8) // of two hex digits
	return 3, string([]byte{byte(n)})
}

// percentOrPlus reads one of a query.
func percentOrPlus(line []byte) (size int, text string) {
	if line[0] == '+' {
		return 1, " "
	}
	return percent(line)
}

// quotings is how often a text may stand in quotes, which are in quotes, from never to as often as escapedForms quotes
// it.
const quotings = 4

// quotedOnce is a text as it stands in quotes.
func quotedOnce(text string) string { return unquoted(strconv.Quote(text)) }

// entities reads one that markupEscapes writes, as what it means stands in quotes of a level.
func entities(level int) reading {
	meant := map[string]string{
		"&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": `"`, "&quot;": `"`, "&#39;": "'", "&#43;": "+", "&#x9;": "\t", "&#xA;": "\n", "&#xD;": "\r",
	}
	for entity, text := range meant {
		for range level {
			text = quotedOnce(text)
		}
		meant[entity] = text
	}
	return func(line []byte) (size int, text string) {
		if line[0] != '&' {
			return 0, ""
		}
		end := bytes.IndexByte(line[:min(len(line), len("&quot;"))], ';') + 1
		if text, ok := meant[string(line[:end])]; ok {
			return end, text
		}
		return 0, ""
	}
}

// slashes reads a slash that is escaped, in quotes or not.
func slashes(line []byte) (size int, text string) {
	for size < len(line) && line[size] == '\\' {
		size++
	}
	if size == 0 || size == len(line) || line[size] != '/' {
		return 0, ""
	}
	return size + 1, "/"
}

// doubled reads a quote that is written twice.
func doubled(quote string) reading {
	both := strings.Repeat(quote, 2)
	return func(line []byte) (size int, text string) {
		if !bytes.HasPrefix(line, []byte(both)) {
			return 0, ""
		}
		return len(both), quote
	}
}
