package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// start starts the server with a service to send letters to. FLOWC_TEST_DATABASE_URL names a PostgreSQL server for its
// database to be on.
func start(t *testing.T, target http.HandlerFunc) (url string) {
	t.Helper()
	service := httptest.NewServer(target)
	t.Cleanup(service.Close)
	url, stop := served(t, t.Output(), map[string]string{
		"TARGET_URL": service.URL, "DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"),
	})
	t.Cleanup(stop)
	return url
}

// send sends a request, and returns the answer's status and text. The caller leaves with ctx: the status is 0 then.
func send(ctx context.Context, t *testing.T, method, url string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// patience is how long it may take until a letter is kept, on a machine that is busy.
const patience = 20 * time.Second

// eventually waits until a GET of url is answered with a text.
func eventually(t *testing.T, url, want string) {
	t.Helper()
	var got string
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if _, got = send(t.Context(), t, "GET", url); strings.TrimSpace(got) == want {
			return
		}
	}
	t.Errorf("%s is answered %s\nwant %s", url, got, want)
}

// reset drops the connection of a request.
func reset(w http.ResponseWriter) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = c.Close()
	}
}

// A letter that could not be sent is kept, whatever has taken the time.
func TestDeadLetters(t *testing.T) {
	url := start(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "hangs"):
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		case strings.HasSuffix(r.URL.Path, "resets"):
			reset(w)
		case strings.HasSuffix(r.URL.Path, "fails"):
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	var kept []string
	for _, way := range []string{"post", "send"} {
		for _, letter := range []struct {
			what   string
			status int
			reason string
		}{
			{"-fails", http.StatusAccepted, "the service answered with status 500"},
			{"-hangs", http.StatusAccepted, "the service did not answer in time"},
			{"-resets", http.StatusAccepted, "the service can't be reached"},
			{"-works", map[string]int{"post": http.StatusAccepted, "send": http.StatusOK}[way], ""},
		} {
			if status, text := send(t.Context(), t, "POST", url+"/"+way+"/"+way+letter.what); status != letter.status {
				t.Errorf("%s%s is answered %d %s", way, letter.what, status, text)
			}
			if letter.reason != "" {
				kept = append(kept, fmt.Sprintf(`{"id":"%s%s","reason":"call failed: %s"}`, way, letter.what, letter.reason))
			}
		}
	}
	eventually(t, url+"/letters", "["+strings.Join(kept, ",")+"]")
}

// A letter is kept too where the caller does not wait for it.
func TestDeadLetterOfACallerWhoLeaves(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	url := start(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		leave()
		<-r.Context().Done()
	})
	if status, text := send(ctx, t, "POST", url+"/send/left"); status != 0 {
		t.Errorf("answered %d %s", status, text)
	}
	eventually(t, url+"/letters", `[{"id":"left","reason":"call failed: the caller left before the service answered"}]`)
}
