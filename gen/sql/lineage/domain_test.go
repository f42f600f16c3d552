package lineage_test

import (
	"fmt"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/lineage"
)

// TestDomains wants each parameter that a domain with a CHECK may refuse, whether it is cast to it or put into a column of it.
func TestDomains(t *testing.T) {
	schema := lineage.ReadPostgres(`CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%'); CREATE DOMAIN plain AS text; CREATE DOMAIN given AS text;
		ALTER DOMAIN given SET NOT NULL; CREATE TABLE people (id bigint, mail Email, note plain);`)
	for text, want := range map[string]string{
		"SELECT CAST($1 AS email) AS a":                            "[{email [1] 1}] []",
		"SELECT lower($1)::email AS a":                             "[{email [1] 0}] []",
		"SELECT id FROM people WHERE mail = $1::public.email":      "[{email [1] 1}] []",
		"SELECT $1::given AS a, $2::plain AS b, $3::text AS c":     "[{given [1] 1}] []",
		"SELECT mail::email AS a FROM people WHERE id = $1":        "[{email [] 0}] []",
		"INSERT INTO people (id, mail, note) VALUES ($1, $2, $3)":  "[] [mail]",
		"UPDATE people SET mail = lower($1), note = $2 WHERE id=1": "[] [mail]",
	} {
		s := lineage.Resolve(text, schema)
		var columns []string
		for _, c := range s.Changes {
			for _, a := range c.Assigned {
				if a.Domain {
					columns = append(columns, a.Column)
				}
			}
		}
		if got := fmt.Sprint(s.Casts, columns); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
