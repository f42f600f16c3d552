package front

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

const (
	headTime   = 10 * time.Second       // for the head of a request, once it has begun: more than a server gives it
	lingerTime = 500 * time.Millisecond // for a client to read its answer, before what it still sends resets the connection
	maxHead    = 1 << 20                // bytes of a request's head; servers take less
)

// passage is what goes through the Front for one client: one request after the other, each to the server of its time.
type passage struct {
	gate   *gate
	client *net.TCPConn
	in     *bufio.Reader // of client
}

func newPassage(g *gate, client *net.TCPConn) *passage {
	return &passage{gate: g, client: client, in: bufio.NewReader(client)}
}

func (p *passage) serve() {
	for p.next() {
	}
	// Closing a connection while data comes in would throw away what the client has not read yet.
	_ = p.client.CloseWrite()
	_ = p.client.SetReadDeadline(time.Now().Add(lingerTime))
	_, _ = io.Copy(io.Discard, p.client)
}

// next waits for a request and brings it to its server, and reports whether there may be another one.
func (p *passage) next() (again bool) {
	if _, err := p.in.Peek(1); err != nil {
		return false // the client has left
	}
	head, request, err := p.readHead()
	if err != nil {
		return false
	}
	state := p.gate.pass()
	if state.refusal != "" {
		refuse(p.client, request, state.refusal)
		return false
	}
	return p.exchange(state.server, head, request)
}

// readHead reads the head of a request as it is. The request is nil where that is no HTTP, or too long: what becomes of
// it is up to the server.
func (p *passage) readHead() (head []byte, request *http.Request, err error) {
	if err := p.client.SetReadDeadline(time.Now().Add(headTime)); err != nil {
		return nil, nil, err
	}
	for !ended(head) && len(head) <= maxHead {
		line, err := p.in.ReadSlice('\n')
		head = append(head, line...)
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, nil, err
		}
	}
	if ended(head) {
		request, _ = http.ReadRequest(bufio.NewReader(bytes.NewReader(head)))
	}
	return head, request, p.client.SetReadDeadline(time.Time{})
}

// ended reports whether a head has its empty line, if only that.
func ended(head []byte) bool {
	if len(head) <= 2 {
		return bytes.HasSuffix(head, []byte("\n"))
	}
	return bytes.HasSuffix(head, []byte("\n\n")) || bytes.HasSuffix(head, []byte("\n\r\n"))
}

// exchange brings a request to the server and its answer back, and reports whether the client may send another one.
func (p *passage) exchange(address string, head []byte, request *http.Request) (again bool) {
	leave := sync.OnceFunc(p.gate.leave)
	defer leave()
	server, err := dial(address, p.client.RemoteAddr())
	if err != nil {
		refuse(p.client, request, "the server has ended: its terminal says why")
		return false
	}
	defer server.Close()
	if _, err := server.Write(head); err != nil {
		return false
	}
	if request == nil {
		p.splice(server)
		return false
	}
	rest := p.sendRest(server, request)
	answer, err := passAnswer(p.client, server, request)
	switch {
	case err == nil && answer.StatusCode == http.StatusSwitchingProtocols:
		rest.stop(p.client)
		p.splice(server)
		return false
	case err != nil || answer.Close || !request.ProtoAtLeast(1, 1):
		_ = server.Close() // what is still sent has nowhere to go
		rest.stop(p.client)
		return false
	}
	leave()
	<-rest.done // the next request has begun, or the client has left; till then the server has its connection too
	return rest.whole
}

// rest is what comes of a client behind the head of a request.
type rest struct {
	done  chan struct{} // closed when there is nothing more to send, and the next request has begun or the client has left
	whole bool          // the body was sent to its end; set before done is closed
}

// sendRest sends the body of a request while its answer may already come. A client that leaves is seen by the server,
// which ends what it does for it.
func (p *passage) sendRest(server *net.TCPConn, request *http.Request) *rest {
	r := &rest{done: make(chan struct{})}
	go func() {
		defer close(r.done)
		r.whole = sendBody(server, p.in, request) == nil
		if _, err := p.in.Peek(1); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			_ = server.CloseWrite()
		}
	}()
	return r
}

// stop ends the reading of the client.
func (r *rest) stop(client *net.TCPConn) {
	_ = client.SetReadDeadline(time.Now())
	<-r.done
	_ = client.SetReadDeadline(time.Time{})
}

// dial opens a connection to the server. Its other end is the address of the client where that is one of this machine,
// so that the server knows callers as it would without the Front.
func dial(address string, client net.Addr) (*net.TCPConn, error) {
	d := net.Dialer{}
	if ip := client.(*net.TCPAddr).IP.To4(); ip != nil && ip.IsLoopback() && !ip.Equal(net.IPv4(127, 0, 0, 1)) {
		d.LocalAddr = &net.TCPAddr{IP: ip}
	}
	c, err := d.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	server := c.(*net.TCPConn)
	// All is read when this is closed: no port has to wait for stragglers.
	return server, server.SetLinger(0)
}

// passAnswer passes the answer to a request on as it comes, byte by byte, until its end.
func passAnswer(client io.Writer, server io.Reader, request *http.Request) (*http.Response, error) {
	out := bufio.NewReader(io.TeeReader(server, client))
	for {
		answer, err := http.ReadResponse(out, request)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode == http.StatusSwitchingProtocols {
			return answer, nil
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return nil, err
		}
		if answer.StatusCode >= http.StatusOK {
			return answer, nil
		}
	}
}

// splice passes on whatever comes, both ways, until both ends have nothing more to say.
func (p *passage) splice(server *net.TCPConn) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(server, p.in)
		_ = server.CloseWrite()
	}()
	_, _ = io.Copy(p.client, server)
	_ = p.client.CloseWrite()
	_ = p.client.SetReadDeadline(time.Now().Add(lingerTime))
	<-done
}
