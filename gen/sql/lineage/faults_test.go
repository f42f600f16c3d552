package lineage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// TestFaults holds whose fault it is where PostgreSQL refuses a value that is computed with: that of parameters, or
// nobody's who is known where a stored value takes part.
func TestFaults(t *testing.T) {
	schema := ReadPostgres(`
CREATE TABLE items (id BIGINT PRIMARY KEY, name TEXT NOT NULL, price BIGINT NOT NULL, qty INTEGER NOT NULL, day DATE);
CREATE VIEW ratios AS SELECT name, price / qty AS ratio FROM items;
CREATE FUNCTION per(n BIGINT) RETURNS BIGINT LANGUAGE sql AS 'SELECT 10 / n';`)
	names := [statement.FaultKinds]string{"divisor", "pattern", "regexp", "length", "syntax", "operand"}
	for text, want := range map[string]string{
		"SELECT 10 / $1 AS n":                                                                        "divisor 1",
		"SELECT price / $1 AS n FROM items":                                                          "divisor 1",
		"SELECT price % CAST($1 AS BIGINT) AS n FROM items":                                          "divisor 1",
		"SELECT mod(price, $1) AS n FROM items":                                                      "divisor 1",
		"SELECT id FROM items ORDER BY price / $1":                                                   "divisor 1",
		"SELECT id FROM items GROUP BY id, price / $1":                                               "divisor 1",
		"SELECT 10 / ($1 - $2) AS n":                                                                 "divisor 1 2, operand 1 2",
		"SELECT price / ($1 - qty) AS n FROM items":                                                  "",
		"SELECT price / qty AS n FROM items WHERE price / $1 > 2":                                    "",
		"SELECT 10 / (count(*) - $1) AS n FROM items":                                                "",
		"SELECT 10 / (SELECT qty FROM items WHERE id = $1) AS n":                                     "",
		"SELECT id FROM items WHERE id = $1 ORDER BY price / qty":                                    "",
		"WITH p AS (SELECT CAST($1 AS BIGINT) AS n) SELECT 10 / n AS n FROM p":                       "divisor 1",
		"SELECT price / 2 AS n FROM items WHERE id = $1":                                             "",
		"SELECT id FROM items WHERE name LIKE $1":                                                    "pattern 1",
		"SELECT id FROM items WHERE name NOT ILIKE '%' || lower($1)":                                 "pattern 1",
		"SELECT id FROM items WHERE name LIKE $1 || name":                                            "",
		"SELECT id FROM items WHERE $1 LIKE name":                                                    "",
		"SELECT id FROM items WHERE name ~ $1 OR name !~* $2":                                        "regexp 1 2",
		"SELECT id FROM items WHERE name SIMILAR TO $1 OR name ~~ $2":                                "pattern 1 2, regexp 1",
		"SELECT id FROM items WHERE name LIKE ANY ($1)":                                              "pattern 1",
		"SELECT id FROM items WHERE name ~ ANY ($1)":                                                 "regexp 1",
		"SELECT regexp_replace(name, $1, '') AS n FROM items":                                        "regexp 1",
		"SELECT substr(name, 1, $1) AS n FROM items":                                                 "length 1",
		"SELECT substring(name FROM 1 FOR $1) AS n FROM items":                                       "length 1",
		"SELECT substr(name, 1, qty) AS n FROM items WHERE id = $1":                                  "",
		"SELECT repeat(name, $1) AS n FROM items":                                                    "length 1",
		"SELECT id FROM items WHERE to_tsvector(name) @@ to_tsquery('english', $1)":                  "syntax 1",
		"SELECT date_trunc($1, day) AS n FROM items":                                                 "syntax 1",
		"INSERT INTO items (id, name, price, qty) VALUES ($1, $2, $3 * 100, 1)":                      "operand 3",
		"UPDATE items SET price = price + $1 WHERE id = $2":                                          "",
		"UPDATE items SET price = price / $1 WHERE id = $2":                                          "divisor 1",
		"SELECT id FROM items WHERE day = to_date($1, 'YYYY-MM-DD')":                                 "operand 1",
		"SELECT id FROM items WHERE price > $1 * $2":                                                 "operand 1 2",
		"SELECT id FROM items WHERE price * 2 > $1 * $2":                                             "",
		"SELECT sqrt($1) AS n":                                                                       "operand 1",
		"SELECT upper(name) AS n, count(*) AS c FROM items WHERE id = CAST($1 AS BIGINT) GROUP BY 1": "",
		"SELECT ratio, 10 / $1 AS n FROM ratios":                                                     "",
		"SELECT per($1) AS n, 10 / $1 AS m":                                                          "",
	} {
		var got []string
		for f, params := range Resolve(text, schema).Faults {
			if len(params) > 0 {
				got = append(got, names[f]+" "+strings.Trim(fmt.Sprint(params), "[]"))
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s\n is refused for %q\n       want %q", text, got, want)
		}
	}
}
