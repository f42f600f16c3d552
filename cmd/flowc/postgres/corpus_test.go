package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema/diag"
	"golang.org/x/tools/txtar"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

const corpus = "../../../gen/testdata/schemas"

// TestSchemas reads schemas as services have them with nothing learned. What the reader says of each column and key
// has to be what the engine says of it, once it has run the schema; else the table is not proved, with a file and a
// line.
func TestSchemas(t *testing.T) {
	files, err := filepath.Glob(corpus + "/*.txtar")
	if err != nil || len(files) < 60 {
		t.Errorf("%d schemas are there (%v), want 60", len(files), err)
	}
	server, err := started(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			holds(t, server, archive)
		})
	}
}

// holds compares what is said of a schema.
func holds(t *testing.T, server *server, archive *txtar.Archive) {
	engine, rest, _ := strings.Cut(string(archive.Comment), ":")
	files, err := migrations.Read(inMemory(archive))
	if err != nil {
		t.Fatal(err)
	}
	text, starts := migrations.Join(files)
	script := ddl.Script{Text: text, Postgres: engine == "postgres"}
	for i, f := range files {
		script.Files = append(script.Files, ddl.File{Name: f.Name, Start: starts[i]})
	}
	says := tablesOf(ddl.Read(script))
	var is map[string]string
	left := left{}
	if engine == "postgres" {
		var tables map[string]postgres.Table
		is, left, tables = server.describes(t, files, says)
		script.Refused = func(statement string) string { return left[postgres.Hash(statement)] }
		holdsLearned(t, script, tables)
	} else {
		is = sqliteDescribes(t, text)
	}
	learned := tablesOf(ddl.Read(script))
	doubts := 0
	for name, want := range is {
		got, known := says[name]
		if strings.HasPrefix(got, unproved) || strings.HasPrefix(learned[name], unproved) {
			doubts++
			if !placed.MatchString(says[name] + learned[name]) {
				t.Errorf("%s is not proved without a line: %s", name, got)
			}
			continue
		}
		if !known || got != want {
			t.Errorf("%s\n reads %s\n is    %s", name, got, want)
		}
	}
	for name := range says {
		_, there := is[name]
		switch {
		case there:
		case strings.HasPrefix(learned[name], unproved):
			doubts++
		default:
			t.Errorf("%s is read, and not there: %s", name, says[name])
		}
	}
	if want := strings.Count(rest, "not proved"); (want > 0) != (doubts > 0) {
		t.Errorf("%d tables are not proved; the comment says %q", doubts, strings.TrimSpace(rest))
		for name, what := range says {
			t.Logf("%s %s", name, what)
		}
	}
}

// holdsLearned wants nothing to be in doubt of what a server has described.
func holdsLearned(t *testing.T, script ddl.Script, tables map[string]postgres.Table) {
	f := &gen.Folder{Postgres: diag.NewFile("schema", []byte(script.Text))}
	f.Parts = map[*diag.File][]ddl.File{f.Postgres: script.Files}
	facts := &postgres.Facts{Tables: map[string]postgres.Table{}}
	for name, table := range tables {
		table.Text = postgres.Hash(ddl.Read(script).Text(name))
		facts.Tables[name] = table
	}
	s := f.ReadPostgres(facts).Schema
	all := tablesOf(s)
	for name, table := range tables {
		if table.View {
			continue
		}
		keys := 0
		for _, k := range table.Keys {
			if k.Kind == "foreign" {
				keys++
			}
		}
		known := s.Table(name)
		switch got := all[name]; {
		case known == nil || strings.HasPrefix(got, unproved):
			t.Errorf("%s is %q once it is described", name, got)
		case len(known.Columns) != len(table.Columns) || len(known.Unique) != len(table.Keys)-keys || len(s.References(known)) != keys:
			t.Errorf("%s is read as %s once it is described", name, got)
		}
	}
}

const unproved = "not proved: "

var placed = regexp.MustCompile(`not proved: [^:]+\.sql:\d+: `)

// inMemory is the files of an archive, and what of them is the schema: a file that is alone, or the folder.
func inMemory(archive *txtar.Archive) (fs.FS, string, migrations.Engine) {
	files := fstest.MapFS{}
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	engine, _, _ := strings.Cut(string(archive.Comment), ":")
	name := archive.Files[0].Name
	if dir := path.Dir(name); dir != "." {
		name = dir
	}
	return files, name, migrations.Engine(engine)
}

// tablesOf is what a reader says of the tables.
func tablesOf(s *ddl.Schema) map[string]string {
	all := map[string]string{}
	for _, table := range s.Tables() {
		schema, name := table.In()
		if schema == "pg_temp" || schema == "temp" {
			continue
		}
		var lines []string
		for _, c := range table.Columns {
			kind := c.Type
			if c.Depth > 0 && !strings.HasSuffix(kind, "]") {
				kind += "[]"
			}
			lines = append(lines, line(c.Name, kind, c.NotNull, c.Default, c.Identity && !c.Default, c.Generated))
		}
		var keys []string
		for _, columns := range table.Unique {
			keys = append(keys, fmt.Sprintf("unique%v", columns))
		}
		for _, r := range s.References(table) {
			keys = append(keys, fmt.Sprintf("%v -> %s.%s%v", r.Columns, r.Schema, r.Table, r.Refers))
		}
		slices.Sort(keys)
		text := strings.Join(append(lines, keys...), "\n\t")
		if table.View != nil {
			text = "view"
		}
		if why := table.Lost; why != "" {
			text = unproved + why
		}
		all[schema+"."+name] = text
	}
	return all
}

func line(name, kind string, notNull, fallback, identity, generated bool) string {
	text := name + "|" + kind + "|"
	for _, is := range []struct {
		so   bool
		name string
	}{{notNull, " not null"}, {fallback, " default"}, {identity, " identity"}, {generated, " generated"}} {
		if is.so {
			text += is.name
		}
	}
	return text
}

// describes is what the server says of the tables, and what it left out. The names of types in says become the
// server's.
func (s *server) describes(t *testing.T, files []migrations.File, says map[string]string) (map[string]string, left, map[string]postgres.Table) {
	ctx := context.WithoutCancel(t.Context())
	room, err := s.room(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer room.close()
	left, problems, err := room.run(ctx, Schema{Files: files, Foreign: true})
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, %v", problems, err)
	}
	if _, err := room.own.Exec(ctx, `SELECT set_config('search_path', (SELECT string_agg(quote_ident(nspname), ', ') FROM pg_namespace
		WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'), false)`); err != nil {
		t.Fatal(err)
	}
	tables, err := room.catalog(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range says {
		says[name] = room.typed(t, text)
	}
	is := map[string]string{}
	for name, table := range tables {
		var lines, keys []string
		for _, c := range table.Columns {
			lines = append(lines, line(c.Name, c.Type, c.NotNull, c.Default, c.Identity, c.Generated))
		}
		for _, k := range table.Keys {
			if k.Kind == "foreign" {
				keys = append(keys, fmt.Sprintf("%v -> %s%v", k.Columns, k.Of, k.Refers))
				continue
			}
			keys = append(keys, fmt.Sprintf("unique%v", k.Columns))
		}
		slices.Sort(keys)
		text := strings.Join(append(lines, keys...), "\n\t")
		if table.View {
			text = "view"
		}
		is[name] = room.typed(t, text)
	}
	return is, left, tables
}

var serials = regexp.MustCompile(`(?i)^(small|big)?serial([248]?)$`)

// typed is a text with the types of its columns as the server calls them.
func (r *room) typed(t *testing.T, text string) string {
	lines := strings.Split(text, "\n\t")
	for i, line := range lines {
		parts := strings.Split(line, "|")
		if len(parts) != 3 || strings.HasPrefix(line, unproved) {
			continue
		}
		if m := serials.FindStringSubmatch(parts[1]); m != nil {
			parts[1] = map[string]string{"": "int4", "big": "int8", "small": "int2", "2": "int2", "4": "int4", "8": "int8"}[strings.ToLower(m[1])+m[2]]
		}
		var kind *string
		if err := r.own.QueryRow(t.Context(), "SELECT format_type(to_regtype($1), NULL)", parts[1]).Scan(&kind); err != nil {
			t.Fatal(line, err)
		}
		if kind != nil {
			parts[1] = *kind
		}
		lines[i] = strings.Join(parts, "|")
	}
	return strings.Join(lines, "\n\t")
}

// sqliteDescribes is what SQLite says of the tables of a schema that it has run.
func sqliteDescribes(t *testing.T, text string) map[string]string {
	db, err := sql.Open("sqlite", "file::memory:?_dqs=0")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	is := map[string]string{}
	for _, row := range list(t, db, `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'temp'
		AND name NOT LIKE 'sqlite_%'`) {
		if row[1] == "view" {
			is["main."+row[0]] = "view"
			continue
		}
		lines := column(list(t, db, sqliteColumns, row[0]))
		keys := column(list(t, db, sqliteKeys, row[0], row[0], row[0]))
		slices.Sort(keys)
		is["main."+row[0]] = strings.Join(append(lines, keys...), "\n\t")
	}
	return is
}

const (
	sqliteColumns = `SELECT name || '|' || type || '|' || iif("notnull" OR rowid, ' not null', '') || iif(dflt_value <> 'NULL', ' default', '') || iif(rowid, ' identity', '') || iif(hidden IN (2, 3), ' generated', '')
	FROM (SELECT c.*, c.pk AND upper(c.type) = 'INTEGER' AND 1 = (SELECT count(*) FROM pragma_table_info(?1) WHERE pk)
		AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk') AS rowid
		FROM pragma_table_xinfo(?1) c WHERE c.hidden <> 1) ORDER BY cid`
	sqliteKeys = `SELECT 'unique[' || group_concat(name, ' ') || ']' FROM (SELECT name FROM pragma_table_info(?1) WHERE pk ORDER BY pk)
		HAVING count(*) > 0
	UNION ALL
	SELECT 'unique[' || (SELECT group_concat(name, ' ') FROM (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno)) || ']'
	FROM pragma_index_list(?1) l WHERE l."unique" AND NOT l.partial AND l.origin <> 'pk'
		AND NOT EXISTS (SELECT 1 FROM pragma_index_info(l.name) WHERE name IS NULL)
	UNION ALL
	SELECT '[' || group_concat("from", ' ') || '] -> main.' || "table" || '[' || group_concat("to", ' ') || ']'
	FROM (SELECT f.id, f."table", f."from", coalesce(f."to",
		(SELECT name FROM pragma_table_info(f."table") WHERE pk = f.seq + 1)) AS "to" FROM pragma_foreign_key_list(?1) f ORDER BY f.id, f.seq)
	GROUP BY id HAVING EXISTS (SELECT 1 FROM pragma_table_list WHERE name = "table" COLLATE NOCASE)`
)

func column(rows [][]string) (first []string) {
	for _, row := range rows {
		first = append(first, row[0])
	}
	return first
}

// list is the rows of a query, as texts.
func list(t *testing.T, db *sql.DB, query string, args ...any) (all [][]string) {
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row := make([]string, len(columns))
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
