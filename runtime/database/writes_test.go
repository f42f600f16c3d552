package database_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

const (
	allWell     = `{"status":"ok"}`
	writesFail  = `{"status":"ok","writes":"failing"}`
	writesNotes = "INSERT INTO notes (body) VALUES ($1)"
)

// TestWritesToAFullDisk fills a file: /readyz says that writes fail until one does not.
func TestWritesToAFullDisk(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", "CREATE TABLE notes (body TEXT)")
	s.exec(t, writesNotes, "a")
	pages := scalar[int64](t, s, "SELECT page_count AS value FROM pragma_page_count")
	s.exec(t, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	if got := s.readyz(t); got != allWell {
		t.Errorf("/readyz says %s", got)
	}
	if _, err := s.try(t, writesNotes, strings.Repeat("x", 100_000)); !isUnavailable(err) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if got := s.readyz(t); got != writesFail {
		t.Errorf("of a full disk /readyz says %s", got)
	}
	s.exec(t, fmt.Sprintf("PRAGMA max_page_count = %d", pages+1000))
	s.exec(t, writesNotes, strings.Repeat("x", 100_000))
	if got := s.readyz(t); got != allWell {
		t.Errorf("/readyz says %s", got)
	}
}

// TestWritesToAStandby is ready on a server that only reads, which nothing has written to.
func TestWritesToAStandby(t *testing.T) {
	server := dbtest.NewServer(t)
	server.Stop(t)
	server.Standby(t)
	server.Start(t)
	s := openStore(t, server.URL, "")
	if n := scalar[int64](t, s, "SELECT 1 AS value"); n != 1 {
		t.Error(n)
	}
	if got := s.readyz(t); got != writesFail {
		t.Errorf("of a standby /readyz says %s", got)
	}
	server.Promote(t)
	if got := s.readyz(t); got != allWell {
		t.Errorf("once it is promoted, /readyz says %s", got)
	}
}
