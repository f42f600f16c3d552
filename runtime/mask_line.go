package runtime

import (
	"bytes"
	"slices"

	"github.com/flowc-dev/flowc/runtime/label"
)

// A lineMask masks one finished line of the log. What a caller sends is masked too, so a match counts only where a
// value can be: inside of one text of the line, or one word. Otherwise a caller could have the line's own punctuation
// masked, and so make one record look like another. Escape sequences are masked whole or not at all, for the same
// reason.
type lineMask struct {
	line []byte
	form lineForm
}

// lineForm is the encoding of a log line.
type lineForm int

const (
	textLine lineForm = iota // slog's text format
	jsonLine
	freeText // no record: a match counts anywhere
)

// span is a part of a line to mask.
type span struct {
	start, end int
	word       bool // a number or a literal of JSON, which becomes a text
}

// replace returns the line with every match of the matchers masked. Nothing to mask costs no allocation and returns the
// line itself.
func (l lineMask) replace(environment *matcher, seen []*matcher) []byte {
	parts := l.parts()
	found := l.inParts(l.spans(nil, environment), parts, environment)
	for _, m := range seen {
		found = l.inParts(l.spans(found, m), parts, m)
	}
	found = l.keys(found)
	if len(found) == 0 {
		return l.line
	}
	return l.without(merged(found))
}

// maxOverlap is the part of a match, in bytes from its end, in which the beginning of the next one is searched for: a
// long value that repeats itself begins anew at every turn.
const maxOverlap = 4 << 10

// spans adds what to mask by one matcher to found.
func (l lineMask) spans(found []span, m *matcher) []span {
	if m == nil {
		return found
	}
	c := cursor{lineMask: l}
	for start, end := m.find(l.line, 0); end != 0; start, end = m.find(l.line, max(start+1, end-maxOverlap)) {
		found = c.add(found, start, end)
	}
	if !m.decodes {
		return found
	}
	c = cursor{lineMask: l}
	for _, place := range l.encoded(m) {
		found = c.add(found, place.start, place.end)
	}
	return found
}

// keys adds what to mask by its form alone to found: whoever wrote it, nobody has said that it is secret.
func (l lineMask) keys(found []span) []span {
	c := cursor{lineMask: l}
	for start, end := label.FindKey(l.line, 0); end != 0; start, end = label.FindKey(l.line, end) {
		found = c.add(found, start, end)
	}
	return found
}

// add adds a match to found, where a value can be.
func (c *cursor) add(found []span, start, end int) []span {
	s, ok := span{start: start, end: end}, true
	if c.form != freeText {
		s, ok = c.fit(start, end)
	}
	if !ok {
		return found
	}
	return append(found, s)
}

// merged sorts spans and makes those that overlap one.
func merged(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	last := 0
	for _, s := range spans[1:] {
		if s.start <= spans[last].end {
			spans[last].end = max(spans[last].end, s.end)
			continue
		}
		last++
		spans[last] = s
	}
	return spans[:last+1]
}

func (l lineMask) without(spans []span) []byte {
	masked := make([]byte, 0, len(l.line)+len(spans)*len(mask))
	done := 0
	for _, s := range spans {
		masked = append(masked, l.line[done:s.start]...)
		if s.word {
			masked = append(append(append(masked, '"'), mask...), '"')
		} else {
			masked = append(masked, mask...)
		}
		done = s.end
	}
	return append(masked, l.line[done:]...)
}

// cursor walks through a line by characters and escape sequences, and knows whether it is inside of quotes.
type cursor struct {
	lineMask
	at     int
	unit   int  // where the character or sequence before at begins
	quoted bool // at is inside of quotes
}

// to walks to the first place between characters at or after i.
func (c *cursor) to(i int) {
	for c.at < i {
		c.unit = c.at
		c.step()
	}
}

func (c *cursor) step() {
	switch b := c.line[c.at]; {
	case b == '"':
		c.quoted = !c.quoted
	case b == '\\' && c.quoted:
		c.at = min(c.at+escapeLength(c.line[c.at+1:]), len(c.line))
		return
	}
	c.at++
}

// escapeLength returns how long an escape sequence of JSON or Go is, by what follows its backslash.
func escapeLength(rest []byte) int {
	if len(rest) == 0 {
		return 1
	}
	switch rest[0] {
	case 'x':
		return len(`\xff`)
	case 'u':
		return len(`\uffff`)
	case 'U':
		return len(`\Uffffffff`)
	}
	return len(`\n`)
}

// fit makes a match a span of whole characters. It is not ok where no value can be.
func (c *cursor) fit(start, end int) (s span, ok bool) {
	c.to(start)
	if c.at > start { // in the middle of an escape sequence
		start = c.unit
	}
	if !c.quoted {
		return c.fitWord(start, end)
	}
	text := *c
	text.to(end)
	if closing := bytes.IndexByte(c.line[start:text.at], '"'); closing >= 0 && !c.staysQuoted(start, end) {
		return span{}, false
	}
	return span{start: start, end: text.at}, true
}

// staysQuoted says whether no quote between start and end is the end of the text.
func (c *cursor) staysQuoted(start, end int) bool {
	text := cursor{lineMask: c.lineMask, at: start, quoted: true}
	for text.at < end {
		if text.step(); !text.quoted {
			return false
		}
	}
	return true
}

// fitWord is for what stands outside of quotes: a word of the text format, or a number of JSON.
func (c *cursor) fitWord(start, end int) (s span, ok bool) {
	if c.form != jsonLine {
		return span{start: start, end: end}, !bytes.ContainsAny(c.line[start:end], " =\"\n")
	}
	for i := start; i < end; i++ {
		between := i > start && i < end-1 && (c.line[i] == ',' || c.line[i] == ' ') // of a list: nothing else holds numbers alone
		if !between && !isNumeric(c.line[i]) {
			return span{}, false
		}
	}
	for start > 0 && isNumeric(c.line[start-1]) {
		start--
	}
	for end < len(c.line) && isNumeric(c.line[end]) {
		end++
	}
	return span{start: start, end: end, word: true}, true
}

// isNumeric says whether c may be in a number of JSON.
func isNumeric(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}
