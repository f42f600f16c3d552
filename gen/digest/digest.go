// Package digest decides whether two values mean the same: it hashes all that can be reached from one.
//
// It may be imported by gen.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
)

// Hash is what Hasher.Of returns.
type Hash = [sha256.Size]byte

// A Hasher hashes values, unexported fields too, and follows pointers: a value that is reached again is its number, so
// that graphs have a hash. Maps are hashed by sorted keys. It is safe for concurrent use.
type Hasher struct {
	named map[reflect.Type]int // types of pointers, with the field that names what they lead to
	known sync.Map             // reflect.Type -> step
	texts sync.Pool            // *[]byte
}

// New returns a Hasher that hashes some types of pointers by one field, a string: named holds an example of each type
// and the name of that field. The caller hashes what those fields stand for.
func New(named map[any]string) *Hasher {
	h := &Hasher{named: map[reflect.Type]int{}}
	for pointer, name := range named {
		t := reflect.TypeOf(pointer)
		field, ok := t.Elem().FieldByName(name)
		if !ok || field.Type.Kind() != reflect.String || len(field.Index) > 1 {
			panic("digest: " + t.String() + " has no name " + name)
		}
		h.named[t] = field.Index[0]
	}
	return h
}

// Of hashes values in their order.
func (h *Hasher) Of(values ...any) Hash {
	text, ok := h.texts.Get().(*[]byte)
	if !ok {
		text = new([]byte)
	}
	w := &walk{hasher: h, seen: map[place]uint64{}, text: (*text)[:0]}
	for _, v := range values {
		w.dynamic(reflect.ValueOf(v))
	}
	sum := sha256.Sum256(w.text)
	*text = w.text
	h.texts.Put(text)
	return sum
}

// place is a value that a pointer leads to. A struct and its first field have one address, and two types.
type place struct {
	address uintptr
	typ     reflect.Type
}

// walk is the hashing of one value.
type walk struct {
	hasher *Hasher
	seen   map[place]uint64 // its number, from 1
	text   []byte
}

// step writes a value of one type.
type step func(w *walk, v reflect.Value)

func (w *walk) number(n uint64) { w.text = binary.AppendUvarint(w.text, n) }

func (w *walk) string(s string) {
	w.number(uint64(len(s)))
	w.text = append(w.text, s...)
}

// dynamic writes a value with the name of its type.
func (w *walk) dynamic(v reflect.Value) {
	if !v.IsValid() {
		w.number(0)
		return
	}
	w.string(v.Type().PkgPath() + "." + v.Type().String())
	w.hasher.of(v.Type())(w, v)
}

// of returns how values of a type are written. A type that holds itself finds the step that is being made.
func (h *Hasher) of(t reflect.Type) step {
	if known, ok := h.known.Load(t); ok {
		return known.(step)
	}
	var made step
	var once sync.Once
	late := step(func(w *walk, v reflect.Value) {
		once.Do(func() { made = h.make(t) })
		made(w, v)
	})
	known, _ := h.known.LoadOrStore(t, late)
	return known.(step)
}

func (h *Hasher) make(t reflect.Type) step {
	switch t.Kind() {
	case reflect.Bool:
		return func(w *walk, v reflect.Value) {
			if v.Bool() {
				w.text = append(w.text, 1)
			} else {
				w.text = append(w.text, 0)
			}
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(w *walk, v reflect.Value) { w.text = binary.AppendVarint(w.text, v.Int()) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(w *walk, v reflect.Value) { w.number(v.Uint()) }
	case reflect.Float32, reflect.Float64:
		return func(w *walk, v reflect.Value) { w.number(math.Float64bits(v.Float())) }
	case reflect.String:
		return func(w *walk, v reflect.Value) { w.string(v.String()) }
	case reflect.Func:
		return function
	case reflect.Interface:
		return func(w *walk, v reflect.Value) { w.dynamic(v.Elem()) }
	case reflect.Pointer:
		return h.pointer(t)
	case reflect.Struct:
		return h.structure(t)
	case reflect.Slice, reflect.Array:
		return h.list(t)
	case reflect.Map:
		return h.table(t)
	}
	panic("digest: a " + t.String() + " can't be hashed")
}

// function writes a function by its name: what a closure has captured is not seen.
func function(w *walk, v reflect.Value) {
	if v.IsNil() {
		w.number(0)
		return
	}
	w.string(runtime.FuncForPC(v.Pointer()).Name())
}

func (h *Hasher) pointer(t reflect.Type) step {
	if name, ok := h.named[t]; ok {
		return func(w *walk, v reflect.Value) {
			if v.IsNil() {
				w.number(0)
				return
			}
			w.number(1)
			w.string(v.Elem().Field(name).String())
		}
	}
	element := h.of(t.Elem())
	return func(w *walk, v reflect.Value) {
		if v.IsNil() {
			w.number(0)
			return
		}
		at := place{v.Pointer(), t}
		if n := w.seen[at]; n > 0 {
			w.number(n)
			return
		}
		w.seen[at] = uint64(len(w.seen)) + 1
		w.number(uint64(len(w.seen)) + 1) // a number that none has had
		element(w, v.Elem())
	}
}

func (h *Hasher) structure(t reflect.Type) step {
	fields := make([]step, t.NumField())
	for i := range fields {
		fields[i] = h.of(t.Field(i).Type)
	}
	return func(w *walk, v reflect.Value) {
		for i, field := range fields {
			field(w, v.Field(i))
		}
	}
}

func (h *Hasher) list(t reflect.Type) step {
	element := h.of(t.Elem())
	return func(w *walk, v reflect.Value) {
		w.number(uint64(v.Len()))
		for i := range v.Len() {
			element(w, v.Index(i))
		}
	}
}

// table writes a map by its keys, in the order of what they are written as.
func (h *Hasher) table(t reflect.Type) step {
	key, element := h.of(t.Key()), h.of(t.Elem())
	type entry struct {
		key   string
		value reflect.Value
	}
	return func(w *walk, v reflect.Value) {
		before := w.text
		entries := make([]entry, 0, v.Len())
		for i := v.MapRange(); i.Next(); {
			w.text = nil
			key(w, i.Key())
			entries = append(entries, entry{string(w.text), i.Value()})
		}
		slices.SortFunc(entries, func(a, b entry) int {
			if a.key < b.key {
				return -1
			}
			return 1
		})
		w.text = before
		w.number(uint64(len(entries)))
		for _, e := range entries {
			w.string(e.key)
			element(w, e.value)
		}
	}
}
