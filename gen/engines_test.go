package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema/diag"
)

// people is a table as schema.sql has it, and peoplePostgres the same as schema.postgres.sql does.
const (
	people = `CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT, rank INTEGER NOT NULL DEFAULT 0, key_hash TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL);
CREATE VIEW cards AS SELECT id, name, '' AS extra FROM people;`
	peoplePostgres = `CREATE TABLE people (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, nick text, rank int NOT NULL DEFAULT 0, key_hash text NOT NULL UNIQUE, password_hash text NOT NULL);
CREATE VIEW cards AS SELECT id, name, '' AS extra FROM people;`
)

// TestTwoSchemas changes schema.postgres.sql alone: of statements for both engines the worse counts. As both are alike, nothing is
// told.
func TestTwoSchemas(t *testing.T) {
	const request = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"s": {"type": "string", "required": true}, "o": {"type": "string"}}}
`
	shown := func(query, value string) string {
		return `q sql {"sqlMode": "many", "sqlQuery": "` + query + `"}
			each forEach {"eachItems": "{{q.rows}}"}
			s set {"setValues": {"a": "` + value + `"}}
			ok response {"responseStatus": 204}
			in -> q -> each
			each:each -> s
			each:done -> ok`
	}
	run := func(query string) string {
		return `q sql {"sqlQuery": "` + query + `"}
			ok response {"responseStatus": 204}
			in -> q -> ok`
	}
	for name, tt := range map[string]struct{ from, to, drawing, want string }{
		"null": {"name text NOT NULL", "name text", shown("SELECT name FROM people LIMIT 9", "Dear {{item.name}}"), "FC206"},
		"null of a view": {
			"SELECT id, name, ", "SELECT id, (SELECT p.name FROM people p WHERE p.id = 1) AS name, ",
			shown("SELECT name FROM cards LIMIT 9", "Dear {{item.name}}"), "FC206",
		},
		"null given":        {"name text NOT NULL", "name text", run("UPDATE people SET key_hash = name WHERE id = 1"), "PostgreSQL: column \"key_hash\" of \"people\" is NOT NULL, and \"name\" may be NULL"},
		"NOT NULL":          {"nick text", "nick text NOT NULL DEFAULT ''", run("UPDATE people SET nick = {{o}} WHERE id = 1"), "FC206"},
		"NOT NULL, left":    {"nick text", "nick text NOT NULL", run("INSERT INTO people (name, key_hash, password_hash) VALUES ('a', {{sha256(uuid())}}, 'c')"), "PostgreSQL: column \"nick\" of \"people\" is NOT NULL, without a default"},
		"an id":             {"id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "id bigint PRIMARY KEY", run("INSERT INTO people (name, key_hash, password_hash) VALUES ('a', {{sha256(uuid())}}, 'c')"), "PostgreSQL: column \"id\" of \"people\" is NOT NULL"},
		"DEFAULT":           {"int NOT NULL DEFAULT 0", "int NOT NULL", run("INSERT INTO people (name, key_hash, password_hash) VALUES ('a', {{sha256(uuid())}}, 'c')"), "PostgreSQL: column \"rank\" of \"people\" is NOT NULL"},
		"UNIQUE":            {"name text NOT NULL", "name text NOT NULL UNIQUE", run("INSERT INTO people (name, key_hash, password_hash) VALUES ({{s}}, {{sha256(uuid())}}, 'c')"), "FC214"},
		"UNIQUE by index":   {"CREATE VIEW", "CREATE UNIQUE INDEX one ON people (name); CREATE VIEW", run("UPDATE people SET name = {{s}} WHERE id = 1"), "FC214"},
		"ON CONFLICT":       {"key_hash text NOT NULL UNIQUE", "key_hash text NOT NULL", run("INSERT INTO people (name, key_hash, password_hash) VALUES ('a', {{s}}, 'c') ON CONFLICT (key_hash) DO NOTHING"), "FC209"},
		"labels, answered":  {"'' AS extra", "password_hash AS extra", strings.Replace(run("SELECT extra FROM cards LIMIT 9"), `{"sqlQuery"`, `{"sqlMode": "many", "sqlQuery"`, 1) + "\n", "FC402"},
		"labels by trigger": {"CREATE VIEW", "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.nick := NEW.password_hash; RETURN NEW; END $$; CREATE TRIGGER t BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION f(); CREATE VIEW", strings.Replace(run("SELECT nick FROM people LIMIT 9"), `{"sqlQuery"`, `{"sqlMode": "many", "sqlQuery"`, 1), "FC402"},
	} {
		drawing := request + strings.Replace(tt.drawing, `{"responseStatus": 204}`, `{"responseStatus": 200, "responseBody": {"a": "x"}}`, 1)
		if tt.want == "FC402" {
			drawing = strings.Replace(drawing, `{"a": "x"}`, `"{{q.rows}}"`, 1)
		}
		lint := func(schema string) string {
			f := folderDrawn(t, drawing)
			f.Schema = diag.NewFile("schema.sql", []byte(people))
			f.Postgres = diag.NewFile(postgres.SchemaFile, []byte(schema))
			return strings.Join(told(gen.Lint(f)), "\n")
		}
		if !strings.Contains(peoplePostgres, tt.from) {
			t.Fatalf("%s: no %q", name, tt.from)
		}
		if got := lint(strings.Replace(peoplePostgres, tt.from, tt.to, 1)); !strings.Contains(got, tt.want) {
			t.Errorf("%s: told %q, want %q", name, got, tt.want)
		}
		if got := lint(peoplePostgres); strings.Contains(got, tt.want) {
			t.Errorf("%s: told %q, as both schemas are alike", name, got)
		}
	}
}
