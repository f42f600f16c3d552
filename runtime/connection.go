package runtime

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
)

// refusingListener makes connections that turn net/http's own refusals into problems.
type refusingListener struct {
	net.Listener
	app *App
}

// Accept implements net.Listener.
func (l *refusingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: c, app: l.app}, nil
}

// connection knows whether what is written is the answer of a handler. What net/http answers itself, to a request that
// is malformed (400), has too many headers (431), or asks for what no server here does (417, 501, 505), it writes as
// plain text past every handler, in one piece.
type connection struct {
	net.Conn
	app     *App
	handled atomic.Bool // a handler has been called for the request
}

type connectionKey struct{}

// withConnection lets the handler find its connection. It is a ConnContext of http.Server.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// idleConnection says that the next request has not been handled yet. It is a ConnState of http.Server.
func idleConnection(c net.Conn, state http.ConnState) {
	if own, ok := c.(*connection); ok && state == http.StateIdle {
		own.handled.Store(false)
	}
}

// handles says that a handler answers r.
func handles(r *http.Request) {
	if own, ok := r.Context().Value(connectionKey{}).(*connection); ok {
		own.handled.Store(true)
	}
}

// Write implements net.Conn.
func (c *connection) Write(p []byte) (int, error) {
	if c.handled.Load() {
		return c.Conn.Write(p)
	}
	status, reason := refusal(p)
	if status == 0 {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(c.app.refuse(status, reason)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CloseWrite lets net/http wait until the caller has read a refusal.
func (c *connection) CloseWrite() error {
	if tcp, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return tcp.CloseWrite()
	}
	return nil
}

// refusal returns the status of an answer, and why net/http gave it; 0 where it is none of an error.
func refusal(answer []byte) (status int, reason string) {
	rest, ok := bytes.CutPrefix(answer, []byte("HTTP/1.1 "))
	if !ok || len(rest) < 3 {
		return 0, ""
	}
	status, err := strconv.Atoi(string(rest[:3]))
	if err != nil || status < http.StatusBadRequest {
		return 0, ""
	}
	line, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return status, string(line)
}

// refuse returns the whole answer to a request that no handler has seen, and logs it. Even one to HEAD has a body: of a
// request that can't be read, nobody knows the method.
func (a *App) refuse(status int, reason string) []byte {
	p := problemOf(&Error{Status: status}, rand.Text())
	if status == http.StatusRequestHeaderFieldsTooLarge {
		p.Detail = fmt.Sprintf("the headers have more than %d bytes", a.limits.MaxHeader)
	}
	a.logger.Info("refused", "id", p.Instance, "status", status, "reason", reason)
	body := p.json()
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n"+
		"Content-Length: %d\r\nConnection: close\r\n\r\n%s", status, http.StatusText(status), len(body), body)
}
