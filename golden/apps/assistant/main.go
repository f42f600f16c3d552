// Command assistant serves the workflows of flows: notes of a team, for people over HTTP and for their assistants over MCP.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/apps/assistant/flows"
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
