// Package rounds keeps of an App whether passwords are hashed in it as the workflows say, or in the fewest rounds that
// there are.
//
// It is internal so that no program can weaken what it stores: tests ask for it through flowtest, and password hashes
// by it.
package rounds

import (
	"io"

	rt "github.com/flowc-dev/flowc/runtime"
)

// fewest says that hashes of the App take the fewest rounds. It is a resource of the App for want of another place that
// programs can not reach.
type fewest bool

// Close has nothing to close; a resource of an app wants it.
func (fewest) Close() error { return nil }

// Reduce has the App hash in the fewest rounds. It comes before what hashes is made, which asks once.
func Reduce(app *rt.App) { of(app, true) }

// Reduced says whether Reduce was called. An App that was asked keeps to what it said.
func Reduced(app *rt.App) bool { return of(app, false) }

func of(app *rt.App, first fewest) bool {
	kept, err := app.Resource("rounds of passwords", func() (io.Closer, error) { return first, nil })
	return err == nil && bool(kept.(fewest))
}
