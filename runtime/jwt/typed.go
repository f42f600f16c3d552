package jwt

import (
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
)

// typedClaims are the claims whose types a workflow declares, of which C is the struct. It is as strict as a request,
// at every level: a claim that lacks a part, or has null for it, must not be taken for one whose part is empty.
func typedClaims[C any](claims rt.Value) (typed C, ok bool) {
	if reflect.TypeFor[C]() == reflect.TypeFor[struct{}]() {
		return typed, true
	}
	typed, err := rt.As[C](claims)
	return typed, err == nil
}
