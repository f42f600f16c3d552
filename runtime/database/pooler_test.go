package database_test

import (
	"errors"
	"net/http"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestPooledTransaction begins transactions of two programs behind a pooler, which has both run on one connection: that the first
// statement of the second is prepared there by the first already is no failure.
func TestPooledTransaction(t *testing.T) {
	address := dbtest.Postgres(t)
	pooled := dbtest.Pooled(t, address)
	openStore(t, address, "").exec(t, "CREATE TABLE notes (body TEXT NOT NULL)")
	for range 2 {
		s := openStore(t, pooled, "")
		tx := database.NewTransaction(s.setup, "DATABASE_URL", database.ReadCommitted)
		count := database.NewQuery[struct{ N int64 }](s.setup, "DATABASE_URL", "SELECT count(*) FROM notes WHERE body = $1")
		insert := database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO notes (body) VALUES ($1)", database.Part())
		runs := 0
		status := (&bank{store: s}).answer(t, func(x *rt.Exec) error {
			x.Enter("keep")
			err := database.Transact(x, tx, func() error {
				runs++
				_, _, err := count.One(x, "a")
				_, failure := insert.Exec(x, "a")
				return errors.Join(err, failure)
			})
			if err != nil {
				return err
			}
			return x.Empty(http.StatusNoContent)
		})
		if status != http.StatusNoContent || runs != 1 {
			t.Errorf("answered %d, and the region has run %d times: %s", status, runs, s.log)
		}
	}
}
