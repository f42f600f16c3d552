package migrations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/flowc-dev/flowc/gen/migrations"
)

// folder is a folder db of files, as name and text in turn.
func folder(files ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for pair := range slices.Chunk(files, 2) {
		all["db/"+pair[0]] = &fstest.MapFile{Data: []byte(pair[1])}
	}
	return all
}

// TestFolders reads what goes up of the folders of tools, in their order.
func TestFolders(t *testing.T) {
	goose := "-- +goose Up\nA;\n-- +goose Down\nB;\n"
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"goose": {folder("10_b.sql", goose, "9_a.sql", "-- +goose NO TRANSACTION\n"+goose), "db/9_a.sql alone A; db/10_b.sql A;"},
		"golang-migrate": {
			folder("2_b.up.sql", "C;", "2_b.down.sql", "D;", "1_a.up.sql", "A;", "1_a.down.sql", "B;"), "db/1_a.up.sql A; db/2_b.up.sql C;",
		},
		"dbmate": {
			folder("20240101_a.sql", "-- migrate:up\nA;\n\n-- migrate:down\nB;", "20240102_b.sql", "-- migrate:up transaction:false\nC;"),
			"db/20240101_a.sql A; db/20240102_b.sql alone C;",
		},
		"sql-migrate": {
			folder("1-a.sql", "-- +migrate Up\nA;\n-- +migrate Down\nB;", "2-b.sql", "-- +migrate Up notransaction\nC;"),
			"db/1-a.sql A; db/2-b.sql alone C;",
		},
		"tern": {
			folder("001_a.sql", "A;\n---- create above / drop below ----\nB;", "002_b.sql", "C;", "tern.conf", "[database]"),
			"db/001_a.sql A; db/002_b.sql C;",
		},
		"plain":      {folder("0001.sql", "A;", "0002_b.sql", "B;", "atlas.sum", "h1:"), "db/0001.sql alone A; db/0002_b.sql alone B;"},
		"in Go":      {folder("1_a.sql", goose, "2_b.go", "goose.AddMigration(up, down)", "c.go", "package db"), "db/1_a.sql A; db/2_b.go in Go"},
		"two tools":  {folder("1_a.sql", goose, "2_b.sql", "-- migrate:up\n"), "error db: its files are of several tools: goose, dbmate"},
		"no tool":    {folder("users.sql", "A;"), "error db: no tool is known whose files are these: users.sql has no number."},
		"none":       {folder("README.md", ""), "error db: it holds no .sql files"},
		"not marked": {folder("1_a.sql", goose, "2_b.sql", "A;"), "error db/2_b.sql: it has no line that begins what goose runs"},
		"twice":      {folder("1_a.sql", goose, "01_b.sql", goose), "error db/1_a.sql: 01_b.sql has the same number"},
		"ENVSUB":     {folder("1_a.sql", "-- +goose ENVSUB ON\n"+goose), "error db/1_a.sql: ENVSUB is not read: what it writes depends on the environment"},
		"template":   {folder("1_a.sql", `{{ template "x" }}`, "tern.conf", ""), "error db/1_a.sql: templates of tern are not read: let the key"},
		"no text":    {folder("1_a.sql", "-- +goose Up\n\xff"), "error db/1_a.sql: it is no text in UTF-8: save it as such"},
	} {
		files, err := migrations.Read(c.files, "db", migrations.Postgres)
		got := "error " + fmt.Sprint(err)
		if err == nil {
			got = shown(files)
		}
		if !strings.HasPrefix(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func shown(files []migrations.File) string {
	var all []string
	for _, f := range files {
		words := append([]string{f.Name}, strings.Fields(f.Up)...)
		switch {
		case f.InGo:
			words = append(words, "in Go")
		case len(f.Up) != len(f.Src):
			words = append(words, "of another length")
		case f.Alone:
			words = slices.Insert(words, 1, "alone")
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, " ")
}

// TestTooMuch wants a schema that is too large to be an error.
func TestTooMuch(t *testing.T) {
	many := fstest.MapFS{}
	for i := range 2001 {
		many[fmt.Sprintf("db/%d_a.sql", i)] = &fstest.MapFile{}
	}
	if _, err := migrations.Read(many, "db", migrations.Postgres); err == nil {
		t.Error("2001 files are read")
	}
	large := folder("1_a.sql", strings.Repeat("-- x\n", 1<<20), "2_b.sql", strings.Repeat("-- x\n", 1<<20+1))
	if _, err := migrations.Read(large, "db", migrations.Postgres); err == nil {
		t.Error("more than 10 MB are read")
	}
}

// TestSent wants nothing to be sent that is not of the tables, and each place to stay where it is.
func TestSent(t *testing.T) {
	for src, want := range map[string]string{
		"CREATE TABLE a (b int); GRANT ALL ON a TO b; ALTER TABLE a OWNER TO b;":                        "CREATE TABLE a (b int); ; ;",
		"ALTER TABLE a OWNER TO b, ADD c int;":                                                          "ALTER TABLE a OWNER TO b, ADD c int;",
		"SET statement_timeout = 0; SET LOCAL lock_timeout = 1; SET search_path = a;":                   "; ; SET search_path = a;",
		"CREATE SCHEMA a AUTHORIZATION b; CREATE SCHEMA AUTHORIZATION b;":                               "CREATE SCHEMA a ; CREATE SCHEMA AUTHORIZATION b;",
		"COPY a (b) FROM stdin;\n1\t'\n\\.\nCREATE TABLE c (d int);":                                    "CREATE TABLE c (d int);",
		"\\restrict x\n\\connect db\n\\unrestrict x\nSELECT '\n\\quit\n';":                              "SELECT '\n\\quit\n';",
		"\\connect a\n\\connect b":                                                                      "error a.sql: \\connect is a command of psql, which is not run",
		"SELECT 1;\n  \\i other.sql":                                                                    "error a.sql: \\i is a command of psql, which is not run",
		"\\! rm x":                                                                                      "error a.sql: \\! is a command of psql, which is not run",
		"SELECT 1 \\gexec":                                                                              "error a.sql: \\gexec is a command of psql, which is not run",
		"CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'x';\nGRANT y TO z;\n$$; REVOKE x;": "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'x';\nGRANT y TO z;\n$$; ;",
	} {
		f, err := migrations.Plain("a.sql", src, migrations.Postgres)
		got := "error " + fmt.Sprint(err)
		if err == nil {
			got = strings.Join(strings.Fields(f.Up), " ")
			want = strings.Join(strings.Fields(want), " ")
			if len(f.Up) != len(src) {
				t.Errorf("%q is of another length", src)
			}
		}
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", src, got, want)
		}
	}
}
