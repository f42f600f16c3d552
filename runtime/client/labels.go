package client

import (
	"net/http"

	rt "github.com/flowc-dev/flowc/runtime"
)

// sawCookies masks the cookies that a service sets.
func sawCookies(x *rt.Exec, answer *http.Response) {
	for _, cookie := range answer.Cookies() {
		x.Saw(cookie.Value)
	}
}
