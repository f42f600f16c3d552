package lineage

import "testing"

// TestForeignRoutinesAct holds that a function in a language that is not read changes something, unless it is declared not to.
func TestForeignRoutinesAct(t *testing.T) {
	for declared, want := range map[string]bool{
		"CREATE FUNCTION f(a text) RETURNS text LANGUAGE plpython3u AS $$ plpy.execute('x') $$;":           true,
		"CREATE FUNCTION f(a text) RETURNS text AS $$ return a $$ LANGUAGE plv8;":                          true,
		"CREATE FUNCTION f(a text) RETURNS text AS $$ return a $$ LANGUAGE plv8 IMMUTABLE;":                false,
		"CREATE FUNCTION f(a text) RETURNS text STABLE LANGUAGE plpython3u AS $$ return a $$;":             false,
		"CREATE FUNCTION f(a text) RETURNS text LANGUAGE sql AS $$ SELECT a $$;":                           false,
		"CREATE FUNCTION f(a text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN a; END $$;":            false,
		"CREATE FUNCTION f(a text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE a; RETURN a; END $$;": true,
	} {
		if got := Resolve("SELECT f($1) AS x", ReadPostgres(declared)).Writes; got != want {
			t.Errorf("%s: writes %t, want %t", declared, got, want)
		}
	}
}
