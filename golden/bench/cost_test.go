package bench_test

import (
	"cmp"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"time"
)

// cost is what one request costs.
type cost struct {
	time   float64 // nanoseconds
	allocs float64
}

// leastTurns are taken whatever the outcome: stopping once the handlers look alike would prefer that outcome.
const leastTurns = 60

// compare measures both handlers in turns, each first in every other one, so that what else the machine does hits both.
// It returns the cost of each in the turn whose ratio of times is the median.
func compare(b *testing.B, e exchange, ours, theirs http.Handler) (our, their cost) {
	b.Helper()
	var turns [][2]cost
	turn := func() {
		if len(turns)%2 == 0 {
			our := e.measure(b, ours)
			turns = append(turns, [2]cost{our, e.measure(b, theirs)})
			return
		}
		their := e.measure(b, theirs)
		turns = append(turns, [2]cost{e.measure(b, ours), their})
	}
	for b.Loop() {
		turn()
	}
	for len(turns) < leastTurns {
		turn()
	}
	return middle(turns)
}

// middle returns the turn whose ratio of times is the median.
func middle(turns [][2]cost) (our, their cost) {
	slices.SortFunc(turns, func(a, b [2]cost) int { return cmp.Compare(a[0].time/a[1].time, b[0].time/b[1].time) })
	median := turns[len(turns)/2]
	return median[0], median[1]
}

func (e exchange) measure(b *testing.B, h http.Handler) cost {
	b.Helper()
	requests := cmp.Or(e.times, 2000)
	send := e.sender(b, h)
	send() // what is pooled is there
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	for range requests {
		send()
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	return cost{float64(took.Nanoseconds()) / float64(requests), float64(after.Mallocs-before.Mallocs) / float64(requests)}
}
