package runtime

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// As returns v as a T: a list, a map or an object, or a scalar as a request has it. It is as strict as a request: what
// is required may be neither missing nor null, and nothing is rounded. The error names each wrong place, never the
// value.
func As[T any](v Value) (T, error) {
	var to T
	if v.IsNull() {
		return to, v.not("a value")
	}
	err := v.decodeInto(reflect.ValueOf(&to).Elem())
	return to, err
}

// Convert returns v as a T by way of JSON: of structs, the fields that JSON names alike. It is as strict as As.
func Convert[T any](v any) (T, error) { return As[T](ValueOf(v)) }

func (v Value) decodeInto(to reflect.Value) error {
	typ, err := typePlanner{}.of(to.Type())
	if err != nil {
		return fmt.Errorf("reading %s: %w", v.place(), err)
	}
	b := &bodyBuffer{doc: document{text: v.raw}, tally: tally{share: v.share}}
	b.doc.next()
	if err := typ.json(b, to); err != nil {
		return v.broken(err)
	}
	if err := b.settle(); err != nil {
		return err
	}
	if b.wrong.fields == nil {
		return nil
	}
	return v.wrong(public.New(v.describe(b.wrong)))
}

// describe writes what is wrong as "tags.1 must be a string, tags.4 must be a string".
func (v Value) describe(w wrongFields) string {
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		place := v.place()
		if name != "" {
			place += "." + name
		}
		problems = append(problems, place+" "+w.fields[name])
	}
	return strings.Join(problems, ", ")
}
