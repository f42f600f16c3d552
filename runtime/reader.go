package runtime

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// reader reads a document of JSON that is in memory as a whole, as a jsontext.Decoder does and several times as fast: it is made for
// what senders send. At whatever it is not sure of, such as a mistake, it stops, and a jsontext.Decoder that has read as far goes
// on: what is refused, where and why is for that one to say. TestReaderAgrees and FuzzReader hold the two against each other.
type reader struct {
	text    []byte
	at      int           // behind what was read last
	due     byte          // what must come before the next token, ',' or ':'; 0 is nothing
	next    int           // where the next token begins
	peeked  jsontext.Kind // that of the next token; 0 while next is not known
	frames  []frame       // the objects and lists that are open, the innermost last
	names   []extent      // of the members of these objects
	known   bool          // that no key comes twice
	scratch []byte        // of a text with escapes

	careful bool // from here on the decoder reads
	rest    bytes.Buffer
	decoder jsontext.Decoder
}

// frame is an object or a list that is open.
type frame struct {
	kind  jsontext.Kind // '{' or '['
	names int           // of an object: where its names begin
	count int           // of a list: the elements so far
	seen  nameFilter
}

// extent is a part of a text.
type extent struct{ from, to int32 }

// reset has r read a text. Where known says so, the text is known to have no key twice.
func (r *reader) reset(text []byte, known bool) {
	r.text, r.known, r.careful = text, known, false
	r.at, r.due, r.peeked = 0, 0, 0
	r.frames, r.names = r.frames[:0], r.names[:0]
	if len(text) > math.MaxInt32 { // of which an extent can't tell
		r.takeCare()
	}
}

// maxKeptNames is the most names, or open objects, for which memory is kept for the next document.
const maxKeptNames = 1 << 10

// forget drops the document.
func (r *reader) forget() {
	if r.careful { // else there is nothing in the decoder
		r.rest = bytes.Buffer{}
		r.decoder.Reset(&r.rest)
	}
	clear(r.scratch[:cap(r.scratch)]) // it may have held a password
	r.reset(nil, false)
	if cap(r.names) > maxKeptNames || cap(r.frames) > maxKeptNames {
		r.names, r.frames = nil, nil
	}
}

// takeCare leaves the rest of the document to the decoder, which reads first what r has read.
func (r *reader) takeCare() {
	r.careful = true
	r.rest = *bytes.NewBuffer(r.text)
	if r.known {
		r.decoder.Reset(&r.rest, knownKeys)
	} else {
		r.decoder.Reset(&r.rest)
	}
	for r.decoder.InputOffset() < int64(r.at) {
		if _, err := r.decoder.ReadToken(); err != nil {
			return // as the next one who reads is told
		}
	}
}

// kind is that of the next token, and 0 at the end and before what is no JSON.
func (r *reader) kind() jsontext.Kind {
	if r.careful {
		return r.decoder.PeekKind()
	}
	kind, sure := r.peek()
	if !sure {
		r.takeCare()
		return r.decoder.PeekKind()
	}
	return kind
}

// delimiter reads the beginning or the end of an object or a list.
func (r *reader) delimiter() error {
	if !r.careful && !r.readDelimiter() {
		r.takeCare()
	}
	if !r.careful {
		return nil
	}
	_, err := r.decoder.ReadToken()
	return err
}

// name reads the name of a member, which stays as it is until the next text is read.
func (r *reader) name() ([]byte, error) {
	if !r.careful {
		if name, sure := r.readName(); sure {
			return r.text[name.from:name.to], nil
		}
		r.takeCare()
	}
	raw, err := r.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	return r.unquote(raw)
}

// plain reads a text that needs no unquoting. It reads nothing where sure is false.
func (r *reader) plain() (text []byte, sure bool) {
	if kind, _ := r.peek(); r.careful || kind != '"' || r.isNamed() {
		return nil, false
	}
	start := r.next + 1
	end := plainText(r.text, start)
	if end == len(r.text) || r.text[end] != '"' {
		return nil, false
	}
	r.pass(end + 1)
	return r.text[start:end], true
}

// integer reads a number that an int64 holds whatever its digits are, and that is written without a point and an exponent. It
// reads nothing where sure is false.
func (r *reader) integer() (n int64, sure bool) {
	if kind, _ := r.peek(); r.careful || kind != '0' || r.isNamed() {
		return 0, false
	}
	start, negative := r.next, r.text[r.next] == '-'
	if negative {
		start++
	}
	end := start
	for end < len(r.text) && '0' <= r.text[end] && r.text[end] <= '9' {
		n = n*10 + int64(r.text[end]-'0')
		end++
	}
	switch digits := end - start; {
	case digits == 0 || digits > safeDigits || digits > 1 && r.text[start] == '0':
		return 0, false
	case end < len(r.text) && (r.text[end] == '.' || r.text[end] == 'e' || r.text[end] == 'E'):
		return 0, false
	}
	r.pass(end)
	if negative {
		n = -n
	}
	return n, true
}

// safeDigits is how many digits any number has that an int64 holds.
const safeDigits = 18

// unquote returns what a JSON text means, in memory that the next text reuses.
func (r *reader) unquote(raw jsontext.Value) ([]byte, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	var err error
	r.scratch, err = jsontext.AppendUnquote(r.scratch[:0], raw)
	return r.scratch, err
}

// value reads a value, which stays as it is until the text changes.
func (r *reader) value() (jsontext.Value, error) {
	if !r.careful {
		if value, sure := r.readValue(); sure {
			return value, nil
		}
		r.takeCare()
	}
	return r.decoder.ReadValue()
}

// skip passes over a value.
func (r *reader) skip() error {
	if !r.careful {
		if _, sure := r.readValue(); sure {
			return nil
		}
		r.takeCare()
	}
	return r.decoder.SkipValue()
}

// end reads the end of the document. Its error is io.EOF where it has come.
func (r *reader) end() error {
	if !r.careful {
		r.takeCare()
	}
	_, err := r.decoder.ReadToken()
	return err
}

// ended reports whether nothing follows.
func (r *reader) ended() bool {
	return !r.careful && len(r.frames) == 0 && skipSpaces(r.text, r.at) == len(r.text)
}

// left is how many bytes are not read yet.
func (r *reader) left() int {
	if r.careful {
		return len(r.decoder.UnreadBuffer())
	}
	return len(r.text) - r.at
}

// place names the value that was read last as "address.city" or "items.2.name", "" for the document itself.
func (r *reader) place() string {
	var names []string
	if r.careful {
		for name := range r.decoder.StackPointer().Tokens() {
			names = append(names, name)
		}
		return strings.Join(names, ".")
	}
	for i := range r.frames {
		if name, some := r.last(i); some {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}

// last names what was read last, or begun, of an open object or list.
func (r *reader) last(frame int) (name string, some bool) {
	f := &r.frames[frame]
	if f.kind == '[' {
		return strconv.Itoa(f.count - 1), f.count > 0
	}
	names := r.names[f.names:]
	if frame+1 < len(r.frames) {
		names = r.names[f.names:r.frames[frame+1].names]
	}
	if len(names) == 0 {
		return "", false
	}
	last := names[len(names)-1]
	return string(r.text[last.from:last.to]), true
}
