package gen

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls f for every item, on all processors, and returns the results in order.
func parallel[In, Out any](items []In, f func(In) Out) []Out {
	results := make([]Out, len(items))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(items)); i = next.Add(1) - 1 {
				results[i] = f(items[i])
			}
		})
	}
	wg.Wait()
	return results
}
