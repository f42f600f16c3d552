package main

import (
	"net"
	"sync"
	"testing"
	"time"
)

// A fault is what a proxy does to the connections that go through it.
type fault int

const (
	none   fault = iota
	slow         // what the server says comes late
	late         // it comes later than anybody waits
	silent       // nothing is passed on, either way
	cut          // the connection ends in the middle of what the server says
	down         // nobody listens, and the connections of before are reset
)

// How late a piece of what a server says comes, of a slow one and of one that is later than the deadlines of the workflows.
const (
	lateness = 100 * time.Millisecond
	tooLate  = 3 * time.Second
)

// proxy stands between a service and a server that it needs.
type proxy struct {
	address string
	target  string

	mu    sync.Mutex
	fault fault
	open  map[net.Conn]bool
	gate  net.Listener
	ended chan struct{} // closed with the proxy: wakes what is silent
	wg    sync.WaitGroup
}

// newProxy starts a proxy to target, a host and port.
func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	p := &proxy{target: target, open: map[net.Conn]bool{}, ended: make(chan struct{})}
	p.listen(t, "127.0.0.1:0")
	t.Cleanup(func() {
		close(p.ended)
		p.set(t, down)
		p.wg.Wait()
	})
	return p
}

func (p *proxy) listen(t *testing.T, address string) {
	t.Helper()
	gate, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	p.gate, p.address = gate, gate.Addr().String()
	p.wg.Go(func() {
		for {
			conn, err := gate.Accept()
			if err != nil {
				return
			}
			p.wg.Go(func() { p.carry(conn) })
		}
	})
}

// set changes what happens from now on, to connections that are open too.
func (p *proxy) set(t *testing.T, f fault) {
	t.Helper()
	p.mu.Lock()
	before := p.fault
	p.fault = f
	if f == down {
		p.gate.Close()
	}
	if f == down || before == silent {
		for conn := range p.open {
			reset(conn)
		}
	}
	p.mu.Unlock()
	if before == down && f != down {
		p.listen(t, p.address)
	}
}

func (p *proxy) current() fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fault
}

// carry passes on what comes and goes over one connection until an end closes it.
func (p *proxy) carry(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer far.Close()
	p.mu.Lock()
	p.open[near] = true
	p.mu.Unlock()
	p.wg.Go(func() {
		defer far.Close()
		p.pass(far, near, func(b []byte) (int, bool) { return len(b), true })
	})
	p.pass(near, far, p.answer)
	p.mu.Lock()
	delete(p.open, near)
	p.mu.Unlock()
}

// answer does to a piece of what the server says what the fault is: how much of it to pass on, and whether to go on.
func (p *proxy) answer(b []byte) (n int, more bool) {
	switch p.current() {
	case slow:
		p.wait(lateness)
	case late:
		p.wait(tooLate)
	case cut:
		return len(b) / 2, false
	}
	return len(b), true
}

// wait takes some time, or until the proxy ends.
func (p *proxy) wait(long time.Duration) {
	select {
	case <-time.After(long):
	case <-p.ended:
	}
}

func (p *proxy) pass(to, from net.Conn, piece func([]byte) (int, bool)) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		if p.current() == silent {
			continue // lost
		}
		n, more := piece(b[:n])
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
		if !more {
			reset(to)
			return
		}
	}
}

// reset ends a connection as a crash does, rather than in peace.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
}
