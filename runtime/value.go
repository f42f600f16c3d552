package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Value is JSON that nobody declared the shape of. It knows where it comes from, for the errors of its conversions. The
// zero Value is null, as is anything absent.
type Value struct {
	raw    jsontext.Value // valid JSON; nil is null
	path   string         // as in "event.items[0]"; "" for a value of no place
	share  *bodyShare     // of the execution that it has come to in a body, see As; nil elsewhere
	caller bool           // of a request: a wrong value is the caller's fault
	asText bool           // of a form, a query or a header, where a number is written as text
	claims bool           // of a token that was verified: a wrong value makes it one that can't be used
}

// ValueOf returns v as JSON. What can't be JSON, such as a function, is null.
func ValueOf(v any) Value {
	if value, ok := v.(Value); ok {
		return value
	}
	raw, err := marshal(v)
	if err != nil {
		return Value{}
	}
	return Value{raw: raw}
}

// valueFromJSON decodes a request field of any type.
func valueFromJSON(b *bodyBuffer, v reflect.Value) error {
	raw, path := b.doc.value(), b.doc.place()
	if err := b.add(len(raw) + len(path) + costOfBlock); err != nil {
		return err
	}
	if bytes.Contains(raw, []byte(`\u0000`)) {
		b.wrong.sawNUL(path)
	}
	v.Set(reflect.ValueOf(Value{raw: raw.Clone(), path: path, share: b.share, caller: true}))
	return nil
}

// valueFromText is valueFromJSON for a field outside of JSON.
func valueFromText(text string, v reflect.Value) string {
	raw, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return mustBeUTF8
	}
	v.Set(reflect.ValueOf(Value{raw: raw, caller: true, asText: true}))
	return ""
}

// At returns a member of an object; null where there is none, and in anything that is not an object.
func (v Value) At(name string) Value {
	at := v.child(name)
	if v.path != "" {
		at.path = v.path + "." + name
	}
	if v.kind() != '{' {
		return at
	}
	// The text is known to be JSON: what fails to read is the end.
	dec := v.decoder()
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		key, _ := dec.ReadToken()
		if key.String() == name {
			at.raw, _ = dec.ReadValue()
			break
		}
		err = dec.SkipValue()
	}
	return at
}

// Index returns an element of a list, the first being 0; null where there is none, and in anything that is not a list.
func (v Value) Index(i int64) Value {
	at := v.child(v.path + "[" + strconv.FormatInt(i, 10) + "]")
	for n, item := range v.items() {
		if n == i {
			at.raw = item
			break
		}
	}
	return at
}

// items yields the elements of a list as they are written, and nothing of anything else.
func (v Value) items() iter.Seq2[int64, jsontext.Value] {
	return func(yield func(int64, jsontext.Value) bool) {
		if v.kind() != '[' {
			return
		}
		// The text is known to be JSON: what fails to read is the end.
		dec := v.decoder()
		_, err := dec.ReadToken()
		for n := int64(0); err == nil && dec.PeekKind() != ']'; n++ {
			var item jsontext.Value
			if item, err = dec.ReadValue(); err == nil && !yield(n, item) {
				return
			}
		}
	}
}

func (v Value) child(path string) Value {
	return Value{path: path, share: v.share, caller: v.caller, asText: v.asText, claims: v.claims}
}

// AsClaims returns the value as what a token says that was verified: see BadClaim.
func (v Value) AsClaims() Value {
	v.path, v.claims = "claims", true
	return v
}

// IsNull says whether the value is null or absent.
func (v Value) IsNull() bool { return v.kind() == 'n' }

// List returns the elements of a list.
func (v Value) List() ([]Value, error) {
	if v.kind() != '[' {
		return nil, v.not("a list")
	}
	var list []Value
	for n, raw := range v.items() {
		item := v.child(v.path + "[" + strconv.FormatInt(n, 10) + "]")
		item.raw = raw
		list = append(list, item)
	}
	return list, nil
}

// Len returns the characters of a text, the elements of a list, or the members of an object.
func (v Value) Len() (int64, error) {
	switch v.kind() {
	case '"':
		text, err := v.Text()
		return fn.Len(text), err
	case '[':
		n := int64(0)
		for range v.items() {
			n++
		}
		return n, nil
	case '{':
		members, err := v.members()
		return int64(members), err
	}
	return 0, v.not("a text, a list or an object")
}

func (v Value) members() (int, error) {
	dec := v.decoder()
	if _, err := dec.ReadToken(); err != nil {
		return 0, v.broken(err)
	}
	n := 0
	for ; dec.PeekKind() != '}'; n++ {
		if err := errors.Join(dec.SkipValue(), dec.SkipValue()); err != nil {
			return 0, v.broken(err)
		}
	}
	return n, nil
}

// kind is that of jsontext: n, t, f, 0, ", { or [.
func (v Value) kind() jsontext.Kind {
	if len(v.raw) == 0 {
		return 'n'
	}
	return v.raw.Kind()
}

// decoder reads the value's own bytes, without copying them.
func (v Value) decoder() *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(v.raw), knownKeys)
}

// knownKeys is for JSON that is known to have no key twice, which would cost memory to find out again.
var knownKeys = jsontext.AllowDuplicateNames(true)

// not is the error of a conversion to what the value is not. It names the place and the kind, never the value.
func (v Value) not(want string) error {
	return v.wrong(public.Errorf("%s is %s, want %s", v.place(), kindName(v.kind()), want))
}

// wrong makes an error of a conversion the caller's, or that of his token, where the value is.
func (v Value) wrong(err error) error {
	switch {
	case v.claims:
		return badToken(err)
	case !v.caller:
		return err
	}
	return &Error{Status: http.StatusBadRequest, Detail: err.Error()}
}

// broken is for raw text that is not JSON, which the constructors do not let in, and for what there is no room for.
func (v Value) broken(err error) error {
	if errors.Is(err, errTooMuch) {
		return err
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("reading %s: %w", v.place(), err)
}

func (v Value) place() string {
	if v.path == "" {
		return "the value"
	}
	return v.path
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a bool"
	case '0':
		return "a number"
	case '"':
		return "a text"
	case '[':
		return "a list"
	}
	return "an object"
}

// Keys returns the names of the members of an object, sorted.
func (v Value) Keys() ([]string, error) {
	if v.kind() != '{' {
		return nil, v.not("an object")
	}
	keys := v.names()
	slices.Sort(keys)
	return keys, nil
}

// names are those of the members of an object, as they are written.
func (v Value) names() []string {
	var names []string
	// The text is known to be JSON: what fails to read is the end.
	dec := v.decoder()
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		name, _ := dec.ReadToken()
		names = append(names, name.String())
		err = dec.SkipValue()
	}
	return names
}
