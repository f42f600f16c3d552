package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// post sends JSON, and returns the answer's status and text.
func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(text))
}

// TestEachInTransaction books lines one after the other in a transaction, on either engine: a Try/Catch inside takes back a line
// alone, and the failure of what handles it takes back all.
func TestEachInTransaction(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { bookAll(t, "sqlite:flows.db") })
	t.Run("postgres", func(t *testing.T) { bookAll(t, dbtest.PostgresWith(t, "flows")) })
}

func bookAll(t *testing.T, database string) {
	url, stop := served(t, t.Output(), map[string]string{"TARGET_URL": "http://127.0.0.1:1", "DATABASE_URL": database})
	t.Cleanup(stop)
	const lines = `[{"sku": "a", "count": 1}, {"sku": "b", "count": 0}, {"sku": "c", "count": 2}]`
	for _, step := range []struct{ body, want, sold string }{
		{`{"lines": ` + lines + `, "strict": true}`, `{"booked":null,"why":"again"}`, `{"left":[],"sold":[]}`},
		{
			`{"lines": ` + lines + `, "strict": false}`, `{"booked":[true,false,true],"why":""}`,
			`{"left":[{"sku":"a","remaining":0},{"sku":"c","remaining":0}],"sold":[{"sku":"a","sold":1},{"sku":"c","sold":2}]}`,
		},
		{`{"lines": [], "strict": true}`, `{"booked":[],"why":""}`, `{"left":[{"sku":"a","remaining":0},{"sku":"c","remaining":0}],"sold":[{"sku":"a","sold":1},{"sku":"c","sold":2}]}`},
	} {
		if status, text := post(t, url+"/batch", step.body); status != http.StatusOK || text != step.want {
			t.Errorf("%s is answered %d %s, want %s", step.body, status, text, step.want)
		}
		if _, text := send(t.Context(), t, "GET", url+"/sold"); strings.TrimSpace(text) != step.sold {
			t.Errorf("after %s there are %s, want %s", step.body, text, step.sold)
		}
	}
}

// TestEachAfterAnswer books all lines of an order that is answered first, in nested regions and in a workflow that is called.
func TestEachAfterAnswer(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { bookLater(t, "sqlite:flows.db") })
	t.Run("postgres", func(t *testing.T) { bookLater(t, dbtest.PostgresWith(t, "flows")) })
}

func bookLater(t *testing.T, database string) {
	url, stop := served(t, t.Output(), map[string]string{"TARGET_URL": "http://127.0.0.1:1", "DATABASE_URL": database})
	t.Cleanup(stop)
	const lines = `{"lines": [{"sku": "a", "counts": [1, 2, 3]}, {"sku": "b", "counts": [4, 5]}]}`
	if status, text := post(t, url+"/later", lines); status != http.StatusAccepted {
		t.Fatalf("answered %d %s", status, text)
	}
	eventually(t, url+"/sold", `{"left":[],"sold":[{"sku":"a","sold":12},{"sku":"b","sold":18}]}`)
}

// TestEachAndRetry fails the first call for each item: a Retry around the For each does all of it again, one inside the item alone.
func TestEachAndRetry(t *testing.T) {
	var mu sync.Mutex
	calls := map[string]int{}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if calls[r.URL.Path]++; calls[r.URL.Path] == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(service.Close)
	url, stop := served(t, t.Output(), map[string]string{"TARGET_URL": service.URL, "DATABASE_URL": "sqlite:flows.db"})
	t.Cleanup(stop)
	body := `{"around": ["a0", "a1", "a2"], "inside": ["i0", "i1", "i2", "i3", "i4"]}`
	if status, text := post(t, url+"/insist", body); status != http.StatusOK || text != `["i0","i1","i2","i3","i4"]` {
		t.Errorf("answered %d %s", status, text)
	}
	for path, n := range calls {
		if inside := strings.HasPrefix(path, "/i"); inside && n != 2 || !inside && n < 2 {
			t.Errorf("%s was called %d times", path, n)
		}
	}
	if len(calls) != 8 {
		t.Errorf("%d items were told of, want 8", len(calls))
	}
}
