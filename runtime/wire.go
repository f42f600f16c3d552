package runtime

import (
	"reflect"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// wire is the options by which this package writes JSON: the same value always as the same bytes, durations as texts.
var wire = json.JoinOptions(
	timelessWire,
	json.WithMarshalers(json.MarshalToFunc(func(enc *jsontext.Encoder, d time.Duration) error {
		return enc.WriteToken(jsontext.String(fn.FormatDuration(d)))
	})),
)

// timelessWire is wire for what holds no duration. A marshaler of one type is looked for at each value of any type:
// that is a twelfth of what a For each over a hundred items costs.
var timelessWire = json.Deterministic(true)

// wireOf is wire, or what does the same for v in less time.
func wireOf(v any) json.Options {
	t := reflect.TypeOf(v)
	if t == nil {
		return timelessWire
	}
	held, known := durationsIn.Load(t)
	if !known {
		held = mayHoldDuration(t, map[reflect.Type]bool{})
		durationsIn.Store(t, held)
	}
	if held.(bool) {
		return wire
	}
	return timelessWire
}

// durationsIn says of types that were written whether they may hold durations. A program has not many of them.
var durationsIn sync.Map

// mayHoldDuration reports whether a value of type t may lead to a time.Duration, also where only the value tells. Types
// that are being looked at hold nothing beside what is found anyway.
func mayHoldDuration(t reflect.Type, looking map[reflect.Type]bool) bool {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return true
	case t == reflect.TypeFor[time.Time](), t == reflect.TypeFor[Value](), looking[t]:
		return false
	case t.NumMethod() > 0 || reflect.PointerTo(t).NumMethod() > 0:
		return true // it may write itself, and what it likes
	}
	looking[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return mayHoldDuration(t.Elem(), looking)
	case reflect.Map:
		return mayHoldDuration(t.Key(), looking) || mayHoldDuration(t.Elem(), looking)
	case reflect.Struct:
		for i := range t.NumField() {
			if mayHoldDuration(t.Field(i).Type, looking) {
				return true
			}
		}
	}
	return false
}

func marshal(v any) (jsontext.Value, error) { return json.Marshal(v, wireOf(v)) }
