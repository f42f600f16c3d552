package dbtest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Line is what lies between a service and its server: a test cuts it.
type Line struct {
	URL string // of the database, over the line

	server string

	sessions atomic.Int64

	mu       sync.Mutex
	open     map[net.Conn]bool
	marker   []byte // cuts where it is sent; nil for nothing
	answered bool   // once the server has got that too
}

// NewLine returns a line to the server of a URL, which is gone when the test has ended.
func NewLine(t testing.TB, address string) *Line {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Line{server: target.Host, open: map[net.Conn]bool{}}
	target.Host = listener.Addr().String()
	l.URL = target.String()
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { l.join(client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		l.Cut()
		running.Wait()
	})
	return l
}

// Sessions is how many sessions were begun over the line. To cancel a statement is none.
func (l *Line) Sessions() int { return int(l.sessions.Load()) }

// cancels are the first bytes of a connection that cancels a statement: its length and the code of CancelRequest.
var cancels = []byte{0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e}

// Cut ends all connections.
func (l *Line) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut()
}

func (l *Line) cut() {
	for c := range l.open {
		c.Close()
	}
	clear(l.open)
}

// CutAt ends all connections once, when a client sends what holds the text: before the server gets it or, where
// answered is set, when the server has answered.
func (l *Line) CutAt(text string, answered bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marker, l.answered = []byte(text), answered
}

// join connects a client with the server until one of them ends.
func (l *Line) join(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		return
	}
	defer server.Close()
	l.mu.Lock()
	l.open[client], l.open[server] = true, true
	l.mu.Unlock()
	armed := make(chan struct{}, 1)
	go func() {
		defer client.Close()
		answer := make([]byte, 64<<10)
		for {
			n, err := server.Read(answer)
			select {
			case <-armed:
				l.Cut()
				return
			default:
			}
			if err != nil {
				return
			}
			if _, err := client.Write(answer[:n]); err != nil {
				return
			}
		}
	}()
	sent := make([]byte, 64<<10)
	for first := true; ; first = false {
		n, err := client.Read(sent)
		if first && n > 0 && !bytes.HasPrefix(sent[:n], cancels) {
			l.sessions.Add(1)
		}
		if err != nil || l.cuts(sent[:n], armed) {
			return
		}
		if _, err := io.Copy(server, bytes.NewReader(sent[:n])); err != nil {
			return
		}
	}
}

// cuts reports whether what was sent ends the connections at once, and arms what ends them at the answer.
func (l *Line) cuts(sent []byte, armed chan<- struct{}) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.marker == nil || !bytes.Contains(sent, l.marker) {
		return false
	}
	l.marker = nil
	if l.answered {
		armed <- struct{}{}
		return false
	}
	l.cut()
	return true
}
