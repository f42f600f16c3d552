// Command canaries serves workflows that try to give away what they are given: what the test of the log plants secrets in.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/canaries/flows"
	rt "github.com/flowc-dev/flowc/runtime"

	// The engines that DATABASE_URL and STORAGE_URL may name; a line that no deployment needs may go.
	_ "github.com/flowc-dev/flowc/runtime/engine/postgres"
	_ "github.com/flowc-dev/flowc/runtime/engine/redis"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
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
