package client_test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// Calls one after another, of whatever client of the app and with whatever status, share a connection; App.Close
// closes it.
func TestConnectionsAreShared(t *testing.T) {
	var opened sync.WaitGroup
	count := 0
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/fail" {
			w.WriteHeader(http.StatusBadGateway)
		}
		w.Write([]byte(`{"id":1}`))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			count++
			opened.Add(1)
		case http.StateClosed:
			opened.Done()
		}
	}
	server.Start()
	t.Cleanup(server.Close)

	app, err := rt.Open(rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	typed, untyped := newClient[item](t, app, client.Config{}), newClient[rt.Value](t, app, client.Config{})
	for range 3 {
		sendWith(t, app, typed, client.Request{URL: server.URL})
		sendWith(t, app, untyped, client.Request{URL: server.URL + "/fail"})
	}
	if count != 1 {
		t.Errorf("%d connections for calls one after another", count)
	}
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() { opened.Wait(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(5 * time.Second):
		t.Error("the connection is open after App.Close")
	}
}

// A Client serves many executions at a time.
func TestConcurrentCalls(t *testing.T) {
	service := answering(t, 200, "application/json", `{"id":7,"label":"x"}`)
	app := openApp(t)
	c := newClient[item](t, app, client.Config{})
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			execute(t, app, t.Context(), func(x *rt.Exec) error {
				response, err := c.Send(x, client.Request{URL: service})
				if err != nil || response.Body.ID != 7 {
					t.Errorf("got %+v, %v", response.Body, err)
				}
				return nil
			})
		})
	}
	all.Wait()
}

// BenchmarkSend is a call over a socket with a small typed body each way. Both benchmarks count the service's work too.
func BenchmarkSend(b *testing.B) {
	service := answering(b, 200, "application/json", `{"id":7,"label":"x"}`)
	app := openApp(b)
	c := newClient[item](b, app, client.Config{Method: "POST"})
	execute(b, app, b.Context(), func(x *rt.Exec) error {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := c.Send(x, client.Request{URL: service, Body: item{ID: 7}}); err != nil {
				b.Fatal(err)
			}
		}
		return nil
	})
}

// BenchmarkSendByHand is what one would write instead, with a time-out and no other limit.
func BenchmarkSendByHand(b *testing.B) {
	service := answering(b, 200, "application/json", `{"id":7,"label":"x"}`)
	caller := &http.Client{Timeout: 10 * time.Second}
	b.ReportAllocs()
	for b.Loop() {
		body, err := json.Marshal(item{ID: 7})
		if err != nil {
			b.Fatal(err)
		}
		answer, err := caller.Post(service, "application/json", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		var got item
		if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
			b.Fatal(err)
		}
		answer.Body.Close()
	}
}
