package database_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// The writes of these tests, in all 120 MB, and the most that the write-ahead log may hold of them.
const (
	loggedWrites = 3000
	loggedText   = 40 << 10
	loggedLimit  = 64 << 20
)

// TestLogOfReturning writes by INSERT … RETURNING alone, by itself and while readers overlap.
func TestLogOfReturning(t *testing.T) {
	t.Run("by itself", func(t *testing.T) { testLog(t, func(string) {}) })
	t.Run("beside readers", func(t *testing.T) { testLog(t, func(dir string) { overlap(t, dir) }) })
}

func testLog(t *testing.T, read func(dir string)) {
	dir := t.TempDir()
	s := openStoreAt(t, "error", dir, "sqlite:flows.db", "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
	insert := database.NewQuery[numbered](s.setup, "DATABASE_URL", "INSERT INTO notes (body) VALUES ($1) RETURNING id")
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	read(dir)
	body, largest := strings.Repeat("x", loggedText), int64(0)
	for range loggedWrites {
		s.execute(t.Context(), func(x *rt.Exec) {
			if _, found, err := insert.One(x, body); err != nil || !found {
				t.Fatal(found, err)
			}
		})
		largest = max(largest, logSize(t, dir))
	}
	if largest > loggedLimit {
		t.Errorf("the log grew to %d MB", largest>>20)
	}
}

// overlap reads until the test ends, and begins to before it has ended the time before.
func overlap(t *testing.T, dir string) {
	db := dbtest.Open(t, "sqlite:flows.db", dir)
	ctx, cancel := context.WithCancel(t.Context())
	begin := func() *sql.Tx {
		tx, err := db.BeginTx(ctx, nil)
		if err == nil {
			err = tx.QueryRowContext(ctx, "SELECT count(*) FROM notes WHERE id < 10").Scan(new(int))
		}
		if err != nil && ctx.Err() == nil {
			t.Error(err)
			return nil
		}
		return tx
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for reading := begin(); reading != nil && ctx.Err() == nil; {
			next := begin()
			_ = reading.Rollback()
			reading = next
		}
	}()
	t.Cleanup(func() { cancel(); <-ended })
}

// TestLogOfAnIdleService waits for the log to be written into the file.
func TestLogOfAnIdleService(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:flows.db", schema)
	s.exec(t, "UPDATE users SET visits = 1")
	if logSize(t, dir) == 0 {
		t.Fatal("there is no log to begin with")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for logSize(t, dir) > 0 {
		select {
		case <-ctx.Done():
			t.Fatalf("the log has %d bytes", logSize(t, dir))
		case <-tick.C:
		}
	}
}

func logSize(t *testing.T, dir string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, "flows.db-wal"))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
