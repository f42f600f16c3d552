package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestEnginesOfTheHouse links the engines of the tables that a service makes itself, and no other, whatever its own Go
// links. On PostgreSQL alone no file stands in for a database.
func TestEnginesOfTheHouse(t *testing.T) {
	const sql = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
		q sql {"sqlMode": "one", "sqlQuery": "SELECT name FROM people WHERE id = 1"}
		count rateLimit {"limitKey": "all", "limitRate": "5/1m"}
		ok response {"responseStatus": 204}
		no response {"responseStatus": 429}
		gone response {"responseStatus": 404}
		in -> count
		count:allowed -> q -> ok
		count:limited -> no
		q:notFound -> gone`
	const plain = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
		ok response {"responseStatus": 204}
		in -> ok`
	for name, test := range map[string]struct {
		drawing          string
		sqlite, postgres bool
		links            bool
		elsewhere        bool
		want             string
		server           bool
	}{
		"PostgreSQL":              {sql, false, true, true, true, "postgres", true},
		"PostgreSQL, linked":      {sql, false, true, false, true, "postgres", true},
		"SQLite":                  {sql, true, false, true, true, "sqlite", false},
		"both":                    {sql, true, true, true, true, "postgres sqlite", false},
		"no statement":            {plain, false, true, true, true, "", false},
		"tables of flowc":         {sql, true, false, true, false, "postgres redis sqlite", false},
		"tables of flowc, linked": {sql, true, false, false, false, "", false},
	} {
		f := folderDrawn(t, test.drawing)
		f.Schema, f.Links, f.Elsewhere = nil, test.links, test.elsewhere
		if test.sqlite {
			f.Schema = diag.NewFile("schema.sql", []byte(people))
		}
		if test.postgres {
			f.Postgres = diag.NewFile(postgres.SchemaFile, []byte(peoplePostgres))
		}
		files, found, err := gen.Compile(f)
		if err != nil || found.HasErrors() {
			t.Fatalf("%s: %v %q", name, err, told(found))
		}
		var text string
		for _, file := range files {
			if file.Name == "flows.flow.go" {
				text = string(file.Content)
			}
		}
		var linked []string
		for _, engine := range []string{"postgres", "redis", "sqlite"} {
			if strings.Contains(text, `_ "github.com/flowc-dev/flowc/runtime/engine/`+engine+`"`) {
				linked = append(linked, engine)
			}
		}
		if got := strings.Join(linked, " "); got != test.want || strings.Contains(text, "s.Server()") != test.server {
			t.Errorf("%s: linked are %q, want %q; s.Server() %v\n%s", name, got, test.want, test.server, text)
		}
	}
}
