package sqlite_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestKept wants a database that was closed taken for the same schema, by one at a time, and for no other one.
func TestKept(t *testing.T) {
	var kept sqlite.Kept
	opened := func(schema *diag.File) *sqlite.Checker {
		t.Helper()
		c, problems := kept.Open(schema)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return c
	}
	file := func(text string) *diag.File { return diag.NewFile("schema.sql", []byte(text)) }
	const notes, other = "CREATE TABLE notes (id INTEGER PRIMARY KEY)", "CREATE TABLE notes (id TEXT PRIMARY KEY)"
	first := opened(file(notes))
	if second := opened(file(notes)); second == first {
		t.Fatal("a database is used twice")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for _, schema := range []*diag.File{nil, file(""), file(other)} {
		if c := opened(schema); c == first {
			t.Errorf("the database of one schema is opened for another one")
		}
	}
	again := opened(file(notes))
	if again != first {
		t.Error("a database that was closed is not used again")
	}
	if got := show(prepare(again, "SELECT id FROM notes").Columns); got != "id int" {
		t.Errorf("its columns are %s", got)
	}
}

// TestKeptMistakes wants the mistakes of a schema said each time, in the file that it is of.
func TestKeptMistakes(t *testing.T) {
	var kept sqlite.Kept
	for i := range 3 {
		file := diag.NewFile(fmt.Sprint(i), []byte("CREATE TABLE notes (id INTEGER"))
		c, problems := kept.Open(file)
		if len(problems) != 1 || problems[0].File != file {
			t.Errorf("problems are %v", problems)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeptBounded wants databases closed of which there are too many, and the rest used.
func TestKeptBounded(t *testing.T) {
	var kept sqlite.Kept
	var group sync.WaitGroup
	for i := range 100 {
		group.Go(func() {
			c, _ := kept.Open(diag.NewFile("schema.sql", fmt.Appendf(nil, "CREATE TABLE t%d (id INTEGER PRIMARY KEY)", i%20)))
			if got := show(prepare(c, fmt.Sprintf("SELECT id FROM t%d", i%20)).Columns); got != "id int" {
				t.Errorf("the columns of t%d are %s", i%20, got)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := kept.Free(); n != sqlite.MaxKept {
		t.Errorf("%d databases are kept, want %d", n, sqlite.MaxKept)
	}
}
