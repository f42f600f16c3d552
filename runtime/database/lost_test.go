package database_test

import (
	"errors"
	"net/http"
	"sync"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// cutStore is a store over a line that a test cuts, with a table of notes.
type cutStore struct {
	*store
	line *dbtest.Line
}

func openCut(t *testing.T) *cutStore {
	t.Helper()
	line := dbtest.NewLine(t, dbtest.Postgres(t))
	s := &cutStore{openStore(t, line.URL, ""), line}
	s.exec(t, "CREATE TABLE notes (id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body TEXT NOT NULL UNIQUE)")
	return s
}

// idle has n connections that wait for statements. Each has run one a moment ago, so that the driver does not look at
// it before the next.
func (s *cutStore) idle(t *testing.T, n int) {
	t.Helper()
	sleep := database.NewQuery[struct{ Value string }](s.setup, "DATABASE_URL", "SELECT CAST(pg_sleep(0.3) AS TEXT)")
	for range 2 {
		var all sync.WaitGroup
		for range n {
			all.Go(func() {
				s.execute(t.Context(), func(x *rt.Exec) {
					if _, _, err := sleep.One(x); err != nil {
						t.Error(err)
					}
				})
			})
		}
		all.Wait()
	}
}

func (s *cutStore) count(t *testing.T, body string) int64 {
	t.Helper()
	return scalar[int64](t, s.store, "SELECT count(*) FROM notes WHERE body = $1", body)
}

// TestLostIdle loses connections that nothing uses: what reads is sent once more, and a change is not.
func TestLostIdle(t *testing.T) {
	s := openCut(t)
	s.idle(t, 6)
	s.line.Cut()
	if n := s.count(t, "a"); n != 0 {
		t.Error(n)
	}
	s.idle(t, 6)
	s.line.Cut()
	const insert = "INSERT INTO notes (body) VALUES ($1)"
	if _, err := s.try(t, insert, "a"); !isUnavailable(err) {
		t.Errorf("a change over a connection that was lost: %v", err)
	}
	s.exec(t, insert, "b") // the others are gone with it
}

// TestLostStatement loses the connection of a statement that runs.
func TestLostStatement(t *testing.T) {
	s := openCut(t)
	for _, answered := range []bool{false, true} {
		s.line.CutAt("read-me", answered)
		if n := s.count(t, "read-me"); n != 0 {
			t.Error(n)
		}
		s.line.CutAt("many-of", answered)
		if rows, err := many[numbered](t, s.store, 9, "SELECT id FROM notes WHERE body <> $1", "many-of"); err != nil {
			t.Error(rows, err)
		}
		body := map[bool]string{false: "unsent", true: "done"}[answered]
		s.line.CutAt(body, answered)
		if _, err := s.try(t, "INSERT INTO notes (body) VALUES ($1)", body); !isUnavailable(err) {
			t.Errorf("%s: %v", body, err)
		}
		if n := s.count(t, body); (n == 1) != answered {
			t.Errorf("%s: there are %d", body, n)
		}
		whole := body + " as a whole"
		s.line.CutAt(whole, answered)
		rows, err := many[numbered](t, s.store, 9, "INSERT INTO notes (body) VALUES ($1) RETURNING id", whole)
		if err != nil || rows.Count != 1 || s.count(t, whole) != 1 {
			t.Errorf("%s: %+v, %v", whole, rows, err)
		}
	}
}

// TestLostWithoutParameters loses the connection of a change without parameters: the driver says that nothing was sent.
func TestLostWithoutParameters(t *testing.T) {
	s := openCut(t)
	s.exec(t, "CREATE TABLE visits (page TEXT)")
	s.line.CutAt("'front'", true)
	if _, err := s.try(t, "INSERT INTO visits VALUES ('front')"); !isUnavailable(err) {
		t.Error(err)
	}
	if n := scalar[int64](t, s.store, "SELECT count(*) FROM visits"); n != 1 {
		t.Errorf("there are %d visits, want 1", n)
	}
}

// TestLostFunction loses the connection of a SELECT that changes something: it is not sent again.
func TestLostFunction(t *testing.T) {
	s := openCut(t)
	s.exec(t, `CREATE FUNCTION keep(body TEXT) RETURNS INTEGER LANGUAGE sql AS
		'INSERT INTO notes (body) VALUES (body) RETURNING id'`)
	keep := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT keep($1) AS n", database.Writes())
	s.line.CutAt("by a function", true)
	s.execute(t.Context(), func(x *rt.Exec) {
		if _, _, err := keep.One(x, "by a function"); !isUnavailable(err) {
			t.Error(err)
		}
	})
}

// TestLostTransaction loses connections of transactions: only one in which nothing was answered begins once more.
func TestLostTransaction(t *testing.T) {
	s := openCut(t)
	tx := database.NewTransaction(s.setup, "DATABASE_URL")
	insert := database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO notes (body) VALUES ($1)", database.Part())
	in := func(x *rt.Exec, body string) (err error) {
		defer x.Savepoint(&err)()
		_, err = insert.Exec(x, body)
		return err
	}
	for _, c := range []struct {
		name, cut string
		answered  bool
		status    int
		kept      int64
	}{
		{"begin", "begin", true, 204, 1},
		{"mark", "SAVEPOINT", false, 204, 1},
		{"first", "first first", false, 204, 1},
		{"first that was done", "first first", true, 204, 1},
		{"second", "second", true, 503, 0},
		{"commit", "commit\x00", false, 504, 0},
		{"commit that was done", "commit\x00", true, 504, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.exec(t, "DELETE FROM notes")
			s.line.CutAt(c.cut, c.answered)
			runs := 0
			status := (&bank{store: s.store}).answer(t, func(x *rt.Exec) error {
				x.Enter("keep")
				err := database.Transact(x, tx, func() error {
					runs++
					return errors.Join(in(x, "first first"), in(x, "second"))
				})
				if err != nil {
					return err
				}
				return x.Empty(http.StatusNoContent)
			})
			if status != c.status || runs != 1 {
				t.Errorf("answered %d, and the region has run %d times: %s", status, runs, s.log)
			}
			if n := s.count(t, "second"); n != c.kept {
				t.Errorf("%d are kept, want %d", n, c.kept)
			}
		})
	}
}
