package client

import (
	"net/http"
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
)

// sawCookies masks the cookies that a service sets.
func sawCookies(x *rt.Exec, answer *http.Response) {
	for _, cookie := range answer.Cookies() {
		x.Saw(cookie.Value)
	}
}

// sawLabelled masks what a value holds in fields with a flowc tag: tokens and the like that a service has answered with.
func sawLabelled(x *rt.Exec, v reflect.Value, labelled bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			sawLabelled(x, v.Elem(), labelled)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			sawLabelled(x, v.Index(i), labelled)
		}
	case reflect.Map:
		for _, element := range v.Seq2() {
			sawLabelled(x, element, labelled)
		}
	case reflect.Struct:
		sawFields(x, v, labelled)
	case reflect.String:
		if labelled {
			x.Saw(v.String())
		}
	}
}

func sawFields(x *rt.Exec, v reflect.Value, labelled bool) {
	if value, ok := v.Interface().(rt.Value); ok {
		if text, err := value.Text(); labelled && err == nil {
			x.Saw(text)
		}
		return
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() {
			sawLabelled(x, v.Field(i), labelled || field.Tag.Get("flowc") != "")
		}
	}
}
