package database_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// note is a row of notes as a program knew that table when it was made.
type note struct {
	ID   int64
	Text *string
}

// TestMoreColumns adds columns to a table while a query gives all of them: it goes by their names, in a transaction and outside of one.
func TestMoreColumns(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testMoreColumns(t, openStore(t, "sqlite:test.db", "")) })
	t.Run("postgres", func(t *testing.T) { testMoreColumns(t, openStore(t, dbtest.Postgres(t), "")) })
}

func testMoreColumns(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")
	s.exec(t, "INSERT INTO notes VALUES (1, 'a')")
	all := database.NewQuery[note](s.setup, "DATABASE_URL", "SELECT * FROM notes ORDER BY id", database.Columns("id", "text"), database.MaxRows(10))
	joined := database.NewQuery[note](s.setup, "DATABASE_URL", "SELECT * FROM (SELECT text AS extra FROM notes) AS x, notes", database.Columns("extra", "id"))
	read := func(what string) {
		t.Helper()
		s.execute(t.Context(), func(x *rt.Exec) {
			row, found, err := all.One(x)
			rows, failure := all.Many(x)
			if !found || err != nil || failure != nil || row.ID != 1 || *row.Text != "a" || rows.Count != 1 || *rows.Rows[0].Text != "a" {
				t.Errorf("%s: %v, %v, %v, %v", what, row, rows, err, failure)
			}
		})
	}
	read("at first")
	s.exec(t, "ALTER TABLE notes ADD COLUMN more INTEGER")
	read("with one more")
	s.exec(t, "ALTER TABLE notes ADD COLUMN extra TEXT")
	read("with two more")
	s.execute(t.Context(), func(x *rt.Exec) {
		if _, _, err := joined.One(x); err == nil || !strings.Contains(err.Error(), `two columns of the result are named "extra" by now`) {
			t.Errorf("of two that may be meant: %v", err)
		}
	})
	s.exec(t, "ALTER TABLE notes RENAME COLUMN text TO body")
	s.execute(t.Context(), func(x *rt.Exec) {
		if _, _, err := all.One(x); err == nil || !strings.Contains(err.Error(), `no column "text" any more`) {
			t.Errorf("of one that is gone: %v", err)
		}
	})
}
