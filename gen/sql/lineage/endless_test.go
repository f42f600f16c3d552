package lineage

import (
	"fmt"
	"testing"
)

// A NOT NULL column that gets infinity or NaN is named where that is written, and where it is read if it is the default.
func TestEndlessColumns(t *testing.T) {
	schema := ReadPostgres(`CREATE TABLE keys (
		id INTEGER PRIMARY KEY, until TIMESTAMPTZ NOT NULL DEFAULT 'infinity', since DATE NOT NULL DEFAULT DATE '-infinity',
		seen TIMESTAMP WITH TIME ZONE DEFAULT 'infinity', score DOUBLE PRECISION NOT NULL, price NUMERIC(10, 2) NOT NULL DEFAULT 0,
		name TEXT NOT NULL DEFAULT 'infinity', added TIMESTAMPTZ NOT NULL DEFAULT now());
		ALTER TABLE keys ALTER COLUMN price SET DEFAULT 'NaN'::numeric`)
	for text, want := range map[string]string{
		"SELECT until FROM keys":                                                       "[{keys until}]",
		"SELECT * FROM keys":                                                           "[{keys until} {keys since} {keys price}]",
		"SELECT max(until) AS u FROM keys GROUP BY id":                                 "[{keys until}]",
		"INSERT INTO keys (id) VALUES ($1) RETURNING since":                            "[{keys since}]",
		"UPDATE keys SET score = 'NaN' WHERE id = $1":                                  "[{keys score}]",
		"UPDATE keys SET until = coalesce($1, '-Infinity'::timestamptz) WHERE id = $2": "[{keys until}]",
		"INSERT INTO keys (id, added) VALUES ($1, TIMESTAMPTZ 'infinity')":             "[{keys added}]",
		"SELECT k.until FROM keys k JOIN (SELECT 1) x ON true":                         "[{keys until}]",

		"SELECT until > now() AS live FROM keys":                            "[]",
		"SELECT until::text AS u FROM keys":                                 "[]",
		"SELECT id, seen, name, added, score FROM keys":                     "[]",
		"SELECT k.until FROM keys o LEFT JOIN keys k ON k.id = o.id + 1":    "[]",
		"SELECT nullif(until, 'infinity') AS u FROM keys":                   "[]",
		"UPDATE keys SET seen = 'infinity', name = 'nan' WHERE id = $1":     "[]",
		"UPDATE keys SET until = now(), score = 1 WHERE until = 'infinity'": "[]",
		"INSERT INTO keys (id, until, score) VALUES ($1, $2, 1)":            "[]",
	} {
		if got := fmt.Sprint(Resolve(text, schema).Endless); got != want {
			t.Errorf("%s has %s, want %s", text, got, want)
		}
	}
}
