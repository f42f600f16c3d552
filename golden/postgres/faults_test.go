package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// kept is a thing that can be kept, n of many.
func kept(n int) string {
	return fmt.Sprintf(`{"key": "00000000-0000-0000-0000-%012d", "feels": "calm", "tags": [], "price": "1"}`, n)
}

// direct opens a database past the service.
func direct(t *testing.T, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// eventually waits until a condition holds, 30 seconds at most.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("it does not come to be that %s", what)
		case <-tick.C:
		}
	}
}

// TestMisfits wants a 400 that names the field for what a caller sent and the database does not take, and a 500 for stored data.
func TestMisfits(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	s := serve(t, address)
	const key = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
	post := func(more string) string {
		return `{"key": "` + key + `", "feels": "sad", "tags": [], "price": "1"` + more + `}`
	}
	for _, c := range []struct{ method, path, body, want string }{
		{"POST", "/things", strings.Replace(post(""), key, "7", 1), `400 {"key":"is malformed"}`},
		{"POST", "/things", strings.Replace(post(""), "sad", "mad", 1), `400 {"feels":"is malformed"}`},
		{"POST", "/things", strings.Replace(post(""), `"1"`, `"1,5"`, 1), `400 {"price":"is malformed"}`},
		{"POST", "/things", strings.Replace(post(""), `"1"`, `"12345.6"`, 1), `400 `},
		{"POST", "/things", post(`, "small": 32768`), `400 {"small":"is out of range"}`},
		{"POST", "/things", post(`, "born": "31.1.2026"`), `400 {"born":"is out of range"}`},
		{"POST", "/things", post(`, "born": "gestern"`), `400 {"born":"is malformed"}`},
		{"POST", "/things", post(`, "took": "a while"`), `400 {"took":"is malformed"}`},
		{"POST", "/things", post(`, "moods": ["sad", "mad"]`), `400 {"moods":"is malformed"}`},
		{"POST", "/things", post(`, "days": ["2026-02-30"]`), `400 {"days":"is out of range"}`},
		{"GET", "/things?keys=" + key + "&keys=x&tags=a&not=1", "", `400 {"keys":"is malformed"}`},
		{"GET", "/casts?key=x", "", "200"},
		{"POST", "/things", post(""), "201"},
	} {
		status, body := s.send(t, c.method, c.path, c.body)
		_, fields, _ := strings.Cut(body, `"errors":`)
		fields, _, _ = strings.Cut(fields, "}")
		if got := fmt.Sprintf("%d %s}", status, fields); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s %s: answered %d %s, want %s", c.method, c.path, c.body, status, body, c.want)
		}
	}
	if _, err := direct(t, address).ExecContext(t.Context(), "UPDATE things SET note = 'x'"); err != nil {
		t.Fatal(err)
	}
	if status, body := s.send(t, "GET", "/casts?key=x", ""); status != http.StatusInternalServerError {
		t.Errorf("a cast of stored data is answered %d %s, want 500", status, body)
	}
	testFaults(t, s)
	if _, err := direct(t, address).ExecContext(t.Context(), "UPDATE things SET note = '3'"); err != nil {
		t.Fatal(err)
	}
	if status, body := s.send(t, "GET", "/casts?key=3", ""); status != http.StatusInternalServerError {
		t.Errorf("a parameter made of stored data is answered %d %s, want 500", status, body)
	}
}

// testFaults computes with what callers send, and with a price of 1 that is stored.
func testFaults(t *testing.T, s *service) {
	ask := func(name, value string) string {
		query := url.Values{
			"like": {"y"}, "regex": {"y"}, "words": {"y"}, "length": {"1"}, "by": {"2"}, "times": {"1"},
		}
		query.Set(name, value)
		status, body := s.send(t, "GET", "/computed?"+query.Encode(), "")
		_, fields, _ := strings.Cut(body, `"errors":`)
		fields, _, _ = strings.Cut(fields, "}")
		return fmt.Sprint(status, " ", fields)
	}
	for _, c := range []struct{ name, value, want string }{
		{"like", "y", "200 "},
		{"like", `\\`, `200 `}, {"like", `\`, `400 {"like":"is malformed"`},
		{"regex", "(", `400 {"regex":"is malformed"`},
		{"words", "a b", `400 {"words":"is malformed"`},
		{"length", "-1", `400 {"length":"is out of range"`},
		{"by", "0", `400 {"by":"must not be 0"`},
		{"by", "1", "500 "}, // the price that is stored, by which the other statement divides
		{"times", "9000000000000000000", `400 {"times":"is out of range"`},
	} {
		if got := ask(c.name, c.value); got != c.want {
			t.Errorf("%s=%s: answered %s, want %s", c.name, c.value, got, c.want)
		}
	}
}

// TestDomains wants a 400 for what a caller sent and the CHECK of a domain refuses, which names the field where that is it as it is, and
// a 500 for stored data.
func TestDomains(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	s := serve(t, address)
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "/contacts", `{"mail": "Ann@example.com", "level": 3}`, 201, ""},
		{"POST", "/contacts", `{"mail": "nobody", "level": 3}`, 400, "does not fit"},
		{"POST", "/contacts", `{"mail": "a@b", "level": 0}`, 400, `{"level":"is not allowed"}`},
		{"PUT", "/contacts", `{"mail": "nobody", "by": 1}`, 400, `{"mail":"is not allowed"}`},
		{"PUT", "/contacts", `{"mail": "a@b", "by": 9}`, 400, "does not fit"},
		{"PUT", "/contacts", `{"mail": "a@b", "by": 1}`, 204, ""},
		{"GET", "/contacts?mail=nobody", "", 400, `{"mail":"is not allowed"}`},
		{"GET", "/contacts?mail=a@b", "", 200, `{"kept":1,"notes":0}`},
	} {
		if status, body := s.send(t, c.method, c.path, c.body); status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s %s %s: answered %d %s, want %d with %s", c.method, c.path, c.body, status, body, c.status, c.says)
		}
	}
	s.send(t, "POST", "/things", kept(1))
	if _, err := direct(t, address).ExecContext(t.Context(), "UPDATE things SET note = 'x'"); err != nil {
		t.Fatal(err)
	}
	if status, body := s.send(t, "GET", "/contacts?mail=a@b", ""); status != http.StatusInternalServerError {
		t.Errorf("a cast of stored data is answered %d %s, want 500", status, body)
	}
}

// TestFailover takes the server away, gives it back as one that only reads, and has that take over.
func TestFailover(t *testing.T) {
	server := dbtest.NewServer(t)
	server.Fill(t, "flows")
	s := serve(t, server.URL)
	n := 0
	writes := func() int {
		n++
		status, _ := s.send(t, "POST", "/things", kept(n))
		return status
	}
	reads := func() int {
		status, _ := s.send(t, "GET", "/things?keys=00000000-0000-0000-0000-000000000001&tags=a&not=1", "")
		return status
	}
	if status := writes(); status != http.StatusCreated {
		t.Fatalf("at first a write is answered %d", status)
	}
	server.Stop(t)
	if w, r := writes(), reads(); w != http.StatusServiceUnavailable || r != http.StatusServiceUnavailable {
		t.Errorf("while it is down, a write is answered %d and a read %d, want 503", w, r)
	}
	server.Standby(t)
	server.Start(t)
	eventually(t, "a standby is read from", func() bool { return reads() == http.StatusOK })
	if status := writes(); status != http.StatusServiceUnavailable {
		t.Errorf("a write to a standby is answered %d, want 503", status)
	}
	server.Promote(t)
	eventually(t, "it is written to", func() bool { return writes() == http.StatusCreated })
}

// TestKilled kills the server again and again under callers: they are answered, or 503 or 504.
func TestKilled(t *testing.T) {
	server := dbtest.NewServer(t)
	server.Fill(t, "flows")
	s := serve(t, server.URL)
	answers := map[int]int{}
	var mu sync.Mutex
	note := func(status int) {
		mu.Lock()
		defer mu.Unlock()
		answers[status]++
	}
	ctx, cancel := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	for caller := range 8 {
		callers.Go(func() {
			for n := caller * 1_000_000; ctx.Err() == nil; n++ {
				status, _ := s.send(t, "POST", "/things", kept(n))
				note(status)
				status, _ = s.send(t, "POST", "/bump", "")
				note(status)
				path := fmt.Sprintf("/things?keys=00000000-0000-0000-0000-%012d&tags=a&not=1", n)
				status, _ = s.send(t, "GET", path, "")
				note(status)
			}
		})
	}
	up := func() bool {
		status, _ := s.send(t, "GET", "/things?keys=00000000-0000-0000-0000-000000000001&tags=a&not=1", "")
		return status == http.StatusOK
	}
	for range 3 {
		eventually(t, "it is up", up)
		server.Stop(t)
		server.Start(t)
	}
	eventually(t, "it is up", up)
	cancel()
	callers.Wait()
	for status, n := range answers {
		switch status {
		case 200, 201, 204, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		default:
			t.Errorf("%d requests are answered %d: %s", n, status, s.log)
		}
	}
	if answers[http.StatusServiceUnavailable] == 0 || answers[http.StatusCreated] == 0 {
		t.Errorf("answered %v", answers)
	}
}

// TestStatementTimeout wants a 504 where the server itself has had enough.
func TestStatementTimeout(t *testing.T) {
	s := serve(t, dbtest.PostgresWith(t, "flows")+"&statement_timeout=100")
	if status, body := s.send(t, "GET", "/slow", ""); status != http.StatusGatewayTimeout {
		t.Errorf("answered %d %s, want 504", status, body)
	}
	if status, body := s.send(t, "POST", "/things", kept(1)); status != http.StatusCreated {
		t.Errorf("the next one is answered %d %s", status, body)
	}
}

// TestTooManyConnections takes all connections that the server has.
func TestTooManyConnections(t *testing.T) {
	server := dbtest.NewServer(t, "max_connections=5", "superuser_reserved_connections=0", "max_wal_senders=0")
	server.Fill(t, "flows")
	db := direct(t, server.URL)
	db.SetMaxIdleConns(0)
	var taken []*sql.Conn
	eventually(t, "all connections are taken", func() bool {
		c, err := db.Conn(t.Context())
		if err == nil {
			taken = append(taken, c)
		}
		return err != nil && strings.Contains(err.Error(), "53300")
	})
	s := serve(t, server.URL)
	if status, body := s.send(t, "POST", "/things", kept(1)); status != http.StatusServiceUnavailable {
		t.Errorf("answered %d %s, want 503", status, body)
	}
	for _, c := range taken {
		c.Close()
	}
	eventually(t, "a connection is free", func() bool {
		status, _ := s.send(t, "POST", "/things", kept(1))
		return status == http.StatusCreated
	})
}

// TestSerializationFailure changes a row while the service is about to: what is tried again passes, and else the caller may.
func TestSerializationFailure(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	db := direct(t, address)
	s := serve(t, address+"&default_transaction_isolation=repeatable%20read")
	if status, body := s.send(t, "POST", "/things", kept(1)); status != http.StatusCreated {
		t.Fatal(status, body)
	}
	for path, want := range map[string]int{"/bump": http.StatusServiceUnavailable, "/bump-again": http.StatusNoContent} {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), "UPDATE things SET price = price + 1"); err != nil {
			t.Fatal(err)
		}
		answered := make(chan string)
		go func() {
			status, body := s.send(t, "POST", path, "")
			answered <- fmt.Sprint(status, " ", body)
		}()
		eventually(t, "the service waits for the row", func() bool {
			var waiting bool
			err := db.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE things SET small%')").Scan(&waiting)
			return err == nil && waiting
		})
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := <-answered; !strings.HasPrefix(got, fmt.Sprint(want)) {
			t.Errorf("%s: answered %s, want %d", path, got, want)
		}
	}
}

// TestPooler puts a pgbouncer in between, which gives each transaction another connection of its own.
func TestPooler(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	s := serve(t, dbtest.Pooled(t, address))
	const callers, each = 8, 10
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for i := range each {
				n := caller*each + i
				if status, body := s.send(t, "POST", "/things", kept(n)); status != http.StatusCreated {
					t.Errorf("keeping is answered %d %s", status, body)
				}
				if status, body := s.send(t, "POST", "/bump-again", ""); status != http.StatusNoContent {
					t.Errorf("counting is answered %d %s", status, body)
				}
				path := fmt.Sprintf("/things?keys=00000000-0000-0000-0000-%012d&tags=a&not=1", n)
				if status, body := s.send(t, "GET", path, ""); status != http.StatusOK {
					t.Errorf("reading is answered %d %s", status, body)
				}
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.Log(s.log.String())
	}
}
