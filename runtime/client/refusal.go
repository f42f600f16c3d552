package client

import (
	"errors"
	"net/http"
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/strict"
)

// ErrRefused is a refusal that Config.Refused has read: RefusalOf returns it.
var ErrRefused = errors.New("the service refused the call")

// Refusals reads the bodies of refusals: answers of 300 to 499, but for 408, 425 and 429, which may pass.
type Refusals struct {
	read func(x *rt.Exec, body []byte, answer *http.Response) (response any, err error)
}

// RefusalsOf reads them as a T, as a Client reads what it wants.
func RefusalsOf[T any]() *Refusals {
	bodies := strict.NewReader[T]()
	return &Refusals{func(x *rt.Exec, body []byte, answer *http.Response) (any, error) {
		response := &Response[T]{Status: int64(answer.StatusCode), Headers: Header(answer.Header)}
		if answer.Request.Method != http.MethodHead {
			if err := decode(bodies, body, answer.Header.Get("Content-Type"), &response.Body); err != nil {
				return nil, err
			}
		}
		x.SawIn(reflect.ValueOf(&response.Body), false)
		return response, nil
	}}
}

// RefusalOf returns the refusal that err is, read as a T; nil for any other error.
func RefusalOf[T any](err error) *Response[T] {
	var failed *Error
	if !errors.As(err, &failed) {
		return nil
	}
	response, _ := failed.refusal.(*Response[T])
	return response
}

// isRefusal reports whether a status says that the call itself was not right, so that the same call will not be either.
func isRefusal(status int) bool {
	return status >= http.StatusMultipleChoices && status < http.StatusInternalServerError && !mayPass(status)
}
