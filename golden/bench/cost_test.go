package bench_test

import (
	"net/http"
	"runtime"
	"testing"
	"time"
)

// cost is what one request costs.
type cost struct {
	time   float64 // nanoseconds
	allocs float64
}

// moreTurns are taken at most where the best of one handler is far from that of the other: it may have been hit each time
// by what else the machine does. What is slower stays so.
const moreTurns = 200

// compare measures both handlers in turns, so that what else the machine does hits both, and takes the best of each.
func compare(b *testing.B, e exchange, ours, theirs http.Handler) (our, their cost) {
	b.Helper()
	turn := func() {
		our = our.orBetter(e.measure(b, ours))
		their = their.orBetter(e.measure(b, theirs))
	}
	for b.Loop() {
		turn()
	}
	for more := 0; more < moreTurns && our.time > their.time*noise; more++ {
		turn()
	}
	return our, their
}

func (c cost) orBetter(d cost) cost {
	if c.time == 0 || d.time < c.time {
		return d
	}
	return c
}

func (e exchange) measure(b *testing.B, h http.Handler) cost {
	b.Helper()
	const requests = 2000
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
	return cost{float64(took.Nanoseconds()) / requests, float64(after.Mallocs-before.Mallocs) / requests}
}
