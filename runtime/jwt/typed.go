package jwt

import (
	"reflect"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// typedClaims decodes the claims whose types a workflow declares.
type typedClaims[C any] struct {
	none     bool
	required []string // names of the claims that a token must have
}

func newTypedClaims[C any]() typedClaims[C] {
	shape := reflect.TypeFor[C]()
	plan := typedClaims[C]{none: shape.Kind() == reflect.Struct && shape.NumField() == 0}
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

// decode is as strict as a request, at every level: a claim that lacks a part, or has null for it, must not be taken for
// one whose part is empty.
func (p *typedClaims[C]) decode(payload []byte) (typed C, ok bool) {
	if p.none {
		return typed, true
	}
	claims, ok := valueOf(payload)
	if !ok {
		return typed, false
	}
	typed, err := rt.As[C](claims)
	return typed, err == nil
}
