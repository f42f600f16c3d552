package sqlite_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/schema/diag"
)

// In each text, «…» is where the problem must be.
func TestProblems(t *testing.T) {
	c := open(t)
	for _, tt := range []struct{ marked, message, hint string }{
		// Syntax.
		{"SELECT «FROM» users", `syntax error at "FROM"`, ""},
		{"SELECT id FROM users WHERE id = 1 AND AND2 = «AND» id", `syntax error at "AND"`, ""},
		{"SELECT id FROM users «WHERE»", `the statement ends too early, after "WHERE"`, ""},
		{"SELECT «'»abc", `quote "'" is never closed`, "close it with '; inside of it, ' is written twice: ''"},
		{"«SELCT» id FROM users", `"SELCT" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, `did you mean "SELECT"?`},
		{"«TRUNCATE» users", `"TRUNCATE" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, "write DELETE FROM and the table's name"},
		{"«BEGIN»", `"BEGIN" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, "put a Transaction node around what is done together"},
		{"«MERGE» INTO users", `"MERGE" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, "write INSERT INTO … ON CONFLICT (…) DO UPDATE SET …"},
		{"«queries»/users.sql", `"queries" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, "write the statement itself: it is not read from a file"},
		{"SELECT id FROM users LIMIT «one»", `no column "one" in the tables of this query`, "write a number"},
		{"SELECT id FROM users WHERE email LIKE '%' «+» $1", `+ adds numbers, and takes the text '%' for 0`, "write ||, which puts texts together"},
		{"SELECT '5' + 1 AS a, 1 + ' 2.5 ' AS b, '{}' -> 'a' + 1 AS d, '{}' ->> 'a' + 1 AS e, «nof»() AS c", `SQLite has no function "nof"`, ""},
		{"SELECT id «#» 1", `unexpected character "#"`, "write a comment as -- or /* … */"},
		{"SELECT id FROM users WHERE email = 'ä' AND «)»", `syntax error at ")"`, ""},

		// Names.
		{"SELECT id FROM «user»", `no table "user" in schema.sql`, `did you mean "users"?`},
		{"SELECT nope FROM users JOIN «nope» ON 1", `no table "nope" in schema.sql`, ""},
		{"INSERT INTO «user» (id) VALUES (1)", `no table "user" in schema.sql`, `did you mean "users"?`},
		{"SELECT «emial» FROM users", `no column "emial" in the tables of this query`, `did you mean "email"?`},
		{"SELECT «u.emial» FROM users u", `no column "u.emial" in the tables of this query`, `did you mean "email"?`},
		{"SELECT id FROM users WHERE email = «\"active!\"»", `no column "active!" in the tables of this query`, `did you mean "active"?`},
		{"SELECT id FROM users WHERE email = «\"bob@example.com\"»", `no column "bob@example.com" in the tables of this query`, "write 'text' in single quotes"},
		{"SELECT u.id FROM users u WHERE EXISTS (SELECT email FROM users) AND EXISTS (SELECT 1 FROM orders o WHERE o.id = 1 AND «o.email» = 'x')", `no column "o.email" in the tables of this query`, ""},
		{"SELECT (SELECT note FROM orders) AS a FROM users WHERE «note» = 'x'", `no column "note" in the tables of this query`, ""},
		{"SELECT «id» FROM users a, users b", `column "id" is in more than one table here`, "write `table.column`"},
		{"INSERT INTO users («emial») VALUES (1)", `no column "emial" in table "users"`, `did you mean "email"?`},
		{"UPDATE users SET «nam» = 1", `no column "nam" in the tables of this query`, `did you mean "name"?`},
		{"SELECT «nof»(1) AS x", `SQLite has no function "nof"`, ""},
		{"SELECT «Load_Extension» ('x') AS x", `SQLite refuses to call "Load_Extension": a query loads no code`, "remove it"},
		{"SELECT id FROM users WHERE created_at > «now»()", `SQLite has no function "now"`, "write CURRENT_TIMESTAMP, or {{now()}}"},
		{"INSERT INTO users (email) VALUES («Gen_Random_UUID»())", `SQLite has no function "Gen_Random_UUID"`, "write {{uuid()}}"},
		{"SELECT id FROM users WHERE email «ILIKE» 'a%'", `syntax error at "ILIKE"`, "write LIKE: in SQLite it takes A to Z for a to z, or set sqlDialect to \"postgres\""},
		{"SELECT id FROM users WHERE created_at > CURRENT_TIMESTAMP - INTERVAL «'1 day'»", `syntax error at "'1 day'"`, `write the time as a placeholder: {{addDuration(now(), "-1d")}}, or set sqlDialect to "postgres"`},
		{"SELECT id FROM users WHERE id = 1 «FOR» UPDATE", `syntax error at "FOR"`, "remove FOR UPDATE: a Transaction keeps others from writing meanwhile, or set sqlDialect to \"postgres\""},
		{"SELECT id FROM users FOR «UPDATE»", `syntax error at "UPDATE"`, "remove FOR UPDATE: a Transaction keeps others from writing meanwhile, or set sqlDialect to \"postgres\""},
		{"SELECT id FROM users FOR «x»", `syntax error at "x"`, ""},
		{"SELECT DISTINCT «ON» (email) id FROM users", `syntax error at "ON"`, "write row_number() OVER (PARTITION BY …) in a subquery, and WHERE on it, or set sqlDialect to \"postgres\""},
		{"SELECT u.id, x.n FROM users u, LATERAL («SELECT» count(*) AS n FROM orders) x", `syntax error at "SELECT"`, "SQLite has no LATERAL: set sqlDialect to \"postgres\""},
		{"SELECT name, count(*) AS n FROM users GROUP BY «ROLLUP» (name)", `SQLite has no function "ROLLUP"`, "SQLite has no ROLLUP: set sqlDialect to \"postgres\""},
		{"SELECT created_at AT «TIME» ZONE 'UTC' AS at FROM users", `syntax error at "TIME"`, "SQLite has no AT TIME ZONE: set sqlDialect to \"postgres\""},
		{"WITH gone AS («DELETE» FROM users RETURNING id) SELECT id FROM gone", `syntax error at "DELETE"`, "use two SQL nodes in a Transaction, or set sqlDialect to \"postgres\""},
		{"SELECT id FROM users WHERE id = ANY («SELECT» user_id FROM orders)", `syntax error at "SELECT"`, "write IN (SELECT …), or set sqlDialect to \"postgres\""},
		{"SELECT id FROM users WHERE email «~»* 'a'", `syntax error at "~"`, "write LIKE, or GLOB, or set sqlDialect to \"postgres\""},
		{"SELECT note «@»> '{}' AS x FROM orders", `unexpected character "@"`, "set sqlDialect to \"postgres\", where it begins an operator"},
		{"SELECT «lower»() AS x", `wrong number of arguments to function "lower"`, ""},
		{"SELECT id FROM users WHERE «count»(*) > 1", `misuse of aggregate function "count"`, ""},
		{"INSERT INTO users (email) «VALUES» (1, 2)", `2 values for 1 columns`, ""},
		{"«INSERT INTO totals (email) VALUES (1)»", `cannot modify totals because it is a view`, ""},

		// Results.
		{"SELECT u.id, «o.id» FROM users u, orders o", `two columns of the result are named "id"`, "write `AS` and another name after one of them"},
		{"SELECT id, «count(*)» FROM users", `column 2 of the result has no name`, "write `AS name` after it"},
		{"SELECT id, «email» AS `line-items` FROM users", `no reference can spell the column "line-items"`, "give it another name, as with `AS line_items`"},
		{"SELECT «email» AS é, id FROM users", `no reference can spell the column "é"`, "give it another name, as with `AS name`"},
		{"SELECT «*» FROM (SELECT 1 AS \"2nd\")", `no reference can spell the column "2nd"`, "give it another name, as with `AS name`"},
		{"SELECT «*» FROM users u, orders o", `two columns of the result are named "id"`, "write `AS` and another name after one of them"},

		// Statements.
		{"SELECT id FROM users; «DELETE» FROM users", `second statement in one query`, "use one SQL node for each statement"},
		{"«»", `the query is empty`, "write one SQL statement"},
		{"«-- nothing»", `the query is empty`, "write one SQL statement"},
		{"«DROP» TABLE users", `"DROP" changes the schema, which a query can't`, "write it into schema.sql"},
		{"«PRAGMA» foreign_keys = off", `"PRAGMA" begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH`, ""},
		{"SELECT id FROM users WHERE id = «?»", `parameter "?" is written by hand`, "write `{{name}}` where the value belongs"},
		{"SELECT id FROM users WHERE id = «:id»", `parameter ":id" is written by hand`, "write `{{name}}` where the value belongs"},
		{"SELECT id FROM users WHERE id = $1 OR id = «$1»", `parameter "$1" is written by hand`, "write `{{name}}` where the value belongs"},
		{"SELECT id FROM users WHERE id = «$7»", `parameter "$7" is written by hand`, "write `{{name}}` where the value belongs"},
		{"SELECT id FROM users WHERE id = «9223372036854775808»", "9223372036854775808 is no whole number of 64 bits, and a float would not hold all of its digits", "write it as a text, or with a decimal point where not all digits matter"},
		{"SELECT id - «9223372036854775808» AS x FROM users", "9223372036854775808 is no whole number of 64 bits, and a float would not hold all of its digits", "write it as a text, or with a decimal point where not all digits matter"},
		{"INSERT INTO orders (user_id, amount) VALUES (-«18446744073709551616», 1)", "18446744073709551616 is no whole number of 64 bits, and a float would not hold all of its digits", "write it as a text, or with a decimal point where not all digits matter"},
		{"SELECT email«::»text AS e FROM users", "`::` is a cast in PostgreSQL only", "write `CAST(x AS type)`, or set sqlDialect to \"postgres\""},
	} {
		t.Run(tt.marked, func(t *testing.T) {
			before, rest, _ := strings.Cut(tt.marked, "«")
			inside, after, _ := strings.Cut(rest, "»")
			r := prepare(c, before+inside+after)
			want := []sqlite.Problem{{Code: diag.FC209, Start: len(before), End: len(before + inside), Message: tt.message, Hint: tt.hint}}
			if fmt.Sprint(r.Problems) != fmt.Sprint(want) {
				t.Errorf("problems\n got %+v\nwant %+v", r.Problems, want)
			}
		})
	}
}

func TestNumbersThatFit(t *testing.T) {
	c := open(t)
	for _, query := range []string{
		"SELECT -9223372036854775808 AS a, 9223372036854775807 AS b, 18446744073709551616.0 AS c, 1e30 AS d, 0x7fffffffffffffff AS e FROM users",
		"SELECT id FROM users WHERE email = '18446744073709551616' OR id > (-9223372036854775808)",
	} {
		if r := prepare(c, query); len(r.Problems) > 0 {
			t.Errorf("%s: %v", query, r.Problems)
		}
	}
	if r := c.Prepare(sqlite.Query{Text: "SELECT 18446744073709551616 AS n", Dialect: "postgres"}); len(r.Problems) > 0 {
		t.Errorf("PostgreSQL's numeric: %v", r.Problems)
	}
}

func TestSemicolonsAreNotStatements(t *testing.T) {
	c := open(t)
	for _, query := range []string{
		"SELECT id FROM users;", "SELECT id FROM users ; ; -- that's all; really\n", "SELECT ';' AS \"a\" /* ; */ FROM users",
		"SELECT id FROM users WHERE email = 'it''s; DROP TABLE users'",
	} {
		if r := prepare(c, query); len(r.Problems) > 0 {
			t.Errorf("%s: %v", query, r.Problems)
		}
	}
}

// In each schema, «…» is where the problem must be.
func TestSchemaProblems(t *testing.T) {
	for _, tt := range []struct{ marked, message string }{
		{"CREATE TABLE a (id INTEGER);\n\nCREATE TABLE b (\n\tid INTEGER,\n«)»;\nCREATE TABLE c (id INTEGER);", `syntax error at ")"`},
		{"CREATE TABLE a (id INTEGER);\nINSERT INTO «b» VALUES (1);", `no table "b" in schema.sql`},
		{"CREATE TABLE a (id INTEGER);\nCREATE INDEX i ON a («idd»);", `no column "idd" in the tables of this query`},
		{"CREATE TABLE a (id INTEGER);\nCREATE VIEW v AS SELECT «nope» FROM a;\nCREATE TABLE c (id INTEGER);", `no column "nope" in the tables of this query`},
		{"CREATE TABLE a (id INTEGER);\n«CREATE TABLE a (id INTEGER)»;", `table a already exists`},
		{"«ATTACH» 'x.db' AS x", `"ATTACH" reaches beyond this database, which schema.sql can't`},
		{"CREATE TABLE a (id INTEGER DEFAULT «'»x);\n", `quote "'" is never closed`},
	} {
		t.Run(tt.message, func(t *testing.T) {
			before, rest, _ := strings.Cut(tt.marked, "«")
			inside, after, _ := strings.Cut(rest, "»")
			c, problems := sqlite.Open(diag.NewFile("schema.sql", []byte(before+inside+after)))
			defer c.Close()
			if len(problems) != 1 {
				t.Fatalf("problems %v, want one", problems)
			}
			p := problems[0]
			if want := (diag.Span{Start: len(before), End: len(before + inside)}); p.Message != tt.message || p.Span != want {
				t.Errorf("%q at %v, want %q at %v", p.Message, p.Span, tt.message, want)
			}
			if strings.Contains(after, "TABLE c") {
				if r := prepare(c, "SELECT id FROM c"); len(r.Problems) > 0 {
					t.Errorf("what follows a broken statement is not read: %v", r.Problems)
				}
			}
		})
	}
}

func TestSchemaThatNeverEnds(t *testing.T) {
	c, problems := sqlite.OpenWithin(diag.NewFile("schema.sql", []byte(
		"CREATE TABLE a (id INTEGER);\nINSERT INTO a WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT sum(i) FROM n;")), 200*time.Millisecond)
	defer c.Close()
	if len(problems) != 1 || problems[0].Message != "did not end within 200ms" {
		t.Errorf("problems %v, want that it did not end", problems)
	}
}
