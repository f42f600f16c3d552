package front

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// echo answers with the method, what the body holds, and its trailers.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, "%s %s %v\n", r.Method, body, r.Trailer)
}

// What a client sends comes to the server, and what that answers comes back, one request after the other on one connection.
func TestExchanges(t *testing.T) {
	c := connect(t, behind(t, echo))
	for _, tt := range []struct{ send, want string }{
		{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET  map[]\n"},
		{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", "POST hello map[]\n"},
		{"POST / HTTP/1.1\nhost: a\ncontent-length: 5\n\nhello", "POST hello map[]\n"},
		{"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", "POST hello! map[]\n"},
		{
			"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\n!\r\n0\r\nX-Sum: 7\r\n\r\n",
			"POST ! map[X-Sum:[7]]\n",
		},
		{"PUT / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 5000) + "\r\n\r\n", "PUT  map[]\n"},
	} {
		c.send(tt.send)
		r := c.answer()
		if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK || string(body) != tt.want {
			t.Errorf("%.60q is answered %d %q (%v), want %q", tt.send, r.StatusCode, body, err, tt.want)
		}
	}
	// Two at once, the second of which waits its turn.
	c.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
	rest, err := io.ReadAll(c.in)
	if n := strings.Count(string(rest), "HTTP/1.1 200 OK\r\n"); err != nil || n != 3 {
		t.Errorf("%d of three requests are answered (%v):\n%s", n, err, rest)
	}
}

// What is no HTTP is for the server to refuse.
func TestMalformed(t *testing.T) {
	address := behind(t, echo)
	for send, want := range map[string]string{
		"\r\n":                              "400",
		"nonsense\r\n\r\n":                  "400",
		"GET / HTTP/1.1\r\n\r\n":            "400",
		"GET / HTTP/9.9\r\nHost: a\r\n\r\n": "505",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n":               "400",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n":         "501",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n": "400",
		"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 2*maxHead):     "431",
	} {
		c := connect(t, address)
		go func() { _, _ = c.Write([]byte(send)) }()
		if r := c.answer(); r.Status[:3] != want {
			t.Errorf("%.60q is answered %s, want %s", send, r.Status, want)
		}
	}
}

// A client that is told to go on sends its body then, and one that is refused does not.
func TestExpectContinue(t *testing.T) {
	address := behind(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/no" {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		echo(w, r)
	})
	c := connect(t, address)
	c.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
	if r := c.answer(); r.StatusCode != http.StatusContinue {
		t.Fatalf("status %d", r.StatusCode)
	}
	c.send("hello")
	if r := c.answer(); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d", r.StatusCode)
	}
	c = connect(t, address)
	c.send("POST /no HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
	if r := c.answer(); r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Fatalf("status %d", r.StatusCode)
	}
}

// What a server sends bit by bit arrives bit by bit, and a server learns that its client has left.
func TestStream(t *testing.T) {
	more, left := make(chan string), make(chan struct{})
	c := connect(t, behind(t, func(w http.ResponseWriter, r *http.Request) {
		for {
			select {
			case text := <-more:
				fmt.Fprint(w, text)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				close(left)
				return
			}
		}
	}))
	c.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	more <- "data: 1\n\n"
	r := c.answer()
	stream := bufio.NewReader(r.Body)
	for i := 1; i <= 3; i++ {
		if line, err := stream.ReadString('\n'); err != nil || line != "data: "+strconv.Itoa(i)+"\n" {
			t.Fatalf("got %q, %v", line, err)
		}
		if i < 3 {
			_, _ = stream.ReadString('\n')
			more <- "data: " + strconv.Itoa(i+1) + "\n\n"
		}
	}
	_ = c.Close()
	<-left
}

// A connection that becomes another protocol's is passed on as it is, and outlives the server's change.
func TestUpgrade(t *testing.T) {
	f := open(t)
	old := start(t, func(w http.ResponseWriter, r *http.Request) {
		c, in, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nwelcome\n")
		_, _ = io.Copy(c, in)
	})
	f.Open(old.address)
	c := connect(t, f.Addr())
	c.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly\n")
	if r := c.answer(); r.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("status %d", r.StatusCode)
	}
	for _, want := range []string{"welcome\n", "early\n"} {
		if got := c.line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	f.Hold(t.Context())
	f.Open(start(t, echo).address)
	c.send("late\n")
	if got := c.line(); got != "late\n" {
		t.Errorf("got %q", got)
	}
	_ = c.CloseWrite()
	if rest, err := io.ReadAll(c.in); err != nil || len(rest) > 0 {
		t.Errorf("behind the end: %q, %v", rest, err)
	}
}

// A server knows clients of this machine by their addresses.
func TestClientAddress(t *testing.T) {
	address := behind(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, r.RemoteAddr) })
	for _, ip := range []string{"127.0.0.1", "127.0.0.9"} {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
		h := &http.Client{Transport: &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}}
		r, err := h.Get("http://" + address)
		if ip != "127.0.0.1" && errors.Is(err, syscall.EADDRNOTAVAIL) {
			t.Skipf("this system has no address %s", ip)
		}
		if err != nil {
			t.Fatal(err)
		}
		seen, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if !strings.HasPrefix(string(seen), ip+":") {
			t.Errorf("a client of %s is seen as %s", ip, seen)
		}
	}
}

// Where nothing is served, that is what a client is told.
func TestRefuse(t *testing.T) {
	f := open(t)
	f.Refuse("nothing is served")
	for _, send := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"} {
		c := connect(t, f.Addr())
		c.send(send)
		r := c.answer()
		body, err := io.ReadAll(r.Body)
		if want := `"detail":"nothing is served"`; err != nil || r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), want) {
			t.Errorf("%q is answered %d %s, %v", send, r.StatusCode, body, err)
		}
		if r.Header.Get("Content-Type") != "application/problem+json" || r.Header.Get("Retry-After") != "1" {
			t.Errorf("headers are %v", r.Header)
		}
	}
	gone := start(t, echo)
	gone.end()
	f.Open(gone.address)
	c := connect(t, f.Addr())
	c.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	if r := c.answer(); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d of a server that has ended", r.StatusCode)
	}
}

// While twenty servers take each other's place, each of eight clients has its answer to each request, though a client that may
// not send a POST twice would fail at the first connection that a server closes.
func TestChange(t *testing.T) {
	f := open(t)
	generation := func(n int) *server {
		return start(t, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, n)
			body, _ := io.ReadAll(r.Body)
			fmt.Fprint(w, " ", string(body), " ", n)
		})
	}
	current := generation(0)
	f.Open(current.address)
	ctx, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	var answered atomic.Int64
	for range 8 {
		clients.Go(func() {
			h := &http.Client{Transport: &http.Transport{}}
			defer h.CloseIdleConnections()
			for ctx.Err() == nil {
				text, err := post(h, f.Addr())
				if first, last, _ := strings.Cut(text, " body "); err != nil || first != last || first == "" {
					t.Errorf("answered %q, %v", text, err)
					return
				}
				answered.Add(1)
			}
		})
	}
	for n := 1; n <= 20; n++ {
		for before := answered.Load(); answered.Load() < before+20 && !t.Failed(); {
			_, _ = post(http.DefaultClient, f.Addr())
		}
		f.Hold(t.Context())
		current.end()
		current = generation(n)
		f.Open(current.address)
	}
	stop()
	clients.Wait()
}

func post(h *http.Client, address string) (string, error) {
	r, err := h.Post("http://"+address+"/", "text/plain", io.NopCloser(strings.NewReader("body"))) // one that can't be sent again
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", r.StatusCode)
	}
	return string(text), err
}
