// Package front keeps the address of a server open while one server takes the place of another. Requests go through as
// they are, byte by byte, each on a connection of its own; one that begins while the server changes waits for the next
// one.
//
// Only cmd/flowc/serve imports it.
package front

import (
	"context"
	"net"
	"sync"
	"time"
)

// Patience is how long a request waits for a server.
const Patience = 5 * time.Second

// Front is an address at which requests are taken for whatever server is behind it.
type Front struct {
	listener net.Listener
	gate     *gate

	mu     sync.Mutex
	open   map[net.Conn]bool // with clients; nil once the Front is closed
	served sync.WaitGroup
}

// Listen opens address. Requests wait until Open or Refuse is called.
func Listen(address string) (*Front, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	f := &Front{listener: listener, gate: newGate(), open: map[net.Conn]bool{}}
	f.served.Go(f.accept)
	return f, nil
}

// Addr is the address as it was settled: with a port where 0 was asked for.
func (f *Front) Addr() string { return f.listener.Addr().String() }

// Open sends requests to the server at an address, which listens.
func (f *Front) Open(server string) { f.gate.set(gateState{server: server}) }

// Refuse answers requests with 503 and a detail, as in "nothing is served".
func (f *Front) Refuse(detail string) { f.gate.set(gateState{refusal: detail}) }

// Hold has requests that begin from now on wait. It returns once those before have been answered, or have been with the
// server for long enough to be its own to finish.
func (f *Front) Hold(ctx context.Context) {
	f.gate.set(gateState{})
	f.gate.settle(ctx)
}

// Close closes the address and all connections, and returns when nothing of the Front is left.
func (f *Front) Close() error {
	err := f.listener.Close()
	f.gate.set(gateState{refusal: "flowc has ended"})
	f.mu.Lock()
	for c := range f.open {
		_ = c.Close()
	}
	f.open = nil
	f.mu.Unlock()
	f.served.Wait()
	return err
}

func (f *Front) accept() {
	for {
		c, err := f.listener.Accept()
		if err != nil {
			if !f.pause(err) {
				return
			}
			continue
		}
		if f.add(c) {
			f.served.Go(func() {
				defer f.remove(c)
				newPassage(f.gate, c.(*net.TCPConn)).serve()
			})
		}
	}
}

// pause waits before the next connection is taken, where this process had no file for one, and reports whether there is
// a next.
func (f *Front) pause(err error) bool {
	temporary, ok := err.(interface{ Temporary() bool })
	if !ok || !temporary.Temporary() {
		return false
	}
	<-time.After(10 * time.Millisecond)
	return true
}

// add reports whether the connection is to be served.
func (f *Front) add(c net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open == nil {
		_ = c.Close()
		return false
	}
	f.open[c] = true
	return true
}

func (f *Front) remove(c net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = c.Close()
	delete(f.open, c)
}
