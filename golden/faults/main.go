// Command faults keeps rows and counters, with deadlines of a second: what tests take the database and the Local
// Storage away from.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/faults/flows"
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
