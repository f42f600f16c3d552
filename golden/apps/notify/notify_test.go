package main

import (
	"database/sql"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/notify/flows"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// start starts the whole project on a socket, with a database of its own, and returns its address and that database.
// FLOWC_TEST_DATABASE_URL names a PostgreSQL server for it to be on.
func start(t *testing.T, warehouse string) (url string, db *sql.DB) {
	t.Helper()
	database := dbtest.Chosen(t, "sqlite:flows.db", "flows")
	served := flowtest.Start(t, flows.New, map[string]string{
		"WAREHOUSE_URL": warehouse, "WAREHOUSE_KEY": "a key of the tests", "DATABASE_URL": database, "LOG_FORMAT": "json",
	})
	return served.URL, dbtest.Open(t, database, served.Dir)
}

// order orders two lamps. The answer must be a 201 with the first id, whatever the warehouse does.
func order(t *testing.T, url string) {
	t.Helper()
	response, err := http.Post(url+"/orders", "application/json", strings.NewReader(`{"item": "lamp", "quantity": 2}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusCreated || string(text) != `{"id":1}` {
		t.Errorf("answered %d %s (%v), want 201", response.StatusCode, text, err)
	}
}

// stored reads what the order holds of the warehouse.
func stored(t *testing.T, db *sql.DB) (ticket sql.NullString, failure sql.NullInt64) {
	t.Helper()
	if err := db.QueryRow("SELECT ticket, failure FROM orders WHERE item = 'lamp' AND quantity = 2").Scan(&ticket, &failure); err != nil {
		t.Fatal(err)
	}
	return ticket, failure
}

func TestOrder(t *testing.T) {
	t.Parallel()
	warehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.URL.Path != "/v1/orders/1" || string(body) != `{"item":"lamp","quantity":2}` ||
			r.Header.Get("Authorization") != "Bearer a key of the tests" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("the warehouse was sent %s %s %v %s", r.Method, r.URL, r.Header, body)
		}
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, `{"ticket": "T-1", "more": true}`)
	}))
	defer warehouse.Close()
	url, db := start(t, warehouse.URL+"/v1")
	order(t, url)
	if ticket, failure := stored(t, db); ticket.String != "T-1" || failure.Valid {
		t.Errorf("stored ticket %v and failure %v", ticket, failure)
	}
}

// The first answer is lost, the second attempt is not.
func TestOrderSecondAttempt(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	warehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, `{"ticket": "T-2"}`)
	}))
	defer warehouse.Close()
	url, db := start(t, warehouse.URL)
	order(t, url)
	if ticket, failure := stored(t, db); ticket.String != "T-2" || failure.Valid || calls.Load() != 2 {
		t.Errorf("stored ticket %v and failure %v after %d calls", ticket, failure, calls.Load())
	}
}

func TestOrderWhateverTheWarehouseDoes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		calls   int64 // 2 where another attempt may help
		failure int64
	}{
		{"fails", status(http.StatusInternalServerError), 2, 500},
		{"refuses", status(http.StatusForbidden), 1, 403},
		{"redirects", redirect, 1, 301},
		{"hangs", hang, 2, http.StatusInternalServerError},
		{"resets the connection", reset, 2, http.StatusInternalServerError},
		{"sends a gigabyte", gigabyte, 1, 200},
		{"sends no JSON", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "thanks") }, 1, 200},
		{"sends other JSON", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"ticket": 7}`) }, 1, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int64
			warehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				test.handler(w, r)
			}))
			defer warehouse.Close()
			url, db := start(t, warehouse.URL)
			began := time.Now()
			order(t, url)
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("the caller had to wait %v", took)
			}
			if ticket, failure := stored(t, db); ticket.Valid || failure.Int64 != test.failure || calls.Load() != test.calls {
				t.Errorf("stored ticket %v and failure %v after %d calls, want failure %d after %d",
					ticket, failure, calls.Load(), test.failure, test.calls)
			}
		})
	}
}

func TestOrderWithoutWarehouse(t *testing.T) {
	t.Parallel()
	warehouse := httptest.NewServer(nil)
	warehouse.Close() // nobody listens at its address any more
	url, db := start(t, warehouse.URL)
	order(t, url)
	if ticket, failure := stored(t, db); ticket.Valid || failure.Int64 != http.StatusInternalServerError {
		t.Errorf("stored ticket %v and failure %v, want failure 500", ticket, failure)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// redirect leads to where a call must not go by itself.
func redirect(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Location", "http://169.254.169.254/latest/meta-data/")
	w.WriteHeader(http.StatusMovedPermanently)
}

// hang answers never; it ends when the caller gives up.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the caller is gone
	<-r.Context().Done()
}

// reset breaks the connection off, with a reset instead of an end.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// gigabyte sends a text that never gets to its end.
func gigabyte(w http.ResponseWriter, _ *http.Request) {
	_, _ = io.WriteString(w, `{"ticket": "`)
	part := []byte(strings.Repeat("x", 1<<20))
	for range 1 << 10 {
		if _, err := w.Write(part); err != nil {
			return
		}
	}
}

// A gigabyte must not become memory: what is read ends at apiMaxResponse.
func TestOrderKeepsMemory(t *testing.T) {
	warehouse := httptest.NewServer(http.HandlerFunc(gigabyte))
	defer warehouse.Close()
	url, _ := start(t, warehouse.URL)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	order(t, url)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 32<<20 {
		t.Errorf("%d MiB were allocated for one call", grown>>20)
	}
}
