package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRoutinesGive holds that what a function returns and writes is made of what flows there, and not of all that it is given; where its
// body can't be followed, of all.
func TestRoutinesGive(t *testing.T) {
	const (
		insert = "INSERT INTO users (email, password_hash) VALUES (lower(mail), hash)"
		writes = "users.email<$1 users.password_hash<$2"
		call   = "SELECT f($1, $2) AS x"
		all    = "notes.id notes.owner notes.title users.email users.id users.nick users.password_hash $1 $2"
	)
	sql := func(returns, body string) string {
		return "CREATE FUNCTION f(mail text, hash text) RETURNS " + returns + " LANGUAGE sql AS $$ " + body + " $$;"
	}
	steps := func(returns, body string) string {
		return "CREATE FUNCTION f(mail text, hash text) RETURNS " + returns + " AS $$ " + body + " $$ LANGUAGE plpgsql;"
	}
	given := func(params, body string) string {
		return "CREATE FUNCTION f(" + params + ") AS $$ " + body + " $$ LANGUAGE plpgsql;"
	}
	for _, tt := range []struct{ declared, text, want, moves string }{
		{sql("bigint", insert+" RETURNING id"), call, "users.id", writes},
		{sql("text", insert+" RETURNING email"), call, "users.email $1", writes},
		{sql("text", insert+" RETURNING email || password_hash"), call, "users.email users.password_hash $1 $2", writes},
		{sql("text", "SELECT $2; SELECT $1"), call, "$1", ""},
		{sql("text", "SELECT CASE WHEN f.hash = 'a' THEN mail ELSE nick END FROM users"), call, "users.nick $1", ""},
		{sql("SETOF text", "SELECT nick FROM users WHERE password_hash = hash"), "SELECT x FROM f($1, $2) AS x", "users.nick", ""},
		{sql("TABLE (a bigint, b text)", insert+" RETURNING id, email"), "SELECT a AS x FROM f($1, $2)", "users.id", writes},
		{sql("TABLE (a bigint, b text)", insert+" RETURNING id, email"), "SELECT b AS x FROM f($1, $2)", "users.email $1", writes},
		{sql("users", insert+" RETURNING *"), "SELECT id AS x FROM f($1, $2)", "users.id", writes},
		{sql("SETOF users", "SELECT * FROM users WHERE email = mail"), "SELECT u.nick AS x FROM f($1, $2) AS u", "users.nick", ""},
		{sql("text", "SELECT g(mail)") + "CREATE FUNCTION g(a text) RETURNS text LANGUAGE sql AS $$ SELECT 'x' || a $$;", call, "$1", ""},
		{sql("bigint", insert+" RETURNING id"), "SELECT f(hash => $2, mail => $1) AS x", "users.id", writes},
		{sql("text", insert+" RETURNING email"), "SELECT f(hash => $2, mail => $1) AS x", "users.email $1", writes},
		{sql("text", insert+" RETURNING email"), "SELECT f($1, hash => $2) AS x", "users.email $1", writes},
		{"CREATE FUNCTION f(VARIADIC parts text[]) RETURNS text LANGUAGE sql AS $$ SELECT array_to_string(parts, '') $$;", call, "$1 $2", ""},

		{steps("bigint", "DECLARE made bigint; BEGIN "+insert+" RETURNING id INTO made; RETURN made; END"), call, "users.id", writes},
		{steps("bigint", "DECLARE made users.id%TYPE; BEGIN "+insert+" RETURNING id INTO STRICT made; RETURN made; EXCEPTION WHEN unique_violation THEN RETURN NULL; END"), call, "users.id", writes},
		{steps("bigint", "BEGIN "+insert+"; RETURN lastval(); EXCEPTION WHEN unique_violation THEN RETURN hash; END"), call, "$2", writes},
		{steps("bigint", "DECLARE made bigint; kept text := hash; BEGIN hash := 'x'; IF mail = '' THEN RETURN -1; END IF; SELECT id INTO made FROM users WHERE email = mail; IF NOT FOUND THEN "+
			"INSERT INTO users (email, password_hash) VALUES (mail, kept) RETURNING id INTO made; END IF; RETURN made; END"), call, "users.id", writes},
		{steps("text", "DECLARE r record; BEGIN FOR r IN SELECT id, nick, password_hash AS p FROM users LOOP RETURN r.nick; END LOOP; END"), call, "users.nick", ""},
		{steps("text", "DECLARE r record; BEGIN SELECT id, nick AS a INTO r FROM users; SELECT id, hash AS b INTO r FROM users; RETURN r.b; END"), call, "$2", ""},
		{steps("text", "DECLARE r record; BEGIN SELECT id, nick AS b INTO r FROM users; IF mail = '' THEN SELECT id, hash AS b INTO r FROM users; END IF; RETURN r.b; END"), call, "users.nick $2", ""},
		{steps("text", "DECLARE r record; BEGIN SELECT id, nick INTO r FROM users; RETURN to_jsonb(r); END"), call, "users.id users.nick", ""},
		{steps("text", "DECLARE a text; b text; BEGIN <<rows>> FOR a, b IN SELECT nick, password_hash FROM users LOOP NULL; END LOOP; RETURN b; END"), call, "users.password_hash", ""},
		{steps("text", "DECLARE a text; b text; BEGIN LOOP b := a; a := hash; EXIT; END LOOP; RETURN b; END"), call, "$2", ""},
		{steps("text", "DECLARE a text[]; BEGIN a[1] := hash; RETURN a[1]; END"), call, "$2", ""},
		{steps("SETOF text", "BEGIN RETURN QUERY SELECT nick FROM users; RETURN NEXT mail; END"), "SELECT x FROM f($1, $2) AS x", "users.nick $1", ""},
		{steps("TABLE (a bigint, b text)", "BEGIN RETURN QUERY "+insert+" RETURNING id, email; END"), "SELECT a AS x FROM f($1, $2)", "users.id", writes},
		{steps("TABLE (a text, b text)", "BEGIN a := mail; b := hash; RETURN NEXT; END"), "SELECT a AS x FROM f($1, $2)", "$1", ""},
		{steps("void", "BEGIN "+insert+"; END"), call, "", writes},
		{given("mail text, hash text, OUT made bigint", "BEGIN "+insert+" RETURNING id INTO made; END"), call, "users.id", writes},
		{given("OUT made bigint, mail text, hash text", "BEGIN "+insert+" RETURNING id INTO made; END"), call, "users.id", writes},
		{given("mail text, hash text, OUT a text, OUT b bigint", "BEGIN "+insert+" RETURNING password_hash, id INTO a, b; END"), "SELECT b AS x FROM f($1, $2)", "users.id", writes},
		{given("mail text, INOUT hash text", "BEGIN NULL; END"), call, "$2", ""},
		{given("mail text, hash INOUT text", "BEGIN NULL; END"), call, "$2", ""},

		// What calls itself.
		{steps("text", "BEGIN IF mail = '' THEN "+insert+"; RETURN mail; END IF; RETURN f(hash, mail); END"), call, "$1 $2", "users.email<$1 $2 users.password_hash<$1 $2"},
		{sql("text", "SELECT g(hash, mail)") + "CREATE FUNCTION g(a text, b text) RETURNS text LANGUAGE sql AS $$ SELECT CASE WHEN a = '' THEN b ELSE f(a, b) END $$;", call, "$1 $2", ""},
		{sql("text", "SELECT g(hash, mail)") + "CREATE FUNCTION g(a text, b text) RETURNS text LANGUAGE sql AS $$ SELECT CASE WHEN a = '' THEN b ELSE f(a, b) END $$;", "SELECT g($1, $2) AS x", "$1 $2", ""},
		{sql("text", "SELECT CASE WHEN mail = '' THEN 'x' ELSE f(hash, mail) END"), call, "", ""},
		{steps("void", "BEGIN PERFORM g(hash, mail); END") + "CREATE FUNCTION g(a text, b text) RETURNS void LANGUAGE sql AS $$ INSERT INTO logs (line) VALUES (a); SELECT f(b, a) $$;", call, "", "logs.line<logs.id logs.line $1 $2"},

		// What is not followed.
		{steps("text", "DECLARE x text; BEGIN EXECUTE 'SELECT $1' INTO x USING hash; PERFORM 1 FROM users, notes; RETURN x; END"), call, all, ""},
		{steps("text", "DECLARE c CURSOR FOR SELECT password_hash, owner FROM users, notes; r record; BEGIN FOR r IN c LOOP RETURN r.owner; END LOOP; END"), call, all, ""},
		{steps("text", "DECLARE x ALIAS FOR $2; BEGIN PERFORM 1 FROM users, notes; RETURN x; END"), call, all, ""},
		{steps("text", "DECLARE x text; BEGIN x := max(password_hash) FROM users, notes; RETURN x; END"), call, all, ""},
		{steps("text", "DECLARE x text; BEGIN PERFORM 1 FROM users, notes; GET STACKED DIAGNOSTICS x = MESSAGE_TEXT; RETURN x; END"), call, all, ""},
		{steps("text", "BEGIN PERFORM 1 FROM users, notes; RETURN SQLERRM; END"), call, all, ""},
		{steps("text", "BEGIN CREATE TEMP TABLE t AS SELECT * FROM users, notes; RETURN QUERY SELECT password_hash FROM t; END"), call, all, ""},
		{"CREATE FUNCTION f(mail text, hash text) RETURNS text LANGUAGE plpython3u AS $$ return plpy.execute('SELECT * FROM users, notes') $$;", call, "$1 $2", ""},
		{given("mail text, hash text, OUT made text", "BEGIN made := $2; PERFORM 1 FROM users, notes; END"), call, "$1 $2", ""},
		{sql("text", "SELECT mail") + "CREATE FUNCTION f(mail bigint, hash text) RETURNS text LANGUAGE sql AS $$ SELECT nick FROM users $$;", call, "users.email users.id users.nick users.password_hash $1 $2", ""},
	} {
		s := Resolve(tt.text, ReadPostgres(routinesSQL+tt.declared))
		got := strings.Join(flowing(s.Columns[0].Value), " ")
		var moves []string
		for _, m := range s.Moves {
			move := m.To.Table + "." + m.To.Name + "<" + strings.Join(flowing(m.Value), " ")
			if !slices.Contains(moves, move) {
				moves = append(moves, move)
			}
		}
		slices.Sort(moves)
		if got != tt.want || strings.Join(moves, " ") != tt.moves {
			t.Errorf("%s\n%s\n got %q, moves %q\nwant %q, moves %q", tt.declared, tt.text, got, strings.Join(moves, " "), tt.want, tt.moves)
		}
	}
}

// TestRoutinesThatCallOneAnother follows routines each of which calls all, in time that does not grow with the ways through them.
func TestRoutinesThatCallOneAnother(t *testing.T) {
	var b strings.Builder
	b.WriteString("CREATE TABLE t (id INT, a TEXT, b TEXT);")
	for i := range 12 {
		fmt.Fprintf(&b, "CREATE FUNCTION f%d(a text, b text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE x text; BEGIN ", i)
		for j := range 12 {
			fmt.Fprintf(&b, "x := f%d(b, a || x); ", j)
		}
		b.WriteString("RETURN x; END $$;")
	}
	b.WriteString("CREATE FUNCTION last(a text, b text) RETURNS text LANGUAGE sql AS $$ INSERT INTO t (a) VALUES (f3(a, b)) RETURNING a $$;")
	s := Resolve("SELECT last($1, $2) AS x", ReadPostgres(b.String()))
	if got := strings.Join(flowing(s.Columns[0].Value), " "); got != "t.a $1 $2" || len(s.Moves) != 1 {
		t.Errorf("got %q, moves %v", got, s.Moves)
	}
}
