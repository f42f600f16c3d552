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
		x.SawIn(reflect.ValueOf(&item.Value), c.labels.all)
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
