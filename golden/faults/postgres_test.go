package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("it does not come to be that %s", what)
		case <-tick.C:
		}
	}
}

// count asks a database for one number, past the service.
func count(t *testing.T, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// transfer moves something from b to a.
func transfer(n int) string {
	return fmt.Sprintf(`{"n": %d, "from": "b", "to": "a", "amount": %d}`, n, 1+n%3)
}

// moved is what the transfers that are done have moved.
const moved = "SELECT CAST(COALESCE(sum(1 + n % 3), 0) AS BIGINT) FROM transfers"

// TestServerKilled kills the server under callers, as kill -9 does: a process that serves one of them, and the server itself. Each is
// answered 200 and done once, 503 and not done, or 504.
func TestServerKilled(t *testing.T) {
	server := dbtest.NewServer(t)
	server.Fill(t, "flows")
	db := dbtest.Open(t, server.URL, "")
	if _, err := db.ExecContext(t.Context(), "UPDATE accounts SET amount = 1000000"); err != nil {
		t.Fatal(err)
	}
	s := start(t, server.URL, "memory:")
	var last atomic.Int64
	answers := sync.Map{} // number of the transfer → status
	ctx, stop := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for ctx.Err() == nil {
				n := int(last.Add(1))
				answers.Store(n, s.send(t, "POST", "/transfers", transfer(n)).status)
			}
		})
	}
	more := func() {
		before := last.Load()
		eventually(t, "transfers go on", func() bool { return last.Load() > before+50 })
	}
	for range 2 {
		more()
		killOne(t, db)
		more()
	}
	server.Kill(t)
	server.Start(t)
	more()
	stop()
	callers.Wait()

	statuses := map[int]int{}
	done := numbers(t, db)
	answers.Range(func(key, value any) bool {
		n, status := key.(int), value.(int)
		statuses[status]++
		_, kept := slices.BinarySearch(done, n)
		if kept && status == 503 || !kept && status == 200 {
			t.Errorf("transfer %d is answered %d; is it done: %t", n, status, kept)
		}
		return true
	})
	t.Log(statuses)
	for status := range statuses {
		if status != 200 && status != 503 && status != 504 {
			t.Errorf("some are answered %d: %s", status, s.log)
		}
	}
	if a := count(t, db, "SELECT amount FROM accounts WHERE name = 'a'"); a != 1000000+count(t, db, moved) {
		t.Errorf("a has %d", a)
	}
}

// killOne kills a process of the server that serves a caller.
func killOne(t *testing.T, db *sql.DB) {
	t.Helper()
	var pid int
	eventually(t, "a caller is served", func() bool {
		const query = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'UPDATE accounts%' LIMIT 1"
		return db.QueryRowContext(t.Context(), query).Scan(&pid) == nil
	})
	dbtest.KillProcess(t, pid)
}

// numbers are those of the transfers that are done, sorted.
func numbers(t *testing.T, db *sql.DB) (all []int) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT n FROM transfers ORDER BY n")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCutInStatement cuts the connection when a statement is sent, before the server has it, and when that has answered.
func TestCutInStatement(t *testing.T) {
	for answered, kept := range map[bool]int{false: 0, true: 1} {
		address := dbtest.PostgresWith(t, "flows")
		line, db := dbtest.NewLine(t, address), dbtest.Open(t, address, "")
		s := start(t, line.URL, "memory:")
		line.CutAt("FROM numbers", answered)
		if a := s.send(t, "GET", "/numbers", ""); a.status != http.StatusOK {
			t.Errorf("what reads is answered %d: it is sent once more", a.status)
		}
		line.CutAt("the text", answered)
		s.send(t, "POST", "/numbers", `{"n": 1, "text": "the text"}`).refused(t, "a change", "postgres", http.StatusServiceUnavailable)
		if n := count(t, db, "SELECT count(*) FROM numbers"); n != kept {
			t.Errorf("there are %d numbers, want %d", n, kept)
		}
		s.recovers(t, "a change", http.StatusCreated, func() answer { return s.send(t, "POST", "/numbers", `{"n": 2, "text": "two"}`) })
	}
}

// TestCutInCommit cuts the connection when a COMMIT is sent: nobody knows whether it is done, and it is not tried again.
func TestCutInCommit(t *testing.T) {
	for answered, kept := range map[bool]int{false: 0, true: 1} {
		address := dbtest.PostgresWith(t, "flows")
		line, db := dbtest.NewLine(t, address), dbtest.Open(t, address, "")
		s := start(t, line.URL, "memory:")
		line.CutAt("commit\x00", answered)
		s.send(t, "POST", "/transfers", transfer(1)).refused(t, "a COMMIT", "postgres", http.StatusGatewayTimeout)
		if n := count(t, db, "SELECT count(*) FROM transfers"); n != kept {
			t.Errorf("there are %d transfers, want %d", n, kept)
		}
		s.recovers(t, "the next one", http.StatusOK, func() answer { return s.send(t, "POST", "/transfers", transfer(2)) })
		if a := count(t, db, "SELECT amount FROM accounts WHERE name = 'a'"); a != 1000+count(t, db, moved) {
			t.Errorf("a has %d", a)
		}
	}
}

// TestServerLate has a server answer later than the deadline: 504, and all is well once it answers in time.
func TestServerLate(t *testing.T) {
	address, err := url.Parse(dbtest.PostgresWith(t, "flows"))
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, address.Host)
	address.Host = p.address
	s := start(t, address.String(), "memory:")
	if a := s.send(t, "GET", "/numbers", ""); a.status != http.StatusOK {
		t.Fatalf("at first it is answered %d", a.status)
	}
	p.set(t, late)
	for range 3 {
		s.send(t, "GET", "/numbers", "").refused(t, "late", p.address, http.StatusGatewayTimeout)
	}
	p.set(t, none)
	s.recovers(t, "in time", http.StatusOK, func() answer { return s.send(t, "GET", "/numbers", "") })
}

// TestPoolExhausted has callers wait for a lock with all connections of the pool: one more is refused in time, and loses nobody's place.
func TestPoolExhausted(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	db := dbtest.Open(t, address, "")
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(t.Context(), "LOCK TABLE transfers"); err != nil {
		t.Fatal(err)
	}
	s := start(t, address, "memory:")
	size := max(10, 4*runtime.GOMAXPROCS(0))
	statuses := make([]int, size)
	var callers sync.WaitGroup
	for i := range statuses {
		callers.Go(func() { statuses[i] = s.send(t, "GET", "/accounts", "").status })
	}
	eventually(t, "all connections wait", func() bool {
		return count(t, db, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == size
	})
	s.send(t, "GET", "/numbers", "").refused(t, "one more", "postgres", http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	callers.Wait()
	for i, status := range statuses {
		if status != http.StatusOK {
			t.Errorf("caller %d is answered %d", i, status)
		}
	}
	if a := s.send(t, "GET", "/numbers", ""); a.status != http.StatusOK {
		t.Errorf("at last it is answered %d", a.status)
	}
}
