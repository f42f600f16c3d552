package front

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Chunks are passed on as far as they are well formed: who reads them behind the front sees the same end of the body.
func TestChunks(t *testing.T) {
	for _, tt := range []struct {
		sent string
		fits bool
	}{
		{"1\r\n!\r\n0\r\n\r\n", true}, {"5;a=b\r\nhello\r\n0\r\nX-Sum: 7\r\n\r\n", true}, {"A\r\n0123456789\r\n0\r\n\r\n", true},
		{"1\r\n!?\r\n0\r\n\r\n", false}, {"1\r\n!GET / HTTP/1.1\r\n\r\n0\r\n\r\n", false}, {"-1\r\n\r\n0\r\n\r\n", false}, {"+1\r\n!\r\n0\r\n\r\n", false},
		{"ffffffffffffffff\r\n!\r\n0\r\n\r\n", false}, {"10000000000000001\r\n!\r\n0\r\n\r\n", false}, {"0x1\r\n!\r\n0\r\n\r\n", false}, {"\r\n0\r\n\r\n", false},
		{"x\r\n", false},
	} {
		var got strings.Builder
		err := sendChunks(&got, bufio.NewReader(strings.NewReader(tt.sent+"GET / HTTP/1.1\r\n\r\n")))
		if tt.fits != (err == nil) || tt.fits && got.String() != tt.sent {
			t.Errorf("%q is sent as %q, %v", tt.sent, got.String(), err)
		}
		if !tt.fits && !errors.Is(err, errChunk) {
			t.Errorf("%q fails with %v", tt.sent, err)
		}
	}
}

// A line before a chunk has an end.
func TestLongLines(t *testing.T) {
	sent := strings.NewReader("1;" + strings.Repeat("x", 1<<20) + "\r\n!\r\n0\r\n\r\n")
	if err := sendChunks(io.Discard, bufio.NewReader(sent)); !errors.Is(err, errChunk) || sent.Len() < 1<<20-4*maxLine {
		t.Errorf("%v, with %d bytes unread", err, sent.Len())
	}
}

// What is left of a body that is malformed is not the next request, whenever the server has answered.
func TestRestOfABody(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			if _, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			}
			_, _ = io.Copy(io.Discard, c)
			_ = c.Close()
		}
	}()
	f := open(t)
	f.Open(listener.Addr().String())
	c := connect(t, f.Addr())
	c.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
	if r := c.answer(); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d", r.StatusCode)
	}
	if rest, _ := io.ReadAll(c.in); len(rest) > 0 {
		t.Errorf("what is left of the body is answered: %q", rest)
	}
}
