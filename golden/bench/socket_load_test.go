//go:build unix

package bench_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// connections is how many clients call a server at once.
const connections = 32

// process is a server in a process of its own.
type process struct {
	kind, address string
	in            io.WriteCloser
	out           *bufio.Reader
}

// startServer starts this binary as a server, and returns when it listens.
func startServer(t testing.TB, kind string) *process {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &process{kind: kind, address: listener.Addr().String()}
	_ = listener.Close()
	cmd := exec.Command(os.Args[0]) // ends with its input
	cmd.Env = append(os.Environ(), serverVariable+"="+kind, folderVariable+"="+t.TempDir(), "LISTEN="+p.address)
	cmd.Stderr = os.Stderr
	if p.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server %s: %v", kind, err)
		}
	})
	p.await(t)
	return p
}

func (p *process) await(t testing.TB) {
	t.Helper()
	late := time.After(time.Minute)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if c, err := net.Dial("tcp", p.address); err == nil {
			_ = c.Close()
			return
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("the server %s does not listen", p.kind)
		}
	}
}

// say gives the server a line, and returns what it has used of the processors.
func (p *process) say(t testing.TB, line string) time.Duration {
	t.Helper()
	return time.Duration(p.number(t, line))
}

// allocations is how many the server has made.
func (p *process) allocations(t testing.TB) int64 {
	t.Helper()
	return p.number(t, "allocations")
}

// number gives the server a line, and returns the number that it answers.
func (p *process) number(t testing.TB, line string) int64 {
	t.Helper()
	if _, err := fmt.Fprintln(p.in, line); err != nil {
		t.Fatal(err)
	}
	text, err := p.out.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// spent is what a request takes, in microseconds.
type spent struct {
	processor float64 // of the server
	time      float64 // of the clock, with so many connections at once
}

// load sends so many requests, and wants each answered as it should be.
func (p *process) load(t testing.TB, e exchange, requests int) spent {
	t.Helper()
	return p.loadEach(t, func(int) exchange { return e }, requests)
}

// loadEach is load with a request of each client's own.
func (p *process) loadEach(t testing.TB, of func(client int) exchange, requests int) spent {
	t.Helper()
	texts := make([][]byte, connections)
	for client := range texts {
		texts[client] = of(client).text(t, p.address)
	}
	var left atomic.Int64
	left.Store(int64(requests))
	used, began := p.say(t, ""), time.Now()
	var clients sync.WaitGroup
	for client, text := range texts {
		e := of(client)
		clients.Go(func() {
			if err := e.repeat(p.address, text, &left); err != nil {
				t.Errorf("%s of the server %s: %v", e.path, p.kind, err)
			}
		})
	}
	clients.Wait()
	took := time.Since(began)
	used = p.say(t, "") - used
	return spent{float64(used.Microseconds()) / float64(requests), float64(took.Microseconds()) / float64(requests)}
}

// text is the request as it is sent.
func (e exchange) text(t testing.TB, address string) []byte {
	t.Helper()
	request, err := http.NewRequest(e.method, "http://"+address+e.path, bytes.NewReader([]byte(e.body)))
	if err != nil {
		t.Fatal(err)
	}
	if e.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if e.header != "" {
		request.Header.Set(e.header, e.value)
	}
	var b bytes.Buffer
	if err := request.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// repeat sends the request on one connection as long as some are left.
func (e exchange) repeat(address string, text []byte, left *atomic.Int64) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	in := bufio.NewReader(c)
	for left.Add(-1) >= 0 {
		if _, err := c.Write(text); err != nil {
			return err
		}
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		if body, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != e.wanted() {
			return fmt.Errorf("answered %d %s, %v", answer.StatusCode, body, err)
		}
	}
	return nil
}
