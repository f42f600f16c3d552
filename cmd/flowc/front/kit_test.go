package front

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"testing"
)

// behind starts a Front for a handler, and returns its address.
func behind(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	f := open(t)
	f.Open(start(t, h).address)
	return f.Addr()
}

func open(t *testing.T) *Front {
	t.Helper()
	f, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// server is one of those that come one after the other.
type server struct {
	http.Server
	address string
	ended   chan error
}

func start(t *testing.T, h http.HandlerFunc) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{address: listener.Addr().String(), ended: make(chan error, 1)}
	s.Handler = h
	go func() { s.ended <- s.Serve(listener) }()
	t.Cleanup(s.end)
	return s
}

// end lets the server finish what it is doing, as a program does at SIGTERM.
func (s *server) end() {
	_ = s.Shutdown(context.Background())
	<-s.ended
	s.ended <- nil
}

// client is one that writes what it wants.
type client struct {
	t *testing.T
	*net.TCPConn
	in *bufio.Reader
}

func connect(t *testing.T, address string) *client {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return &client{t, c.(*net.TCPConn), bufio.NewReader(c)}
}

func (c *client) send(text string) {
	c.t.Helper()
	if _, err := c.Write([]byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// answer reads the next answer, to a GET, without its body.
func (c *client) answer() *http.Response {
	c.t.Helper()
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// line reads the next line that comes.
func (c *client) line() string {
	c.t.Helper()
	line, err := c.in.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	return line
}
