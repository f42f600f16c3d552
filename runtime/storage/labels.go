package storage

import (
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
)

// labels says what of a value the log must not show.
type labels struct {
	all  bool // the value as a whole is labelled
	some bool // fields in it have a flowc tag
}

func newLabels(t reflect.Type, asWhole string) labels {
	return labels{all: asWhole != "", some: hasLabel(t, map[reflect.Type]bool{})}
}

func hasLabel(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return hasLabel(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Tag.Get("flowc") != "" || hasLabel(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// mask has the labelled texts of an item masked from now on, and gives the item to the debug log.
func (c *codec[T]) mask(x *rt.Exec, item *Item[T]) {
	if c.labels.all || c.labels.some {
		see(x, reflect.ValueOf(&item.Value), c.labels.all)
	}
	switch {
	case !x.Debug():
	case c.labels.all:
		x.Values(hiddenItem{Found: true})
	default:
		x.Values(*item)
	}
}

// hiddenItem stands in the log for an Item whose value is labelled as a whole.
type hiddenItem struct {
	Found bool   `json:"found"`
	Value string `json:"value" flowc:"secret"`
}

// see walks through v, which holds no cycles: it was JSON.
func see(x *rt.Exec, v reflect.Value, labelled bool) {
	if v.Type() == reflect.TypeFor[rt.Value]() {
		seeJSON(x, v.Interface().(rt.Value), labelled)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			see(x, v.Elem(), labelled)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				see(x, v.Field(i), labelled || f.Tag.Get("flowc") != "")
			}
		}
	case reflect.Map:
		for _, item := range v.Seq2() {
			see(x, item, labelled)
		}
	case reflect.Slice:
		seeList(x, v, labelled)
	case reflect.String:
		if labelled {
			x.Saw(v.String())
		}
	}
}

func seeList(x *rt.Exec, v reflect.Value, labelled bool) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if labelled {
			x.Saw(string(v.Bytes()))
		}
		return
	}
	for i := range v.Len() {
		see(x, v.Index(i), labelled)
	}
}

// seeJSON takes a text as it is, and anything else as its JSON.
func seeJSON(x *rt.Exec, v rt.Value, labelled bool) {
	if !labelled {
		return
	}
	text, err := v.Text()
	if err != nil {
		text = v.String()
	}
	x.Saw(text)
}
