// Command ratelimit serves the workflows of flows: a quote, at most ten times a minute.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/ratelimit/flows"
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
