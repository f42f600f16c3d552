package database_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestHungUp holds a caller who hangs up to cost no connection: the session that served it serves the next one.
func TestHungUp(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t)+"&pool_max_conns=1", "")
	session := func() int64 { return scalar[int64](t, s, "SELECT pg_backend_pid() AS n") }
	first := session()
	for _, seconds := range []string{"0.01", "30"} { // one that ends by itself, and one that the server is asked to end
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			sleep := database.NewStatement(s.setup, "DATABASE_URL", "SELECT pg_sleep("+seconds+"), $1::text")
			s.execute(ctx, func(x *rt.Exec) {
				if _, err := sleep.Exec(x, "x"); err == nil && seconds == "30" {
					t.Error("a statement without a caller ended well")
				}
			})
			cancel()
		}
		if now := session(); now != first {
			t.Errorf("%s s: session %d became %d", seconds, first, now)
		}
	}
}

// TestHungUpInTransaction is TestHungUp for a statement of a transaction, which is rolled back: that of another one
// waits for no lock of it.
func TestHungUpInTransaction(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t)+"&pool_max_conns=1", "")
	s.exec(t, "CREATE TABLE counters (n BIGINT)")
	s.exec(t, "INSERT INTO counters VALUES (0)")
	session := func() int64 { return scalar[int64](t, s, "SELECT pg_backend_pid() AS n") }
	add := database.NewStatement(s.setup, "DATABASE_URL", "UPDATE counters SET n = n + 1")
	tx := database.NewTransaction(s.setup, "DATABASE_URL")
	first := session()
	for _, seconds := range []string{"0.01", "30"} {
		sleep := database.NewStatement(s.setup, "DATABASE_URL", "SELECT pg_sleep("+seconds+"), $1::text")
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			s.execute(ctx, func(x *rt.Exec) {
				x.Enter("add")
				err := database.Transact(x, tx, func() error {
					if _, err := add.Exec(x); err != nil {
						return err
					}
					_, err := sleep.Exec(x, "x")
					return err
				})
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s s: %v", seconds, err)
				}
			})
			cancel()
		}
		if now := session(); now != first {
			t.Errorf("%s s: session %d became %d", seconds, first, now)
		}
	}
	s.exec(t, "UPDATE counters SET n = n + 10")
	if n := scalar[int64](t, s, "SELECT n FROM counters"); n != 10 {
		t.Errorf("the counter is %d, want 10", n)
	}
}

// TestCloseWithStatement closes a pool while a statement runs: the program waits no longer for it than it has for requests.
func TestCloseWithStatement(t *testing.T) {
	url := dbtest.Postgres(t)
	s, past := openStore(t, url, ""), openStore(t, url, "")
	sleep := database.NewStatement(s.setup, "DATABASE_URL", "SELECT pg_sleep(60), $1::text")
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		s.execute(ctx, func(x *rt.Exec) { _, _ = sleep.Exec(x, "stuck") })
	})
	defer running.Wait()
	defer cancel()
	const runs = "SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
	for asked := 0; scalar[int64](t, past, runs) == 0; asked++ {
		if asked == 10_000 {
			t.Fatal("the statement does not run")
		}
	}
	began := time.Now()
	if err := s.app.Close(); err != nil || time.Since(began) > 10*time.Second {
		t.Errorf("closed after %s: %v", time.Since(began), err)
	}
}

// TestTransactionContextEnds rolls a transaction back when its context ends, though what runs in it goes on.
func TestTransactionContextEnds(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	s.exec(t, "CREATE TABLE counters (n BIGINT)")
	s.exec(t, "INSERT INTO counters VALUES (0)")
	add := database.NewStatement(s.setup, "DATABASE_URL", "UPDATE counters SET n = n + 1")
	tx := database.NewTransaction(s.setup, "DATABASE_URL")
	ctx, cancel := context.WithCancel(t.Context())
	s.execute(ctx, func(x *rt.Exec) {
		x.Enter("add")
		err := database.Transact(x, tx, func() error {
			if _, err := add.Exec(x); err != nil {
				return err
			}
			cancel()
			s.exec(t, "UPDATE counters SET n = n + 10") // it waits for the row
			return nil
		})
		if err == nil {
			t.Error("it has committed")
		}
	})
	if n := scalar[int64](t, s, "SELECT n FROM counters"); n != 10 {
		t.Errorf("the counter is %d, want 10", n)
	}
}
