package database_test

import (
	"errors"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestPostgresValuesThatDoNotFit sends what callers may send and SQLite would take: it is no fault of the service.
func TestPostgresValuesThatDoNotFit(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	s.exec(t, "CREATE TABLE things (id INTEGER, name TEXT, key UUID, doc JSONB)")
	for name, tt := range map[string]struct {
		text   string
		arg    any
		status int
	}{
		"2^31 for an INTEGER":      {"SELECT id FROM things WHERE id = $1", int64(1) << 31, 400},
		"a text for a UUID":        {"SELECT id FROM things WHERE key = $1", "7", 400},
		"NUL":                      {"SELECT id FROM things WHERE name = $1", "a\x00b", 400},
		"NUL in JSON":              {"INSERT INTO things (doc) VALUES ($1) RETURNING id", rt.ValueOf(map[string]any{"a": "\x00"}), 400},
		"no JSON":                  {"INSERT INTO things (doc) VALUES ($1) RETURNING id", "{", 400},
		"an OFFSET below zero":     {"SELECT id FROM things OFFSET $1", int64(-1), 400},
		"a bool, which no text is": {"SELECT $1", true, 500},
	} {
		_, _, err := one[numbered](t, s, tt.text, tt.arg)
		var known *rt.Error
		if got := errors.As(err, &known); err == nil || got != (tt.status == 400) || got && known.Status != 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPostgresStandby writes to a server that only reads, as one does that was the first before a failover: it may pass.
func TestPostgresStandby(t *testing.T) {
	url := dbtest.Postgres(t)
	openStore(t, url, "").exec(t, "CREATE TABLE things (id INTEGER)")
	openStore(t, url, "").exec(t, alterDatabase("default_transaction_read_only TO on"))
	if _, err := openStore(t, url, "").try(t, "INSERT INTO things VALUES (1)"); !isUnavailable(err) {
		t.Errorf("got %v", err)
	}
}
