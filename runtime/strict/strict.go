// Package strict reads JSON into a Go type and takes nothing for what it is not: the json packages leave a member that
// is missing, or null, at the zero value of its field, and a workflow would go on with that. API answers and stored
// values are read by it; requests have a reader of their own, which collects all that is wrong.
package strict

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Reader reads values of type T, whose shape it has planned once. Many goroutines may use it.
type Reader[T any] struct {
	shape   *shape
	options json.Options
	walkers sync.Pool // *walker
}

// walker walks a document by the shape of its type.
type walker struct {
	jsontext.Decoder
	document bytes.Buffer
}

// NewReader plans T. A field that is a pointer or an rt.Value may be missing or null; all others must be there.
func NewReader[T any]() *Reader[T] {
	return &Reader[T]{
		shape:   shapes{}.of(reflect.TypeFor[T]()),
		options: json.WithUnmarshalers(json.UnmarshalFromFunc(unmarshalDuration)),
		walkers: sync.Pool{New: func() any { return &walker{} }},
	}
}

// Read reads one JSON value (RFC 8259, in UTF-8, no name twice) as a T. The error names the place as expressions do
// (items.0.price), without the Go types that a workflow does not know. Members that T does not have are left out.
func (r *Reader[T]) Read(document []byte) (T, error) {
	var value, none T
	if err := json.Unmarshal(document, &value, r.options); err != nil {
		return none, misfit(err)
	}
	if err := r.check(document); err != nil {
		return none, err
	}
	return value, nil
}

// check finds what json.Unmarshal has let pass.
func (r *Reader[T]) check(document []byte) error {
	w := r.walkers.Get().(*walker)
	w.document = *bytes.NewBuffer(document)
	w.Reset(&w.document)
	err := r.shape.walk(&w.Decoder)
	w.document = bytes.Buffer{} // the pool keeps no values
	w.Reset(&w.document)
	r.walkers.Put(w)
	return err
}

// unmarshalDuration reads a duration as workflows write it ("15m"), which the json package leaves open.
func unmarshalDuration(dec *jsontext.Decoder, d *time.Duration) error {
	var value rt.Value
	err := value.UnmarshalJSONFrom(dec)
	if err != nil {
		return err
	}
	*d, err = value.Duration()
	return err
}

// misfit says where JSON is of another type than the field it is for.
func misfit(err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return err
	}
	return fmt.Errorf("%s is %s, which does not fit", place(semantic.JSONPointer), kindName(semantic.JSONKind))
}

// kindName says what a JSON value is, as diagnostics call it.
func kindName(kind jsontext.Kind) string {
	switch kind {
	case '"':
		return "a text"
	case '0':
		return "such a number" // a fraction for an int is one too
	case 't', 'f':
		return "a bool"
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return "null"
}

// place names a pointer (RFC 6901) as expressions write it: /user/0/name is user.0.name.
func place(p jsontext.Pointer) string {
	if p == "" {
		return "it"
	}
	return strings.Join(slices.Collect(p.Tokens()), ".")
}
