package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// conditions writes comparisons as a person would: "sessions.token_hash = $1".
func conditions(list []statement.Comparison) string {
	var words []string
	for _, c := range list {
		operator := map[statement.How]string{
			statement.Unread: "?", statement.Equals: "=", statement.Is: "is", statement.Orders: "<", statement.Matches: "like", statement.IsNull: "null", statement.Exists: "exists", statement.Holds: "holds",
		}[c.How]
		if c.Not {
			operator = "not " + operator
		}
		word := strings.TrimSpace(terms(c.Left) + " " + operator + " " + terms(c.Right))
		if c.Inside {
			word = "(" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func terms(list []statement.Term) string {
	var words []string
	for _, t := range list {
		word := t.Literal
		switch {
		case t.Column.Name != "":
			word = t.Column.Table + "." + t.Column.Name
		case t.Param > 0:
			word = fmt.Sprintf("$%d", t.Param)
		case t.Literal == "":
			word = fmt.Sprintf("of%v%v", t.Columns, t.Params)
		}
		if t.Elements {
			word += "[]"
		}
		if t.Cased {
			word = "~" + word
		}
		if t.Typed {
			word += "::"
		}
		words = append(words, word)
	}
	return strings.Join(words, "|")
}

// TestMet holds what the rows of a statement meet, a line for each way to meet it.
func TestMet(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, want := range map[string]string{
		"token_hash = $1":                                        "sessions.token_hash = $1",
		"$1 = token_hash AND user_id > 2":                        "sessions.token_hash = $1, sessions.user_id < 2",
		"token_hash <> $1":                                       "sessions.token_hash not = $1",
		"NOT (token_hash = $1)":                                  "sessions.token_hash not = $1",
		"NOT NOT (token_hash = $1)":                              "sessions.token_hash = $1",
		"token_hash IN ($1, 'x')":                                "sessions.token_hash = $1|'x'",
		"token_hash NOT IN ($1, 'x')":                            "sessions.token_hash not = $1|'x'",
		"token_hash IN ($1)":                                     "sessions.token_hash = $1[]",
		"NOT token_hash NOT IN ($1, $2)":                         "sessions.token_hash = $1|$2",
		"token_hash = ANY($1)":                                   "sessions.token_hash = $1[]",
		"token_hash <> ALL($1)":                                  "sessions.token_hash not = $1[]",
		"token_hash = ALL($1)":                                   "? ",
		"user_id BETWEEN 1 AND $1":                               "sessions.user_id < 1|$1",
		"user_id NOT BETWEEN 1 AND $1":                           "sessions.user_id not < 1|$1",
		"lower(token_hash) = lower($1)":                          "~sessions.token_hash = ~$1",
		"token_hash = CAST($1 AS text)":                          "sessions.token_hash = $1::",
		"coalesce(note, token_hash) = $1":                        "sessions.note|sessions.token_hash = $1",
		"token_hash = coalesce($1, 'none')":                      "sessions.token_hash = $1|'none'",
		"note LIKE '%' || $1":                                    "sessions.note like of[][1]",
		"note NOT LIKE 'a%'":                                     "sessions.note not like 'a%'",
		"note IS NULL":                                           "sessions.note null",
		"note IS NOT NULL":                                       "sessions.note not null",
		"NOT (note IS NULL)":                                     "sessions.note not null",
		"note IS NOT DISTINCT FROM $1":                           "sessions.note is $1",
		"(token_hash, user_id) = ($1, $2)":                       "sessions.token_hash = $1, sessions.user_id = $2",
		"(token_hash, user_id) IN (($1, 7))":                     "sessions.token_hash = $1, sessions.user_id = 7",
		"NOT (token_hash = $1 OR user_id = 7)":                   "sessions.token_hash not = $1, sessions.user_id not = 7",
		"token_hash = $1 OR user_id = 7":                         "sessions.token_hash = $1\nsessions.user_id = 7",
		"user_id = 7 AND (token_hash = $1 OR note = $2)":         "sessions.user_id = 7, sessions.token_hash = $1\nsessions.user_id = 7, sessions.note = $2",
		"NOT (token_hash = $1 AND user_id = 7)":                  "sessions.token_hash not = $1\nsessions.user_id not = 7",
		"TRUE":                                                   "",
		"TRUE OR token_hash = $1":                                "",
		"(token_hash = $1) IS TRUE":                              "sessions.token_hash = $1",
		"(token_hash = $1) IS FALSE":                             "sessions.token_hash not = $1",
		"user_id = (SELECT id FROM users WHERE email = $1)":      "sessions.user_id = users.id, users.email = $1",
		"user_id <> (SELECT id FROM users WHERE email = $1)":     "sessions.user_id not = users.id, (users.email = $1)",
		"user_id IN (SELECT id FROM users WHERE email = $1)":     "sessions.user_id = users.id, users.email = $1",
		"user_id NOT IN (SELECT id FROM users WHERE email = $1)": "sessions.user_id not = users.id",
		"EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.email = $1)":     "1 exists, (users.id = sessions.user_id), (users.email = $1)",
		"NOT EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.email = $1)": "1 not exists",
		"user_id IN (SELECT count(*) FROM users WHERE email = $1)":                 "sessions.user_id = of[][]",
	} {
		compareMet(t, schema, "SELECT user_id FROM sessions WHERE "+text, want)
	}
	for text, want := range map[string]string{
		"SELECT u.id FROM users u JOIN sessions s ON s.user_id = u.id AND s.token_hash = $1":                               "sessions.user_id = users.id, sessions.token_hash = $1",
		"SELECT u.id FROM users u LEFT JOIN sessions s ON s.user_id = u.id AND s.token_hash = $1":                          "",
		"SELECT u.id FROM users u LEFT JOIN sessions s ON s.user_id = u.id WHERE s.token_hash = $1":                        "sessions.token_hash = $1",
		"WITH s AS (SELECT * FROM sessions WHERE token_hash = $1) SELECT user_id FROM s":                                   "sessions.token_hash = $1",
		"SELECT user_id FROM (SELECT * FROM sessions) s WHERE s.token_hash = $1":                                           "sessions.token_hash = $1",
		"SELECT user_id FROM (SELECT lower(token_hash) AS h, user_id FROM sessions) s WHERE s.h = $1":                      "of[{sessions token_hash}][] = $1",
		"SELECT user_id FROM sessions WHERE token_hash = $1 UNION SELECT id FROM users WHERE id = $2":                      "sessions.token_hash = $1\nusers.id = $2",
		"UPDATE users SET email = 'a' FROM sessions s WHERE s.user_id = users.id AND s.token_hash = $1 RETURNING users.id": "sessions.user_id = users.id, sessions.token_hash = $1",
		"SELECT user_id FROM sessions GROUP BY user_id HAVING count(*) > $1":                                               "of[][] < $1",
	} {
		compareMet(t, schema, text, want)
	}
}

func compareMet(t *testing.T, schema *Schema, text, want string) {
	t.Helper()
	var lines []string
	for _, way := range Resolve(text, schema).Met {
		lines = append(lines, conditions(way))
	}
	if got := strings.Join(lines, "\n"); got != strings.TrimRight(want, " ") && !(strings.HasPrefix(want, "?") && strings.Contains(got, "?")) {
		t.Errorf("%s\n got %s\nwant %s", text, got, want)
	}
}

// TestAlternativesAreBounded holds that what stands in all ways is known of a condition that has too many of them, and
// that something else is asked.
func TestAlternativesAreBounded(t *testing.T) {
	either := "(user_id = 1 OR note = 'a')"
	text := "SELECT user_id FROM sessions WHERE token_hash = $1" + strings.Repeat(" AND "+strings.Replace(either, "1", "2", 1)+" AND "+either, 5)
	many := strings.TrimSuffix(strings.Repeat("user_id = $2 AND note = 'b' OR ", 30), " OR ")
	for _, text := range []string{text, "SELECT user_id FROM sessions WHERE token_hash = $1 AND (" + many + ")"} {
		s := Resolve(text, ReadSchema(schemaSQL))
		if len(s.Met) > statement.MaxAlternatives || len(s.Equal()) == 0 || s.Equal()[0].Column.Name != "token_hash" {
			t.Errorf("%.60s: %d ways, equal %v", text, len(s.Met), s.Equal())
		}
		unread := func(c statement.Comparison) bool { return c.How == statement.Unread }
		if !slices.ContainsFunc(s.Met[0], unread) {
			t.Errorf("%.60s: that more is asked is lost: %s", text, conditions(s.Met[0]))
		}
	}
}

// TestCompared holds that comparisons are told wherever they stand.
func TestCompared(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, want := range map[string]string{
		"SELECT NOT token_hash = $1 AS other FROM sessions":                                        "sessions.token_hash not = $1",
		"SELECT CASE WHEN token_hash = $1 THEN 1 ELSE 0 END AS same FROM sessions":                 "sessions.token_hash = $1",
		"SELECT (SELECT count(*) FROM users WHERE email = $1) AS n":                                "users.email = $1",
		"SELECT count(*) AS n FROM sessions WHERE NOT (token_hash IN ($1, $2) OR user_id IS NULL)": "sessions.token_hash not = $1|$2, sessions.user_id not null",
		"SELECT user_id FROM sessions ORDER BY token_hash = $1":                                    "sessions.token_hash = $1",
	} {
		if got := conditions(Resolve(text, schema).Compared); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestKeys holds what a statement tells of the columns of its tables.
func TestKeys(t *testing.T) {
	schema := ReadSchema("CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT); CREATE TABLE b (a_id INTEGER REFERENCES a, m TEXT UNIQUE)")
	got := fmt.Sprint(Resolve("SELECT m FROM b WHERE a_id IN (SELECT id FROM a)", schema).Keys)
	if want := "[{{b a_id} false {a id}} {{b m} true { }} {{a id} true { }} {{a n} false { }}]"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestChangesMeet holds what the rows meet that each change of a statement is about.
func TestChangesMeet(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, want := range map[string]string{
		"DELETE FROM sessions WHERE token_hash NOT IN ($1, $2)":                              "sessions.token_hash not = $1|$2",
		"WITH d AS (DELETE FROM users WHERE id = $1) DELETE FROM sessions WHERE user_id = 2": "users.id = $1; sessions.user_id = 2",
		"INSERT INTO sessions (token_hash) SELECT note FROM sessions WHERE user_id = $1":     "sessions.user_id = $1",
		"INSERT INTO sessions (token_hash) VALUES ($1)":                                      "",
	} {
		var all []string
		for _, c := range Resolve(text, schema).Changes {
			all = append(all, conditions((&statement.Statement{Met: c.Met}).Every()))
		}
		if got := strings.Join(all, "; "); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestAssignedFrom holds which values a column may get.
func TestAssignedFrom(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, want := range map[string]string{
		"UPDATE sessions SET note = $1":                                                                      "$1",
		"UPDATE sessions SET note = coalesce($1, note)":                                                      "$1|sessions.note",
		"UPDATE sessions SET note = CASE WHEN $2 = 1 THEN lower($1) ELSE 'none' END":                         "~$1|'none'",
		"INSERT INTO sessions (token_hash) SELECT email FROM users WHERE id = $1":                            "users.email",
		"INSERT INTO sessions (token_hash) SELECT $1 || email FROM users":                                    "of[{users email}][1]",
		"UPDATE sessions SET user_id = (SELECT id FROM users WHERE email = $1)":                              "users.id",
		"INSERT INTO sessions (token_hash) VALUES ($1) ON CONFLICT DO UPDATE SET note = excluded.token_hash": "$1 of[{sessions token_hash}][1]",
		"INSERT INTO sessions (token_hash) SELECT x.h FROM (SELECT trim($1) AS h) x":                         "~$1",
	} {
		var all []string
		for _, c := range Resolve(text, schema).Changes {
			for _, a := range c.Assigned {
				all = append(all, terms(a.From))
			}
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
