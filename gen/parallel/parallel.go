// Package parallel spreads work over all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls f with every index below n, and returns once all calls have.
func Each(n int, f func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	wg.Wait()
}

// Map calls f for every item and returns the results in order.
func Map[In, Out any](items []In, f func(In) Out) []Out {
	results := make([]Out, len(items))
	Each(len(items), func(i int) { results[i] = f(items[i]) })
	return results
}
