package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

// TestStudioBegins opens studio in an empty folder: a page is there, and it goes on to the project with the first workflow.
func TestStudioBegins(t *testing.T) {
	dir := t.TempDir()
	if !isEmpty(dir) {
		t.Fatal("it is not empty")
	}
	s := studioRun{Console: &console.Console{Out: io.Discard, Err: io.Discard}, dir: dir}
	on, ended := &shown{}, make(chan struct{})
	listener := httptest.NewServer(on)
	defer listener.Close()
	go func() {
		defer close(ended)
		s.begin(t.Context(), on, strings.Repeat("k", 26))
	}()
	body := `{"do": "new", "name": "first", "folder": "` + project.Nearby(dir) + `"}`
	for {
		r, err := http.NewRequestWithContext(t.Context(), "POST", listener.URL+"/api/workflows", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+strings.Repeat("k", 26))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusServiceUnavailable {
			continue // it is starting
		}
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("status %d", answer.StatusCode)
		}
		break
	}
	<-ended
	if isEmpty(dir) {
		t.Error("it is still empty")
	}
}

// TestStudioListensToThisMachineAlone refuses every address that others may reach, and takes one of this machine where none is given.
func TestStudioListensToThisMachineAlone(t *testing.T) {
	for listen, want := range map[string]bool{"": true, "127.0.0.1:0": true, "localhost:0": true, "0.0.0.0:0": false, ":0": false} {
		listener, err := studioRun{listen: listen}.open(studio.Ticket{})
		if (err == nil) != want {
			t.Errorf("--listen %q: %v", listen, err)
		}
		if err != nil {
			continue
		}
		if ip := listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
			t.Errorf("--listen %q listens at %s", listen, ip)
		}
		_ = listener.Close()
	}
}

// TestStudioOnATakenPort opens the page of a project whose port another process has: it says so, and nothing ends.
func TestStudioOnATakenPort(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	t.Setenv("LISTEN", listener.Addr().String())
	ctx, cancel := context.WithCancel(t.Context())
	on, ended := &shown{}, make(chan error, 1)
	page := httptest.NewServer(on)
	defer page.Close()
	key := strings.Repeat("k", 26)
	s := studioRun{Console: &console.Console{Out: io.Discard, Err: io.Discard}, dir: "../../golden/apps/hello"}
	go func() { ended <- s.runProject(ctx, on, key, "http://127.0.0.1/") }()
	for on.page.Load() == nil {
		select {
		case err := <-ended:
			t.Fatalf("it ends: %v", err)
		default:
			runtime.Gosched()
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", page.URL+"/api/state", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct {
		Running   struct{ Why string }
		Workflows []struct{ Name string }
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(state.Running.Why, listener.Addr().String()+" is taken by") || len(state.Workflows) == 0 {
		t.Errorf("the page says %+v", state)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}
