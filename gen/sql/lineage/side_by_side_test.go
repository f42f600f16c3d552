package lineage

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// TestFollowedSideBySide wants what a resolver notes in a tree to stay out of the trees of the schema, which all statements share.
func TestFollowedSideBySide(t *testing.T) {
	schema := ReadSchema(`
		CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, short TEXT GENERATED ALWAYS AS (upper(name)), shorter TEXT AS (lower(short)));
		CREATE VIEW people AS SELECT id, trim(name) AS name FROM users WHERE length(name) > 1;
		CREATE TABLE copies AS SELECT short AS name FROM users;`)
	const kept = "as it was"
	var trees []*tree.Expr
	mark := func(e *tree.Expr) {
		e.Got = statement.Unfollowed(kept)
		trees = append(trees, e)
	}
	for _, table := range []string{"people", "copies"} {
		schema.Table(table).View.Each(func(*tree.Core) {}, mark)
	}
	for _, c := range schema.Table("users").Columns {
		(&tree.Query{Cores: []*tree.Core{{Where: c.Value}}}).Each(func(*tree.Core) {}, mark)
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
		if e.Got.Unproved != kept {
			t.Errorf("a statement has noted in the schema what flows into %q", e.Text)
		}
	}
}
