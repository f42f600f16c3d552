// Command todo serves the workflows of flows: to-do lists, shared with other people.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/todo/flows"
	rt "github.com/flowc-dev/flowc/runtime"

	// The engines that DATABASE_URL may name; a line that no deployment needs may go.
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
