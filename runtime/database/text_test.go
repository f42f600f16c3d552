package database

import "testing"

// TestWrites is about speed, which the public surface does not show: what reads must not wait in line with what writes.
func TestWrites(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT 1":      false,
		"\n\t select 1": false,
		"(SELECT 1)":    false,
		"VALUES (1)":    false,
		"-- INSERT\n/* UPDATE */ SELECT 'DELETE'":                                         false,
		"WITH a AS (SELECT 1) SELECT * FROM a":                                            false,
		"WITH a AS (SELECT 'it''s insert') SELECT \"delete\", [update], `replace` FROM a": false,
		"WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a":                              true,
		"with recursive a as (select 1) delete from t":                                    true,
		"INSERT INTO t VALUES (1) RETURNING id":                                           true,
		"REPLACE INTO t VALUES (1)":                                                       true,
		"PRAGMA user_version = 1":                                                         true,
		"":                                                                                true,
	} {
		if got := writes(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
