package golden_test

import "strings"

// parting is a table that the schemas of the two engines declare differently, and the nodes to which that matters.
type parting struct {
	what             string
	sqlite, postgres string
	nodes            []addition
	codes            string
}

// partings are the ways in which a schema of PostgreSQL may promise less than that of SQLite.
var partings = []parting{
	{
		"a column that may be NULL", "id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL",
		"id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, note text",
		[]addition{{"newcomer", "sql", `"sqlQuery": "UPDATE extras SET name = note WHERE id = 1"`}}, "FC206",
	},
	{
		"a column that may be NULL, read", "id INTEGER PRIMARY KEY, name TEXT NOT NULL", "id bigint PRIMARY KEY, name text",
		[]addition{
			{"reader", "sql", `"sqlMode": "many", "sqlQuery": "SELECT name FROM extras WHERE id = 1"`},
			{"newcomer", "set", `"setValues": {"greeting": "Dear {{reader.rows[0].name}}"}`},
		}, "FC206",
	},
	{
		"a column that is NOT NULL", "id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT",
		"id bigint PRIMARY KEY, name text NOT NULL, note text NOT NULL",
		[]addition{{"newcomer", "sql", `"sqlQuery": "UPDATE extras SET note = {{request.query[\"note\"]}} WHERE id = 1"`}}, "FC206",
	},
	{
		"an id without IDENTITY", "id INTEGER PRIMARY KEY, name TEXT NOT NULL", "id bigint PRIMARY KEY, name text NOT NULL",
		[]addition{{"newcomer", "sql", `"sqlQuery": "INSERT INTO extras (name) VALUES ('a')"`}}, "FC209",
	},
	{
		"a column without DEFAULT", "id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INTEGER NOT NULL DEFAULT 0",
		"id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, n int NOT NULL",
		[]addition{{"newcomer", "sql", `"sqlQuery": "INSERT INTO extras (name) VALUES ('a')"`}}, "FC209",
	},
	{
		"a UNIQUE column", "id INTEGER PRIMARY KEY, name TEXT NOT NULL",
		"id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE",
		[]addition{{"newcomer", "sql", `"sqlQuery": "INSERT INTO extras (name) VALUES ({{or(request.query[\"name\"], \"\")}})"`}}, "FC214",
	},
	{
		"a key that ON CONFLICT names", "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE",
		"id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL",
		[]addition{{"newcomer", "sql", `"sqlQuery": "INSERT INTO extras (name) VALUES ('a') ON CONFLICT (name) DO NOTHING"`}}, "FC209",
	},
	{
		"a view that hands on a hash", "id INTEGER PRIMARY KEY, password_hash TEXT NOT NULL); CREATE VIEW handed AS SELECT '' AS shown FROM extras WHERE (1 = 1",
		"id bigint PRIMARY KEY, password_hash text NOT NULL); CREATE VIEW handed AS SELECT password_hash AS shown FROM extras WHERE (1 = 1",
		[]addition{
			{"reader", "sql", `"sqlMode": "many", "sqlQuery": "SELECT shown FROM handed"`},
			{"newcomer", "api", `"apiMethod": "POST", "apiUrl": "https://example.com/a", "apiBody": {"a": "{{reader.rows[0].shown}}"}`},
		}, "FC402 FC206",
	},
}

// partSchemas adds a table to both schemas of a project that has two, which that of PostgreSQL declares in another way, once a project.
func partSchemas(d *draft) []mutant {
	schema := d.files.schemaOf()
	if d.files[beginsPostgres] == nil || !d.first() || d.node(d.entry()).Type.Value == "subflow" {
		return nil
	}
	var list []mutant
	for _, p := range partings {
		files := d.chaining(p.nodes...)
		files[schema] = declaring(files[schema], p.sqlite)
		files[beginsPostgres] = declaring(files[beginsPostgres], p.postgres)
		list = append(list, mutant{what: "for PostgreSQL alone, " + p.what, files: files, want: at(p.codes, "newcomer", "/data")})
	}
	return list
}

// declaring is a migration with one table more.
func declaring(file []byte, columns string) []byte {
	return []byte(strings.Replace(string(file), "-- +goose Up\n", "-- +goose Up\nCREATE TABLE extras ("+columns+");\n", 1))
}
