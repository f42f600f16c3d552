// Command orders serves the workflows of flows: placing orders with their items, listing, showing and cancelling them.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/orders/flows"
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
