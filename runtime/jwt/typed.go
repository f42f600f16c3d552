package jwt

import (
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// typedClaims decodes the claims whose types a workflow declares.
type typedClaims[C any] struct {
	none     bool
	required []string // names of the claims that a token must have
	options  json.Options
}

func newTypedClaims[C any]() typedClaims[C] {
	shape := reflect.TypeFor[C]()
	plan := typedClaims[C]{
		none:    shape.Kind() == reflect.Struct && shape.NumField() == 0,
		options: json.WithUnmarshalers(json.UnmarshalFromFunc(unmarshalDuration)),
	}
	if shape.Kind() != reflect.Struct {
		return plan
	}
	for i := range shape.NumField() {
		field := shape.Field(i)
		if field.Type.Kind() != reflect.Pointer {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			plan.required = append(plan.required, name)
		}
	}
	return plan
}

func (p *typedClaims[C]) decode(payload []byte) (typed C, ok bool) {
	if p.none {
		return typed, true
	}
	err := json.Unmarshal(payload, &typed, p.options)
	return typed, err == nil
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
