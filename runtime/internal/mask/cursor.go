package mask

import (
	"bytes"
)

// cursor walks through a line by characters and escape sequences, and knows whether it is inside of quotes.
type cursor struct {
	Line
	at     int
	unit   int  // where the character or sequence before at begins
	quoted bool // at is inside of quotes
}

// add adds a match to found, where a value can be.
func (c *cursor) add(found []span, start, end int) []span {
	s, ok := span{start: start, end: end}, true
	if c.Form != FreeText {
		s, ok = c.fit(start, end)
	}
	if !ok {
		return found
	}
	return append(found, s)
}

// to walks to the first place between characters at or after i.
func (c *cursor) to(i int) {
	for c.at < i {
		c.unit = c.at
		c.step()
	}
}

func (c *cursor) step() {
	switch b := c.Text[c.at]; {
	case b == '"':
		c.quoted = !c.quoted
	case b == '\\' && c.quoted:
		c.at = min(c.at+escapeLength(c.Text[c.at+1:]), len(c.Text))
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
	if closing := bytes.IndexByte(c.Text[start:text.at], '"'); closing >= 0 && !c.staysQuoted(start, end) {
		return span{}, false
	}
	return span{start: start, end: text.at}, true
}

// staysQuoted says whether no quote between start and end is the end of the text.
func (c *cursor) staysQuoted(start, end int) bool {
	text := cursor{Line: c.Line, at: start, quoted: true}
	for text.at < end {
		if text.step(); !text.quoted {
			return false
		}
	}
	return true
}

// fitWord is for what stands outside of quotes: a word of the text format, or a number of JSON.
func (c *cursor) fitWord(start, end int) (s span, ok bool) {
	if c.Form != JSONLine {
		return span{start: start, end: end}, !bytes.ContainsAny(c.Text[start:end], " =\"\n")
	}
	for i := start; i < end; i++ {
		between := i > start && i < end-1 && (c.Text[i] == ',' || c.Text[i] == ' ') // of a list: nothing else holds numbers alone
		if !between && !isNumeric(c.Text[i]) {
			return span{}, false
		}
	}
	for start > 0 && isNumeric(c.Text[start-1]) {
		start--
	}
	for end < len(c.Text) && isNumeric(c.Text[end]) {
		end++
	}
	return span{start: start, end: end, word: true}, true
}

// isNumeric says whether c may be in a number of JSON.
func isNumeric(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}
