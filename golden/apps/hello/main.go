// Command hello serves the workflows of flows: one endpoint that greets, without a database or a secret.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/hello/flows"
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
