package database_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// contended moves money in an execution of an entry point with a time-out; another one is in its way the first times that it does.
func (b *bank) contended(t *testing.T, timeout time.Duration, times int, move func(x *rt.Exec) error) (answer http.Header, status, runs int) {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](b.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/", Timeout: timeout})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("all")
		return database.Transact(x, b.tx, func() error {
			x.Enter("sum")
			if _, _, err := b.sum.One(x); err != nil {
				return err
			}
			if runs++; runs <= times {
				b.exec(t, "UPDATE accounts SET amount = amount + 1 WHERE name = 'ann'")
			}
			x.SetHeader("X-Run", strings.Repeat("i", runs))
			x.Enter("move")
			if err := move(x); err != nil {
				return err
			}
			x.Enter("ok")
			return x.Empty(http.StatusNoContent)
		})
	})
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
	return w.Header(), w.Code, runs
}

// TestRunsAgain runs a serializable region again until it commits: the answer, the trail and the log are those of the last run.
func TestRunsAgain(t *testing.T) {
	s := openStoreAt(t, "info", t.TempDir(), dbtest.Postgres(t), "")
	b := newBank(t, s, database.Serializable, database.Rerun)
	answer, status, runs := b.contended(t, 0, 3, func(x *rt.Exec) error { return b.move(x, 10) })
	if status != http.StatusNoContent || runs != 4 || answer.Get("X-Run") != "iiii" {
		t.Errorf("answered %d %v after %d runs", status, answer, runs)
	}
	b.wants(t, 93, 10)
	if !strings.Contains(s.log.String(), `"nodes":"in all sum move ok","reruns":3}`) {
		t.Errorf("the log is:\n%s", s.log)
	}
}

// TestRunsAgainOnlyWhereItMay runs a region once that was not said to be run again, and one that fails for another reason.
func TestRunsAgainOnlyWhereItMay(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	for what, c := range map[string]struct {
		options []database.TransactionOption
		amount  int64
	}{"not said": {[]database.TransactionOption{database.Serializable}, 10}, "refused": {[]database.TransactionOption{database.Serializable, database.Rerun}, 1000}} {
		b := newBank(t, s, c.options...)
		times := map[bool]int{true: 1}[c.amount == 10]
		if answer, status, runs := b.contended(t, 0, times, func(x *rt.Exec) error { return b.move(x, c.amount) }); runs != 1 || status < 400 || answer.Get("Retry-After") != "" {
			t.Errorf("%s: answered %d %v after %d runs", what, status, answer, runs)
		}
		b.wants(t, 100+int64(times), 0)
	}
}

// TestRunsAgainForHalfOfTheTime ends with a 503 that says when to come again, before the time of the execution is over; a Retry around
// it counts all that as one attempt.
func TestRunsAgainForHalfOfTheTime(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	b := newBank(t, s, database.Serializable, database.Rerun)
	began := time.Now()
	answer, status, runs := b.contended(t, 2*time.Second, 1000, func(x *rt.Exec) error { return b.move(x, 10) })
	if took := time.Since(began); status != http.StatusServiceUnavailable || answer.Get("Retry-After") == "" || runs < 2 || runs > 21 || took > 1900*time.Millisecond {
		t.Errorf("answered %d %v after %d runs, in %v", status, answer, runs, took)
	}
	b.wants(t, 100+int64(runs), 0)
	attempts, runs := 0, 0
	b.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("again")
		err := rt.Retry(x, rt.RetryPolicy{Attempts: 2}, func() error {
			attempts++
			x.Enter("all")
			return database.Transact(x, b.tx, func() error {
				if _, _, err := b.sum.One(x); err != nil || attempts == 2 {
					return err
				}
				runs++
				b.exec(t, "UPDATE accounts SET amount = amount + 1 WHERE name = 'ann'")
				return b.move(x, 10)
			})
		})
		if err != nil || attempts != 2 || runs < 2 {
			t.Errorf("%d attempts, %d runs of the first: %v", attempts, runs, err)
		}
	})
}

// TestReadOnly has a transaction see one state of the database, and hold no other up.
func TestReadOnly(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testReadOnly(t, openStore(t, "sqlite:test.db", "")) })
	t.Run("postgres", func(t *testing.T) { testReadOnly(t, openStore(t, dbtest.Postgres(t), "")) })
}

func testReadOnly(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadOnly)
	b.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("all")
		err := database.Transact(x, b.tx, func() error {
			for range 2 {
				if row, _, err := b.sum.One(x); err != nil || row.Sum != 100 {
					t.Errorf("the sum is %d, %v", row.Sum, err)
				}
				b.exec(t, "UPDATE accounts SET amount = amount + 1 WHERE name = 'ann'")
			}
			if err := b.move(x, 10); err == nil {
				t.Error("something is changed")
			}
			return nil
		})
		if err != nil {
			t.Log(err)
		}
	})
	b.wants(t, 102, 0)
}

// TestLevelIsSent has the level of a transaction be its own, and not that of the server.
func TestLevelIsSent(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t)+"&default_transaction_isolation=repeatable%20read", "")
	level := database.NewQuery[struct{ Level string }](s.setup, "DATABASE_URL", "SELECT current_setting('transaction_isolation')")
	for isolation, want := range map[database.TransactionOption]string{
		database.ReadCommitted: "read committed", database.ReadOnly: "repeatable read", database.Serializable: "serializable",
	} {
		tx := database.NewTransaction(s.setup, "DATABASE_URL", isolation)
		s.execute(context.Background(), func(x *rt.Exec) {
			x.Enter("all")
			err := database.Transact(x, tx, func() error {
				row, _, err := level.One(x)
				if row.Level != want {
					t.Errorf("the level is %q, want %q", row.Level, want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
