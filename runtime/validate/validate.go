// Package validate checks the fields of a request against their validator/v10 tags.
//
// Generated code imports it, and only where a workflow declares a validate tag: it links 3 MB.
package validate

import (
	"errors"
	"reflect"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
)

// Struct returns what is wrong with the fields of v, a struct or a pointer to one: the field as a caller names it (its
// json, query, path, header or cookie tag; a dot before a nested one), and what is wrong, in words that never quote the
// value. It is nil when nothing is. It is an rt.Validate.
//
// A pointer that is nil stands for a missing field, which only a required tag refuses. Zero and false are values, which
// required accepts; an empty text, list or map it refuses, as validator/v10 does. An email is what it is there, but for
// names in quotes and characters that can't be seen.
func Struct(v any) map[string]string {
	err := engine().Struct(v)
	if err == nil {
		return nil
	}
	var failures validator.ValidationErrors
	if !errors.As(err, &failures) {
		return map[string]string{"": "cannot be checked: " + err.Error()} // v is no struct: a bug of the caller
	}
	root := reflect.Indirect(reflect.ValueOf(v)).Type().Name()
	var wrong map[string]string
	for _, failure := range failures {
		if accepted(failure) {
			continue
		}
		if wrong == nil {
			wrong = make(map[string]string, len(failures))
		}
		wrong[path(root, failure)] = message(failure)
	}
	return wrong
}

// engine is made at the first use, for it is expensive, and never changes: it only remembers the tags of types.
var engine = sync.OnceValue(func() *validator.Validate {
	v := validator.New()
	v.RegisterTagNameFunc(callerName)
	if err := v.RegisterValidation("email", oneSpelling(validator.New())); err != nil {
		panic(err) // of a tag that nobody may name
	}
	return v
})

// callerName is the name under which a caller sends a field.
func callerName(field reflect.StructField) string {
	for _, source := range []string{"json", "query", "path", "header", "cookie"} {
		if name, _, _ := strings.Cut(field.Tag.Get(source), ","); name != "" {
			return name
		}
	}
	return field.Name
}

// accepted tells the failures that are none here: a field that may be missing and is, and zero or false as a value.
func accepted(failure validator.FieldError) bool {
	if !strings.HasPrefix(failure.ActualTag(), "required") {
		value := reflect.ValueOf(failure.Value())
		return !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil()
	}
	switch failure.Kind() {
	case reflect.Bool, reflect.Int64, reflect.Float64:
		return true
	}
	return false
}

// path is the field's name and those of the structs that it is in, save the outermost, of type root. An element of a
// list is "tags.1", as where it is of a wrong type.
func path(root string, failure validator.FieldError) string {
	return strings.NewReplacer("[", ".", "]", "").Replace(strings.TrimPrefix(failure.Namespace(), root+"."))
}
