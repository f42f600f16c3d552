package postgres_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/graph"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestCanvasSaysWhoProved wants the canvas to say of a statement which engines have proved it, and of another node nothing.
func TestCanvasSaysWhoProved(t *testing.T) {
	read := func(name string) *diag.File {
		text, err := os.ReadFile(filepath.Join("both", name))
		if err != nil {
			t.Fatal(err)
		}
		return diag.NewFile(name, text)
	}
	tables := func(engine string) *diag.File {
		list, err := migrate.Read(os.DirFS("both"), engine)
		if err != nil {
			t.Fatal(err)
		}
		return diag.NewFile(engine, []byte(list[0].Up+"\n"))
	}
	sqlite, server, proofs := tables(migrate.SQLite), tables(migrate.Postgres), read(postgres.FactsFile)
	for _, c := range []struct {
		what                   string
		schema, server, proofs *diag.File
		want                   string
	}{
		{"both", sqlite, server, proofs, `^SQLite and PostgreSQL \d+ have proved the statement\.$`},
		{"no server asked", sqlite, server, nil, `^SQLite has proved the statement\. PostgreSQL has not: run flowc generate where there is one\.$`},
		{"SQLite", sqlite, nil, nil, `^SQLite has proved the statement\.$`},
		{"PostgreSQL", nil, server, proofs, `^PostgreSQL \d+ has proved the statement\.$`},
		{"PostgreSQL, not asked", nil, server, nil, `^No engine has proved the statement: run flowc generate where there is a PostgreSQL\.$`},
		{"neither", nil, nil, nil, `^No engine has proved the statement: there are no tables for it beside the workflows\.$`},
	} {
		f := &gen.Folder{Package: "both", Templates: all.Templates(), Documents: []*diag.File{read("list.flow.json")}, Schema: c.schema, Postgres: c.server, Proofs: c.proofs}
		for _, n := range graph.Look(gen.Analyse([]*gen.Folder{f})[0].Program.Workflows[0]).Nodes {
			if n.Name == "notes" && !regexp.MustCompile(c.want).MatchString(n.Proof) || n.Type != "sql" && n.Proof != "" {
				t.Errorf("%s: of %s it says %q", c.what, n.Name, n.Proof)
			}
		}
	}
}
