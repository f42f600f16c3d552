// Command reuse serves workflows that call others: accounts that are paid from, with a transaction, a bell that may be out of
// order, and who calls, in workflows of their own.
package main

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden/reuse/flows"
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
