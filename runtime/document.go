package runtime

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// document is JSON that is known to be valid, and is read value by value. Nothing is left to go wrong while it is: what
// stands between two values, white space, commas and colons, says nothing then, and is passed over. To check all of a
// body first, and to read it so, takes less time than a decoder that is asked for each value.
type document struct {
	text []byte
	at   int    // of the first byte that is not read
	path []spot // to what is read: one for each list and object that it stands in, the outermost first
}

// spot is where a value stands in a list or an object: which item it is, from 0, and an end of 0; or where the name of
// the member begins and ends in the text.
type spot struct{ start, end int }

// between are the bytes that stand between values, each as a bit.
const between uint64 = 1<<' ' | 1<<'\t' | 1<<'\r' | 1<<'\n' | 1<<',' | 1<<':'

// next goes to the value that comes next, or to the ] or } that ends the list or the object, and returns its first
// byte. Whatever reads a value reads the one that next has gone to.
func (d *document) next() byte {
	for {
		b := d.text[d.at]
		if b > ':' || between>>(b&63)&1 == 0 {
			return b
		}
		d.at++
	}
}

// enter goes into a list or an object.
func (d *document) enter() {
	d.at++
	d.path = append(d.path, spot{})
}

// leave goes behind the end of a list or an object.
func (d *document) leave() {
	d.at++
	d.path = d.path[:len(d.path)-1]
}

// named reads the name of a member, if it is written so: quoted is a text of JSON, of which none begins with another
// one.
func (d *document) named(quoted string) bool {
	end := d.at + len(quoted)
	if end > len(d.text) || string(d.text[d.at:end]) != quoted {
		return false
	}
	d.path[len(d.path)-1] = spot{d.at, end}
	d.at = end
	return true
}

// name reads the name of a member, as it is written.
func (d *document) name() jsontext.Value {
	name := d.value()
	d.path[len(d.path)-1] = spot{d.at - len(name), d.at}
	return name
}

// item says that the value that comes next is the n-th of the list, from 0.
func (d *document) item(n int) { d.path[len(d.path)-1].start = n }

// value reads a value, as it is written.
func (d *document) value() jsontext.Value {
	start := d.at
	switch d.text[start] {
	case '"':
		d.at = endOfText(d.text, start)
	case '[', '{':
		d.at = endOfNested(d.text, start)
	default:
		for d.at++; d.at < len(d.text) && !endsScalar(d.text[d.at]); {
			d.at++
		}
	}
	return d.text[start:d.at:d.at]
}

// endsScalar reports whether a byte can't be part of a number, true, false or null.
func endsScalar(b byte) bool {
	return b <= ' ' || b == ',' || b == ']' || b == '}'
}

// endOfText is where the text ends whose quotation mark is at start.
func endOfText(document []byte, start int) int {
	for end := start + 1; ; {
		text := document[end : end+bytes.IndexByte(document[end:], '"')]
		end += len(text) + 1
		if escapes := len(text) - len(bytes.TrimRight(text, `\`)); escapes%2 == 0 {
			return end
		}
	}
}

// endOfNested is where the list or the object ends that begins at start.
func endOfNested(document []byte, start int) int {
	depth := 0
	for at := start; ; {
		switch document[at] {
		case '"':
			at = endOfText(document, at)
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if at++; depth == 0 {
			return at
		}
	}
}

// left is how many bytes are not read.
func (d *document) left() int { return len(d.text) - d.at }

// place names the value that was read last as "address.city" or "items.2.name", "" for the document itself.
func (d *document) place() string {
	var place []byte
	for i, s := range d.path {
		if i > 0 {
			place = append(place, '.')
		}
		if s.end == 0 {
			place = strconv.AppendInt(place, int64(s.start), 10)
		} else {
			place, _ = jsontext.AppendUnquote(place, d.text[s.start:s.end])
		}
	}
	return string(place)
}
