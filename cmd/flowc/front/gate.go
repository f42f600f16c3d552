package front

import (
	"context"
	"sync"
	"time"
)

// settleTime is how long a server keeps running, at most, after a request was passed to it: it has read the request by
// then, and finishes it. One that has only arrived at its socket would be lost.
const settleTime = 250 * time.Millisecond

// gateState is what becomes of requests: they go to a server, or are refused, or, as the zero value has it, wait.
type gateState struct {
	server  string // address
	refusal string // detail of the answer
}

// gate is what every request has to pass.
type gate struct {
	mu      sync.Mutex
	state   gateState
	changed chan struct{} // closed when state is another one
	running int           // requests that have passed and are not answered yet
	idle    chan struct{} // closed when running is 0; nil where nobody waits for that
}

func newGate() *gate { return &gate{changed: make(chan struct{})} }

func (g *gate) set(s gateState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.state = s
	close(g.changed)
	g.changed = make(chan struct{})
}

// pass waits for a server, for as long as Patience. The caller calls leave when the server has answered.
func (g *gate) pass() gateState {
	late := time.NewTimer(Patience)
	defer late.Stop()
	for {
		g.mu.Lock()
		state, changed := g.state, g.changed
		if state.server != "" {
			g.running++
		}
		g.mu.Unlock()
		if state != (gateState{}) {
			return state
		}
		select {
		case <-changed:
		case <-late.C:
			return gateState{refusal: "the server is not there yet: its terminal says why"}
		}
	}
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if g.running == 0 && g.idle != nil {
		close(g.idle)
		g.idle = nil
	}
}

// settle waits until no request runs, at most for settleTime.
func (g *gate) settle(ctx context.Context) {
	g.mu.Lock()
	if g.running == 0 {
		g.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	g.idle = idle
	g.mu.Unlock()
	enough := time.NewTimer(settleTime)
	defer enough.Stop()
	select {
	case <-idle:
	case <-enough.C:
	case <-ctx.Done():
	}
}
