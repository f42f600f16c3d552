package postgres_test

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// listed is a line of an engine's list of functions, as gen/sql/tree reads it.
type listed struct {
	line, role, name, suffix string
	args                     []string
	since                    int
}

// lists reads such a list.
func lists(t *testing.T, engine string) []listed {
	t.Helper()
	content, err := os.ReadFile("../../gen/sql/tree/functions." + engine)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(?:(rows|within|over|set) )?(\w+)\((.*)\) (\w+)([?!]?)(?: \[(\d+)\])?$`)
	var all []listed
	for text := range strings.Lines(string(content)) {
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		m := line.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s: %q is no line of a list", engine, text)
		}
		l := listed{line: text, role: m[1], name: m[2], suffix: m[5]}
		l.since, _ = strconv.Atoi(m[6])
		if m[3] != "" {
			l.args = strings.Split(m[3], ", ")
		}
		all = append(all, l)
	}
	return all
}

// edges are values at the edges of their kinds; where a kind has several types, of each of them.
type edges map[string][]string

var postgresEdges = edges{
	"text":        {"'abc'::text", "''::text", "'x1,y2'::text", "'YYYY'::text", "'day'::text", "'UTC'::text", "'a b'::varchar", "'10'::char(4)", "'hex'::text", "'UTF8'::name", "'sha256'::text", "'{a}'::text", "'[)'::text", "'bf'::text", "'work_mem'::text"},
	"int":         {"0::int", "1::int", "-1::int", "7::int", "2000::int", "1::bigint", "0::smallint", "9223372036854775807::bigint"},
	"float":       {"0::float8", "'NaN'::float8", "'Infinity'::float8", "-1.5::float8", "0.5::float8", "0.5::real"},
	"numeric":     {"0::numeric", "-1.5::numeric", "0.5::numeric", "'NaN'::numeric", "'Infinity'::numeric"},
	"bool":        {"true", "false"},
	"date":        {"'2024-02-29'::date", "'4713-01-01 BC'::date"},
	"timestamp":   {"'2024-02-29 01:02:03'::timestamp", "'294276-12-31'::timestamp"},
	"timestamptz": {"'2024-02-29 01:02:03+00'::timestamptz", "'4713-01-01 BC'::timestamptz"},
	"time":        {"'00:00'::time", "'24:00'::time"},
	"timetz":      {"'24:00+00'::timetz"},
	"interval":    {"'0'::interval", "'1 day'::interval", "'-1 month'::interval"},
	"uuid":        {"'00000000-0000-0000-0000-000000000000'::uuid"},
	"bytea":       {`'\x'::bytea`, `'\x0102'::bytea`, "pgp_sym_encrypt('abc', 'abc')::bytea"},
	"bit":         {"B'01'", "B''::varbit"},
	"json":        {"'{}'::json", "'null'::json", "'[1,null]'::json", `'{"a": null}'::json`, "'1'::json"},
	"jsonb":       {"'{}'::jsonb", "'null'::jsonb", "'[1,null]'::jsonb", `'{"a": null}'::jsonb`, "'1'::jsonb"},
	"jsonpath":    {"'$.a'::jsonpath", "'$[*]'::jsonpath", "'$.b'::jsonpath"},
	"array":       {"'{}'::text[]", "'{a,NULL}'::text[]", "'{a,b}'::text[]", "'{1}'::int[]", "'{}'::int[]", "'{0.1,0.2,0.4,1}'::real[]"},
	"range":       {"'empty'::int4range", "'(,)'::int4range", "'[1,3)'::int4range", "'(,)'::tstzrange"},
	"multirange":  {"'{}'::int4multirange", "'{(,)}'::int4multirange", "'{[1,3)}'::int4multirange"},
	"inet":        {"'10.0.0.1/8'::inet", "'::1'::inet", "'10.0.0.0/8'::cidr"},
	"tsvector":    {"''::tsvector", "'a:1A b'::tsvector"},
	"tsquery":     {"''::tsquery", "'a & b'::tsquery"},
	"regconfig":   {"'english'::regconfig"},
	"":            {"ROW(1, NULL)", `'A'::"char"`, "'numbers'::regclass", "'2'::money", "'(1,1)'::point", "'sad'::mood"},
}

var sqliteEdges = edges{
	"text":  {"'abc'", "''", "'12'", "'x''y'", "'%d'", "'{}'", "'null'", "'[1,null]'", `'{"a": null}'`},
	"int":   {"0", "1", "-1", "7", "9223372036854775807"},
	"float": {"0.0", "-1.5", "0.5", "1e300"},
	"bytea": {"x''", "x'0102'"},
}

// of are the values that an argument may be.
func (e edges) of(arg string) []string {
	arg = strings.TrimRight(arg, ".?~")
	var values []string
	for kind := range strings.SplitSeq(arg, "|") {
		switch kind = strings.TrimSuffix(kind, "!"); kind {
		case "any":
			for _, kind := range slices.Sorted(maps.Keys(e)) {
				values = append(values, e[kind]...)
			}
		case "number":
			values = slices.Concat(values, e["int"], e["float"], e["numeric"])
		case "'text'":
			values = append(values, "'YYYY-MM-DD HH24'", "'FM999'", "'a'", "' '")
		default:
			values = append(values, e[kind]...)
		}
	}
	return values
}

// most is how many calls of one line are made.
const most = 600

// argumentLists are lists of arguments of a line: all, or as many of them as there may be, taken by chance.
func (e edges) argumentLists(l listed) [][]string {
	random := rand.New(rand.NewPCG(1, uint64(len(l.line))))
	all := [][]string{nil}
	for _, arg := range l.args {
		values := e.of(arg)
		var longer [][]string
		for _, list := range all {
			for _, v := range values {
				longer = append(longer, append(slices.Clone(list), v))
			}
		}
		random.Shuffle(len(longer), func(i, j int) { longer[i], longer[j] = longer[j], longer[i] })
		all = longer[:min(len(longer), most)]
	}
	return all
}

// written is a call of a line's function with arguments, over one row or, where its result is never null, over none.
func (l listed) written(args []string) string {
	call := fmt.Sprintf("%s(%s)", l.name, strings.Join(args, ", "))
	switch {
	case l.name == "position":
		return fmt.Sprintf("SELECT position(%s IN %s)", args[0], args[1])
	case l.name == "extract":
		return fmt.Sprintf("SELECT extract(hour FROM %s)", args[1])
	case l.name == "count" && len(args) == 0:
		return "SELECT count(*) WHERE 1 = 0"
	case l.role == "set":
		return fmt.Sprintf("SELECT CASE WHEN bool_or(x IS NULL) THEN NULL ELSE 1 END FROM (SELECT %s AS x LIMIT 20) s", call)
	case l.role == "over":
		return "SELECT " + call + " OVER ()"
	case l.role == "within":
		return fmt.Sprintf("SELECT %s(%s) WITHIN GROUP (ORDER BY %s)", l.name, strings.Join(args[:len(args)-1], ", "), args[len(args)-1])
	case l.suffix == "!":
		return "SELECT " + call + " WHERE 1 = 0"
	case strings.HasPrefix(l.name, "current_time") || strings.HasPrefix(l.name, "localtime"):
		return fmt.Sprintf("SELECT %s(3)", l.name)
	case len(args) == 0 && (l.name == "current_user" || l.name == "session_user"):
		return "SELECT " + l.name
	}
	return "SELECT " + call
}

// nullOf is a null of the type of a value.
func nullOf(value string) string {
	if i := strings.LastIndex(value, "::"); i >= 0 {
		return "NULL" + value[i:]
	}
	return "NULL"
}

// TestFunctionsOfPostgres calls each function of the list with values at the edges of the types that the list names: none gives null,
// and each does where an argument is null that must not be.
func TestFunctionsOfPostgres(t *testing.T) {
	db := opened(t, "pgx", dbtest.Postgres(t))
	for _, extension := range []string{"pgcrypto", `"uuid-ossp"`, "pg_trgm", "unaccent", "fuzzystrmatch"} {
		execute(t, db, "CREATE EXTENSION "+extension)
	}
	execute(t, db, "CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE SEQUENCE numbers; SELECT nextval('numbers')")
	execute(t, db, `CREATE FUNCTION nulls(texts text[]) RETURNS SETOF int LANGUAGE plpgsql AS $$
DECLARE one text; found boolean;
BEGIN
	FOREACH one IN ARRAY texts LOOP
		BEGIN
			EXECUTE 'SELECT (' || one || ') IS NULL' INTO found;
			RETURN NEXT found::int;
		EXCEPTION WHEN others THEN RETURN NEXT 2;
		END;
	END LOOP;
END $$`)
	var version int
	if err := db.QueryRowContext(t.Context(), "SELECT current_setting('server_version_num')::int / 10000").Scan(&version); err != nil {
		t.Fatal(err)
	}
	checkLists(t, "postgres", postgresEdges, version, func(texts []string) []int {
		rows, err := db.QueryContext(t.Context(), "SELECT * FROM nulls($1)", texts)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var all []int
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
		}
		if rows.Err() != nil {
			t.Fatal(rows.Err())
		}
		return all
	})
}

// TestFunctionsOfSQLite does so for those of SQLite.
func TestFunctionsOfSQLite(t *testing.T) {
	db := opened(t, "sqlite", ":memory:")
	checkLists(t, "sqlite", sqliteEdges, 99, func(texts []string) []int {
		var all []int
		for _, text := range texts {
			n := 2
			if db.QueryRowContext(t.Context(), "SELECT ("+text+") IS NULL").Scan(&n) != nil {
				n = 2
			}
			all = append(all, n)
		}
		return all
	})
}

func opened(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// checkLists holds the lines of a list to what an engine says of calls: 1 for null, 0 for another value, 2 where it refuses one.
func checkLists(t *testing.T, engine string, e edges, version int, nulls func(texts []string) []int) {
	t.Helper()
	for _, l := range lists(t, engine) {
		if l.suffix == "?" || l.since > version {
			continue
		}
		given, lacking, lenient := []string{}, []string{}, []string{}
		for _, args := range e.argumentLists(l) {
			given = append(given, l.written(args))
			for i := range args {
				without := slices.Clone(args)
				without[i] = nullOf(args[i])
				switch text := l.written(without); {
				case strings.Contains(l.args[i], "?"):
					lenient = append(lenient, text)
				case l.suffix == "" && !strings.HasSuffix(l.args[i], "~") && l.args[i] != "'text'" && !strings.HasPrefix(text, "SELECT current_time") && !strings.HasPrefix(text, "SELECT localtime"):
					lacking = append(lacking, text)
				}
			}
		}
		said := nulls(given)
		if !slices.Contains(said, 0) {
			t.Errorf("%s: %s\n\tgives no value, as in %s", engine, l.line, given[0])
		}
		if i := slices.Index(said, 1); i >= 0 {
			t.Errorf("%s: %s\n\tgives null: %s", engine, l.line, given[i])
		}
		if i := slices.Index(nulls(lacking), 0); i >= 0 {
			t.Errorf("%s: %s\n\tgives a value for null: %s", engine, l.line, lacking[i])
		}
		if i := slices.Index(nulls(lenient), 1); i >= 0 {
			t.Errorf("%s: %s\n\tgives null for a null that it is said to take: %s", engine, l.line, lenient[i])
		}
	}
}
