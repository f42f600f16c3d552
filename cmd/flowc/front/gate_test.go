package front

import (
	"testing"
	"testing/synctest"
	"time"
)

// A request waits for its server, and for no longer than Patience.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		passed := make(chan gateState, 1)
		go func() { passed <- g.pass() }()
		time.Sleep(Patience - time.Millisecond)
		g.set(gateState{server: "a"})
		if got := <-passed; got.server != "a" {
			t.Errorf("a server that came in time: %+v", got)
		}
		g.leave()
		g.set(gateState{})
		began := time.Now()
		if got := g.pass(); got.refusal == "" || time.Since(began) != Patience {
			t.Errorf("without a server, after %v: %+v", time.Since(began), got)
		}
		g.set(gateState{refusal: "no"})
		if got := g.pass(); got.refusal != "no" {
			t.Errorf("where nothing is served: %+v", got)
		}
	})
}

// A server is told to end when what was sent to it is answered, or has been there for long enough to be read.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		g.set(gateState{server: "a"})
		took := func() time.Duration {
			began := time.Now()
			g.set(gateState{})
			g.settle(t.Context())
			return time.Since(began)
		}
		if d := took(); d != 0 {
			t.Errorf("nothing runs, and it takes %v", d)
		}
		g.set(gateState{server: "a"})
		g.pass()
		go func() {
			time.Sleep(time.Millisecond)
			g.leave()
		}()
		if d := took(); d != time.Millisecond {
			t.Errorf("a request that is answered after a millisecond takes %v", d)
		}
		g.set(gateState{server: "a"})
		g.pass()
		if d := took(); d != settleTime {
			t.Errorf("a request without an end takes %v", d)
		}
	})
}
