// Command webhooks serves the workflows of flows: events of GitHub and Stripe, verified, and answered at once.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
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
