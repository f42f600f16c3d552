// Command notify serves the workflows of flows: orders, which a warehouse is told of.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/notify/flows"
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
