package runtime

import (
	"fmt"
	"reflect"
	"strings"
)

// decoder is the plan by which values of one Go type are decoded.
type decoder struct {
	optional bool // a pointer: may be missing or null
	scalar   bool // a single text or number
	blank    bool // an empty text of a form or a query is none: of a number, a bool or a time that may be missing

	// json reads one value into v. Its error means that there is no room for it; a value of another type is recorded as
	// wrong and is no error.
	json func(b *bodyBuffer, v reflect.Value) error

	// text sets v from a text of a form, a query, a header, a cookie or the path, and says what is wrong with it. It
	// is nil for types that a text can't be.
	text func(text string, v reflect.Value) string

	// file sets v to a file; it is nil for types that are none.
	file func(f File, v reflect.Value)

	// texts, of lists, is text for a field that was sent several times.
	texts func(texts []string, v reflect.Value) string
}

// typePlanner plans each type once, so that types may contain themselves.
type typePlanner map[reflect.Type]*decoder

// of returns the decoder of t, or an error for a type that requests do not have.
func (p typePlanner) of(t reflect.Type) (*decoder, error) {
	if d, ok := p[t]; ok {
		return d, nil
	}
	d := &decoder{}
	p[t] = d
	return d, p.plan(d, t)
}

func (p typePlanner) plan(d *decoder, t reflect.Type) error {
	if s, ok := scalarOf(t); ok {
		d.json, d.text, d.scalar = s.json(), s.text, true
		if t.Kind() == reflect.String {
			d.json = s.stringFromJSON
		}
		return nil
	}
	switch {
	case t == reflect.TypeFor[File]():
		planFile(d)
		return nil
	case t == reflect.TypeFor[Value]():
		d.json, d.text = valueFromJSON, valueFromText
		return nil
	case t.Kind() == reflect.Pointer:
		return p.planPointer(d, t)
	case t.Kind() == reflect.Struct:
		return p.planStruct(d, t)
	case t.Kind() == reflect.Slice:
		return p.planList(d, t)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		return p.planMap(d, t)
	}
	return fmt.Errorf("type %s can't be decoded", t)
}

func (p typePlanner) planPointer(d *decoder, t reflect.Type) error {
	elem, err := p.of(t.Elem())
	if err != nil {
		return err
	}
	size := int(t.Elem().Size())
	point := func(v reflect.Value) reflect.Value {
		v.Set(reflect.New(t.Elem()))
		return v.Elem()
	}
	d.optional = true
	d.blank = elem.scalar && t.Elem().Kind() != reflect.String && t.Elem().Kind() != reflect.Slice
	d.json = func(b *bodyBuffer, v reflect.Value) error {
		if err := b.add(size); err != nil {
			return err
		}
		return elem.json(b, point(v))
	}
	if elem.text != nil {
		d.text = func(text string, v reflect.Value) string { return elem.text(text, point(v)) }
	}
	if elem.file != nil {
		d.file = func(f File, v reflect.Value) { elem.file(f, point(v)) }
	}
	if elem.texts != nil {
		d.texts = func(texts []string, v reflect.Value) string { return elem.texts(texts, point(v)) }
	}
	return nil
}

// optionalTag is that of a member that may be missing without being a pointer: a Value, in which null lives.
const optionalTag = "optional"

func (p typePlanner) planStruct(d *decoder, t reflect.Type) error {
	o := newObject()
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get(string(fromBody)), ",")
		if name == "" {
			return fmt.Errorf("type %s: field %s has no json tag", t, f.Name)
		}
		typ, err := p.of(f.Type)
		if err != nil {
			return fmt.Errorf("type %s: field %s: %w", t, f.Name, err)
		}
		if _, missing := f.Tag.Lookup(optionalTag); missing {
			may := *typ
			may.optional = true
			typ = &may
		}
		o.add(member{name: name, index: i, typ: typ})
	}
	d.json = func(b *bodyBuffer, v reflect.Value) error {
		if b.doc.next() != '{' {
			b.skipWrong("must be an object")
			return nil
		}
		return o.decode(b, v)
	}
	return o.check(t)
}

// skipWrong passes over a value of the wrong kind.
func (b *bodyBuffer) skipWrong(problem string) {
	b.doc.value()
	b.wrongValue(problem)
}
