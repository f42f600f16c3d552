package runtime

import (
	"reflect"
	"strconv"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// SawIn masks what v holds in fields with a flowc tag, and all of it where labelled says that v itself has a label. It
// is for decoded values, which hold no cycles.
func (x *Exec) SawIn(v reflect.Value, labelled bool) { x.run.sawIn(v, labelled) }

func (e *execution) sawIn(v reflect.Value, labelled bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			e.sawIn(v.Elem(), labelled)
		}
	case reflect.Struct:
		e.sawStruct(v, labelled)
	case reflect.Slice, reflect.Array:
		e.sawList(v, labelled)
	case reflect.Map:
		for _, item := range v.Seq2() {
			e.sawIn(item, labelled)
		}
	case reflect.String:
		if labelled {
			e.saw([]string{v.String()})
		}
	case reflect.Int64, reflect.Int:
		if labelled {
			e.saw([]string{strconv.FormatInt(v.Int(), 10)})
		}
	}
}

func (e *execution) sawStruct(v reflect.Value, labelled bool) {
	if value, ok := v.Interface().(Value); ok {
		if labelled {
			e.sawJSON(value)
		}
		return
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			e.sawIn(v.Field(i), labelled || f.Tag.Get(mask.Tag) != "")
		}
	}
}

func (e *execution) sawList(v reflect.Value, labelled bool) {
	if v.Type().Elem().Kind() != reflect.Uint8 {
		for i := range v.Len() {
			e.sawIn(v.Index(i), labelled)
		}
		return
	}
	if labelled && v.Kind() == reflect.Slice {
		e.saw([]string{string(v.Bytes())})
	}
}

// sawJSON masks each text and each number of v: a log may show them apart.
func (e *execution) sawJSON(v Value) { e.saw(credentials.Texts(v.raw)) }

// Masked is implemented by values that must not be logged as they are.
type Masked interface {
	// Masked returns what a log record shows in the value's place.
	Masked() any
}
