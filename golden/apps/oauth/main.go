// Command oauth serves the workflows of flows: logging in at an identity provider, and an API for tokens of that provider.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/oauth/flows"
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
