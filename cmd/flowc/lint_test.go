package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// misspelt is a workflow whose statement only PostgreSQL runs, and refuses.
const misspelt = `{
  "version": 1,
  "id": "b7qtuhncli2agyylwkgjnplint",
  "name": "list",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/notes", "endpointPublic": true}},
    {"id": "notes", "type": "sql", "data": {"sqlDialect": "postgres", "sqlQuery": "SELECT DISTINCT ON (text) id, text FROM notes WHERE mad > now()"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": "{{notes.rows}}"}}
  ],
  "edges": [{"source": "in", "target": "notes"}, {"source": "notes", "target": "ok"}]
}
`

// TestLintAsksServer wants lint to ask the server that is named about statements that flows.postgres.json does not know, and about
// those only; to start none where none is named; and to write nothing.
func TestLintAsksServer(t *testing.T) {
	address := dbtest.Postgres(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module notes\n\ngo 1.26\n")
	write("list.flow.json", misspelt)
	write(postgres.SchemaFile, "CREATE TABLE notes (id bigint PRIMARY KEY, text text NOT NULL, made timestamptz NOT NULL);\n")
	const refused = `PostgreSQL: column "mad" does not exist`
	lint := func(url string, want int, says string) {
		t.Helper()
		t.Setenv(ask.Variable, url)
		before := names(t, dir)
		var out, err bytes.Buffer
		if code := Main([]string{"lint", dir}, nil, &out, &err); code != want || !strings.Contains(err.String(), says) {
			t.Errorf("with %q: exit code %d, want %d with %q\n%s", url, code, want, says, err.String())
		}
		if url == "" && strings.Contains(err.String(), refused) {
			t.Errorf("without a server that is named, one was asked: %s", err.String())
		}
		if after := names(t, dir); !slices.Equal(before, after) {
			t.Errorf("with %q: the folder has %v, and had %v", url, after, before)
		}
	}
	const away = "postgres://nobody@127.0.0.1:1/none"
	lint("", exitFine, "is not proved")
	lint("off", exitFine, "is not proved")
	lint(away, exitFine, "PostgreSQL was not asked")
	lint(address, exitProblems, refused)
	write("list.flow.json", strings.Replace(misspelt, "mad >", "made >", 1))
	lint(address, exitFine, "")
	var out, err bytes.Buffer
	if code := Main([]string{"generate", dir}, nil, &out, &err); code != exitFine {
		t.Fatalf("generate: %s", err.String())
	}
	lint(away, exitFine, "")
}

// names are the files of a folder with when they were written.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e.Name()+" "+info.ModTime().String())
	}
	return list
}
