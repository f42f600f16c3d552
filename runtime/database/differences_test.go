package database_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestDifferences holds what the README says of how the engines differ, and that what it has one write does not.
func TestDifferences(t *testing.T) {
	sqlite, postgres := openStore(t, "sqlite:test.db", ""), openStore(t, dbtest.Postgres(t), "")
	for _, s := range []*store{sqlite, postgres} {
		s.exec(t, "CREATE TABLE odd (name TEXT NOT NULL, code VARCHAR(5), balance BIGINT NOT NULL, few BIGINT CHECK (few <= 10), short VARCHAR(5) CHECK (length(short) <= 5), key UUID)")
		s.exec(t, "INSERT INTO odd (name, balance, few) VALUES ('Ada', 9223372036854775807, 1)")
	}
	for _, c := range []struct{ text, sqlite, postgres string }{ // of what comes, as a text; "refused"
		{"SELECT CAST(count(*) AS TEXT) AS value FROM odd WHERE name LIKE 'ADA'", "1", "0"},
		{"SELECT CAST(count(*) AS TEXT) AS value FROM odd WHERE lower(name) LIKE lower('ADA')", "1", "1"},
		{"SELECT coalesce(CAST(7 / (balance - balance) AS TEXT), 'null') AS value FROM odd", "null", "refused"},
		{"SELECT coalesce(CAST(7 % (balance - balance) AS TEXT), 'null') AS value FROM odd", "null", "refused"},
		{"SELECT coalesce(CAST(7 / NULLIF(balance - balance, 0) AS TEXT), 'null') AS value FROM odd", "null", "null"},
		{`SELECT CAST(count(*) AS TEXT) AS value FROM odd WHERE name LIKE '\'`, "0", "refused"},
		{"SELECT substr(name, 3, -2) AS value FROM odd", "Ad", "refused"},
		{"UPDATE odd SET code = 'too long' RETURNING code AS value", "too long", "refused"},
		{"UPDATE odd SET short = 'too long' RETURNING short AS value", "refused", "refused"},
		{"UPDATE odd SET key = '1e3' RETURNING CAST(key AS TEXT) AS value", "1000", "refused"},
		{"UPDATE odd SET few = few + 9223372036854775807 RETURNING CAST(few AS TEXT) AS value", "refused", "refused"},
		{"UPDATE odd SET balance = balance + 1 RETURNING substr(CAST(balance AS TEXT), 1, 4) AS value", "9.22", "refused"},
	} {
		for _, on := range []struct {
			engine string
			*store
			want string
		}{{"SQLite", sqlite, c.sqlite}, {"PostgreSQL", postgres, c.postgres}} {
			got := "refused"
			if row, found, err := one[struct{ Value string }](t, on.store, c.text); err == nil && found {
				got = row.Value
			}
			if got != on.want {
				t.Errorf("%s\n%s gives %s, want %s", c.text, on.engine, got, on.want)
			}
		}
	}
	if got := scalar[string](t, sqlite, "SELECT lower('ÄB') AS value"); got != "Äb" {
		t.Errorf("lower of SQLite gives %s", got)
	}
	if _, _, err := one[struct{ Value int64 }](t, sqlite, "SELECT balance AS value FROM odd"); err == nil {
		t.Error("a float is read as an int")
	}
}
