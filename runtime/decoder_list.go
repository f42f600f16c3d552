package runtime

import (
	"reflect"
)

func (p typePlanner) planList(d *decoder, t reflect.Type) error {
	elem, err := p.of(t.Elem())
	if err != nil {
		return err
	}
	d.json = func(b *bodyBuffer, v reflect.Value) error { return elem.listFromJSON(b, v) }
	if elem.text == nil {
		return nil
	}
	d.texts = func(texts []string, v reflect.Value) string {
		v.Set(reflect.MakeSlice(t, len(texts), len(texts)))
		for i, text := range texts {
			if problem := elem.text(text, v.Index(i)); problem != "" {
				return problem
			}
		}
		return ""
	}
	d.text = func(text string, v reflect.Value) string { return d.texts([]string{text}, v) }
	return nil
}

// firstElements is the number of elements that a list has room for at first.
const firstElements = 4

// listFromJSON reads a list whose elements are d's. An empty list is not nil.
func (d *decoder) listFromJSON(b *bodyBuffer, v reflect.Value) error {
	if b.doc.next() != '[' {
		b.skipWrong("must be a list")
		return nil
	}
	b.doc.enter()
	if b.doc.next() == ']' {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	for n := 0; b.doc.next() != ']'; n++ {
		b.doc.item(n)
		if n == v.Cap() {
			if err := b.grow(v); err != nil {
				return err
			}
		}
		v.SetLen(n + 1)
		if err := d.element(b, v.Index(n)); err != nil {
			return err
		}
	}
	b.doc.leave()
	return nil
}

// grow makes room for more elements. Both lists are in memory while one is copied to the other.
func (b *bodyBuffer) grow(list reflect.Value) error {
	size, had := int(list.Type().Elem().Size()), list.Cap()
	if err := b.add(size * max(had, firstElements)); err != nil {
		return err
	}
	list.Grow(firstElements)
	return b.add(size * (list.Cap() - had - max(had, firstElements)))
}

// element reads an element of a list or a map, which can be null only where its type says so.
func (d *decoder) element(b *bodyBuffer, v reflect.Value) error {
	switch {
	case b.doc.next() != 'n':
		return d.json(b, v)
	case d.optional:
		b.doc.value()
	default:
		b.skipWrong("must not be null")
	}
	return nil
}

func (p typePlanner) planMap(d *decoder, t reflect.Type) error {
	elem, err := p.of(t.Elem())
	if err != nil {
		return err
	}
	d.json = func(b *bodyBuffer, v reflect.Value) error {
		if b.doc.next() != '{' {
			b.skipWrong("must be an object")
			return nil
		}
		return elem.mapFromJSON(b, v)
	}
	return nil
}

// mapFromJSON reads an object of any keys whose values are d's.
func (d *decoder) mapFromJSON(b *bodyBuffer, v reflect.Value) error {
	size := int(v.Type().Elem().Size())
	entries := reflect.MakeMap(v.Type())
	b.doc.enter()
	for b.doc.next() != '}' {
		name := b.unquote(b.doc.name())
		if err := b.add(len(name) + size + costOfMember); err != nil {
			return err
		}
		key := reflect.ValueOf(b.keep(name)).Convert(v.Type().Key())
		value := reflect.New(v.Type().Elem()).Elem()
		if err := d.element(b, value); err != nil {
			return err
		}
		entries.SetMapIndex(key, value)
	}
	b.doc.leave()
	v.Set(entries)
	return nil
}
