package statement

import "testing"

// TestFollowedSideBySide wants what a resolver notes in a tree to stay out of the trees of the schema, which all statements share.
func TestFollowedSideBySide(t *testing.T) {
	schema := ReadSchema(`
		CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, short TEXT GENERATED ALWAYS AS (upper(name)), shorter TEXT AS (lower(short)));
		CREATE VIEW people AS SELECT id, trim(name) AS name FROM users WHERE length(name) > 1;
		CREATE TABLE copies AS SELECT short AS name FROM users;`)
	const kept = "as it was"
	var trees []*expr
	mark := func(e *expr) {
		e.got = unproved(kept)
		trees = append(trees, e)
	}
	for _, table := range []string{"people", "copies"} {
		schema.Table(table).view.each(func(*core) {}, mark)
	}
	for _, c := range schema.Table("users").Columns {
		(&visit{core: func(*core) {}, expr: mark}).value(c.value)
	}
	if len(trees) < 8 {
		t.Fatalf("%d expressions are found in the schema", len(trees))
	}
	for _, text := range []string{
		"SELECT * FROM people", "SELECT name FROM copies", "SELECT shorter FROM users WHERE short = ?1",
		"INSERT INTO users (name) VALUES (?1) RETURNING shorter", "UPDATE users SET name = ?1 WHERE id IN (SELECT id FROM people)",
	} {
		Resolve(text, schema)
	}
	for _, e := range trees {
		if e.got.Unproved != kept {
			t.Errorf("a statement has noted in the schema what flows into %q", e.text)
		}
	}
}
