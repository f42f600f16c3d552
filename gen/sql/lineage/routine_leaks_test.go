package lineage

import (
	"slices"
	"strings"
	"testing"
)

// TestRoutinesTell finds what a function compares by its order, by a pattern or by a part with what it is called with, as if that were
// written in the statement.
func TestRoutinesTell(t *testing.T) {
	plpgsql := func(body string) string {
		return "CREATE FUNCTION f(g text, e text) RETURNS boolean LANGUAGE plpgsql AS $$ " + body + " $$;"
	}
	const all = "users.email users.id users.nick users.password_hash by $1"
	for _, tt := range []struct{ declared, text, want string }{
		{"CREATE FUNCTION f(g text) RETURNS boolean LANGUAGE sql AS $$ SELECT password_hash LIKE g FROM users $$;", "SELECT f($1)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(g text) RETURNS boolean LANGUAGE sql AS $$ SELECT password_hash LIKE g FROM users $$;", "SELECT id FROM notes WHERE f(upper($2))", "users.password_hash by $2"},
		{"CREATE FUNCTION f(g text) RETURNS integer LANGUAGE sql AS $$ SELECT CASE WHEN password_hash > f.g THEN 1 ELSE 0 END FROM users $$;", "SELECT x FROM f($1) AS x", "users.password_hash by $1"},
		{"CREATE FUNCTION f(text) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM users WHERE substr(password_hash, 1, 1) = $1 $$;", "SELECT f($1)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(a text, b text) RETURNS boolean LANGUAGE sql RETURN a LIKE b;", "SELECT id FROM users WHERE f(password_hash, $1)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(a text, b text) RETURNS boolean LANGUAGE sql RETURN a LIKE b;", "SELECT id FROM users WHERE f(b => $1, a => password_hash)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(a text, b text) RETURNS boolean LANGUAGE sql BEGIN ATOMIC SELECT starts_with(a, b); END;", "SELECT id FROM users WHERE f(password_hash, $1)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(g text) RETURNS boolean LANGUAGE sql AS $$ SELECT password_hash LIKE g FROM users $$; CREATE FUNCTION o(q text) RETURNS boolean LANGUAGE sql AS $$ SELECT f(q || '%') $$;", "SELECT o($1)", "users.password_hash by $1"},
		{"CREATE FUNCTION f(g text) RETURNS boolean LANGUAGE sql AS $$ SELECT password_hash LIKE g FROM users $$; CREATE FUNCTION f(n integer) RETURNS boolean LANGUAGE sql AS $$ SELECT n = 1 $$;", "SELECT f($1)", "users.password_hash by $1"},
		{"CREATE PROCEDURE f(g text) LANGUAGE plpgsql AS $$ BEGIN UPDATE notes SET title = 'x' WHERE EXISTS (SELECT 1 FROM users WHERE password_hash LIKE g); END $$;", "CALL f($1)", "users.password_hash by $1"},
		{plpgsql("BEGIN RETURN EXISTS (SELECT 1 FROM users WHERE password_hash LIKE g || '%'); END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("BEGIN IF (SELECT max(password_hash) FROM users) < g THEN RETURN true; END IF; RETURN false; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE h text; BEGIN SELECT password_hash INTO h FROM users WHERE email = e; IF h LIKE g THEN RETURN true; END IF; RETURN false; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE h text := (SELECT password_hash FROM users WHERE email = e); BEGIN RETURN left(h, 3) = g; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE u users; BEGIN SELECT * INTO STRICT u FROM users WHERE email = e; RETURN u.password_hash < g; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE r record; BEGIN FOR r IN SELECT nick, password_hash FROM users LOOP IF r.password_hash ~ g THEN RETURN true; END IF; END LOOP; RETURN false; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE h text; a text; BEGIN LOOP IF a > g THEN RETURN true; END IF; a := h; SELECT password_hash INTO h FROM users; END LOOP; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("BEGIN RETURN QUERY SELECT password_hash LIKE g FROM users; END"), "SELECT f($1, $2)", "users.password_hash by $1"},
		{plpgsql("DECLARE n int; BEGIN EXECUTE 'SELECT count(*) FROM users WHERE password_hash LIKE $1' INTO n USING g; RETURN n > 0; END"), "SELECT f($1, $2)", all},
		{plpgsql("DECLARE n int; BEGIN EXECUTE 'SELECT count(*) FROM users WHERE email = ' || e INTO n; RETURN n > 0; END"), "SELECT f($2, $1)", "notes.id notes.title notes.user_id " + all},

		{"CREATE FUNCTION f(a text, b text) RETURNS boolean LANGUAGE sql RETURN a = b;", "SELECT id FROM users WHERE f(password_hash, $1)", ""},
		{"CREATE FUNCTION f(a text, b text) RETURNS boolean LANGUAGE sql RETURN a LIKE b;", "SELECT id FROM users WHERE f(nick, $1) AND password_hash = $2", "users.nick by $1"},
		{"CREATE FUNCTION f(a text, b text, c text) RETURNS boolean LANGUAGE sql RETURN a LIKE b AND c = b;", "SELECT id FROM users WHERE f(nick, $1, password_hash)", "users.nick by $1"},
		{plpgsql("DECLARE h text; BEGIN SELECT password_hash INTO h FROM users WHERE email = e; RETURN crypt(g, h) = h; END"), "SELECT f($1, $2)", ""},
		{plpgsql("DECLARE h text; n int; BEGIN SELECT password_hash, id INTO h, n FROM users WHERE email = e; IF n > 7 THEN RETURN false; END IF; RETURN h = crypt(g, h); END"), "SELECT f($1, $2)", ""},
		{plpgsql("DECLARE u users; BEGIN SELECT * INTO u FROM users WHERE email = e; RETURN u.nick LIKE g; END"), "SELECT f($1, $2)", "users.nick by $1"},
		{plpgsql("BEGIN EXECUTE 'UPDATE notes SET title = $1 WHERE id = $2' USING g, 7; RETURN true; END"), "SELECT f($1, $2)", ""},
		{plpgsql("BEGIN EXECUTE format('SELECT count(*) FROM users WHERE email = %L', e); RETURN true; END"), "SELECT f($1, $2)", ""},
		{plpgsql("BEGIN IF length(g) < 8 THEN RAISE EXCEPTION 'too short'; END IF; INSERT INTO users (email, password_hash) VALUES (e, crypt(g, gen_salt('bf'))); RETURN true; END"), "SELECT f($1, $2)", ""},
	} {
		var got []string
		for _, leak := range Resolve(tt.text, ReadPostgres(leaksSQL+tt.declared)).Leaks {
			if s := shownLeak(leak); s != "" && !slices.Contains(got, s) {
				got = append(got, s)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s\n%s\n got %q\nwant %q", tt.declared, tt.text, got, tt.want)
		}
	}
}
