// Command regions sends letters on to a service that may hang, and keeps those that it could not send, with a deadline of half a
// second: what tests run out of time.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/regions/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

func main() {
	rt.Main(func(app *rt.App, mux *http.ServeMux) error {
		f, err := flows.New(app)
		if err != nil {
			return err
		}
		f.Register(mux)
		return nil
	})
}
