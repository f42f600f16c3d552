package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// openFile opens the file of a store beside it, as another process would.
func openFile(t *testing.T, dir string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "storage.db")+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// TestSQLiteSweeps wants the file to hold no more than what lives, and a few rows that do not any more.
func TestSQLiteSweeps(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:storage.db")
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
	file := openFile(t, dir)
	s.execute(t.Context(), func(x *rt.Exec) {
		for minute := range 5 {
			for i := range 200 {
				if _, err := visits.Increment(x, storage.Key("visits", fmt.Sprint(minute, ".", i))); err != nil {
					t.Fatal(err)
				}
			}
			var rows int
			if err := file.QueryRow("SELECT count(*) FROM flowc_storage").Scan(&rows); err != nil {
				t.Fatal(err)
			}
			if rows < 200 || rows > 400 {
				t.Errorf("%d rows in minute %d", rows, minute)
			}
			s.advance(time.Minute)
		}
	})
}

// TestSQLiteCommits wants other processes to see what a caller has been told is stored.
func TestSQLiteCommits(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:storage.db")
	texts := values[string](t, s, time.Hour)
	file := openFile(t, dir)
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "k", "v"); err != nil {
			t.Error(err)
		}
		var stored, mode string
		if err := file.QueryRow("SELECT value FROM flowc_storage WHERE key = 'k'").Scan(&stored); err != nil || stored != `"v"` {
			t.Errorf("%s, %v", stored, err)
		}
		if err := file.QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
			t.Errorf("%s, %v", mode, err)
		}
	})
}

// TestLockedFile has writers wait for a deadline, and readers not wait at all, while another process writes.
func TestLockedFile(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:storage.db")
	texts := values[string](t, s, time.Hour)
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "k", "v"); err != nil {
			t.Error(err)
		}
	})
	lock, err := openFile(t, dir).Begin()
	if err != nil {
		t.Fatal(err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		if item, err := texts.Get(x, "k"); err != nil || item.Value != "v" {
			t.Errorf("%+v, %v", item, err)
		}
	})

	patient := make(chan error)
	go s.execute(t.Context(), func(x *rt.Exec) { patient <- texts.Set(x, "patient", "v") })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	s.execute(ctx, func(x *rt.Exec) {
		if err := texts.Set(x, "k", "hasty"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("past the deadline: %v", err)
		}
	})
	if waited := time.Since(began); waited > 2*time.Second {
		t.Errorf("waits for %s", waited)
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-patient; err != nil {
		t.Errorf("once the file is free: %v", err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		if item, err := texts.Get(x, "k"); err != nil || item.Value != "v" {
			t.Errorf("what was given up is stored: %+v, %v", item, err)
		}
	})
}

// TestOneFailsAlone wants a write that can't be done to leave the others of its transaction alone.
func TestOneFailsAlone(t *testing.T) {
	s := openStore(t, "sqlite:storage.db")
	texts := values[string](t, s, time.Hour)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "value", "v"); err != nil {
			t.Error(err)
		}
	})
	s.concurrently(t, 32, func(x *rt.Exec) {
		for range 20 {
			if _, err := visits.Increment(x, "count"); err != nil {
				t.Error(err)
			}
			if _, err := visits.Increment(x, "value"); err == nil {
				t.Error("a value is incremented")
			}
		}
	})
	s.execute(t.Context(), func(x *rt.Exec) {
		if count, err := visits.Increment(x, "count"); err != nil || count.Value != 32*20+1 {
			t.Errorf("%+v, %v", count, err)
		}
	})
}
