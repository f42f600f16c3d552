// Command shortener serves the workflows of flows: short links that anybody follows, made, listed and removed by those who have a key.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/shortener/flows"
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
