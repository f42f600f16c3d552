package runtime

import (
	"reflect"
	"strconv"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// SawIn masks what v holds in fields with a flowc tag, and all of it where labelled says that v itself has a label. It
// is for decoded values, which hold no cycles.
func (x *Exec) SawIn(v reflect.Value, labelled bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			x.SawIn(v.Elem(), labelled)
		}
	case reflect.Struct:
		x.sawStruct(v, labelled)
	case reflect.Slice, reflect.Array:
		x.sawList(v, labelled)
	case reflect.Map:
		for _, item := range v.Seq2() {
			x.SawIn(item, labelled)
		}
	case reflect.String:
		if labelled {
			x.Saw(v.String())
		}
	case reflect.Int64, reflect.Int:
		if labelled {
			x.Saw(strconv.FormatInt(v.Int(), 10))
		}
	}
}

func (x *Exec) sawStruct(v reflect.Value, labelled bool) {
	if value, ok := v.Interface().(Value); ok {
		if labelled {
			x.sawJSON(value)
		}
		return
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			x.SawIn(v.Field(i), labelled || f.Tag.Get(mask.Tag) != "")
		}
	}
}

func (x *Exec) sawList(v reflect.Value, labelled bool) {
	if v.Type().Elem().Kind() != reflect.Uint8 {
		for i := range v.Len() {
			x.SawIn(v.Index(i), labelled)
		}
		return
	}
	if labelled && v.Kind() == reflect.Slice {
		x.Saw(string(v.Bytes()))
	}
}

// sawJSON masks each text and each number of v: a log may show them apart.
func (x *Exec) sawJSON(v Value) { x.Saw(credentials.Texts(v.raw)...) }

// Masked is implemented by values that must not be logged as they are.
type Masked interface {
	// Masked returns what a log record shows in the value's place.
	Masked() any
}
