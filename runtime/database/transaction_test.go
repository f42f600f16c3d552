package database_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// bank is accounts on an engine, and what executions do in transactions.
type bank struct {
	*store
	tx   *database.Transaction
	take *database.Statement
	give *database.Statement
	open *database.Statement
	sum  *database.Query[struct{ Sum int64 }]
}

// TestTransactions holds both databases to the same behaviour.
func TestTransactions(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testTransactions(t, openStore(t, "sqlite:test.db", "")) })
	t.Run("postgres", func(t *testing.T) { testTransactions(t, openStore(t, dbtest.Postgres(t), "")) })
}

func testTransactions(t *testing.T, s *store) {
	tests := []struct {
		name string
		run  func(*testing.T, *store)
	}{
		{"all or nothing", testAllOrNothing}, {"reads", testReadsInside}, {"answers", testEndsBeforeAnswer}, {"answers in a part", testAnswersInAPart}, {"conflict", testSurvivesConflict},
		{"parts", testPartsTakenBack}, {"deadline", testEndsWithItsTime}, {"begin", testFailsToBegin}, {"refused", testRefusedByOthers}, {"over", testOverIsNotCommitted},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, s) })
	}
}

func newBank(t *testing.T, s *store, options ...database.TransactionOption) *bank {
	t.Helper()
	s.exec(t, "DROP TABLE IF EXISTS accounts")
	s.exec(t, "CREATE TABLE accounts (name TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount >= 0))")
	b := &bank{
		store: s,
		tx:    database.NewTransaction(s.setup, "DATABASE_URL", options...),
		take:  database.NewStatement(s.setup, "DATABASE_URL", "UPDATE accounts SET amount = amount - $1 WHERE name = $2"),
		give:  database.NewStatement(s.setup, "DATABASE_URL", "UPDATE accounts SET amount = amount + $1 WHERE name = $2"),
		open:  database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO accounts (name, amount) VALUES ($1, $2)", database.Part()),
		sum:   database.NewQuery[struct{ Sum int64 }](s.setup, "DATABASE_URL", "SELECT CAST(sum(amount) AS BIGINT) FROM accounts"),
	}
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	s.exec(t, "INSERT INTO accounts (name, amount) VALUES ('ann', 100), ('bob', 0)")
	return b
}

// amount is what somebody has, as another execution sees it.
func (b *bank) amount(t *testing.T, name string) int64 {
	t.Helper()
	row, _, err := one[struct{ Amount int64 }](t, b.store, "SELECT amount FROM accounts WHERE name = $1", name)
	if err != nil {
		t.Fatal(err)
	}
	return row.Amount
}

// transact runs f in a transaction of an execution, and returns the answer's status and why that failed.
func (b *bank) transact(t *testing.T, f func(x *rt.Exec) error) (status int, failure error) {
	t.Helper()
	return b.answer(t, func(x *rt.Exec) error {
		x.Enter("move")
		failure = database.Transact(x, b.tx, func() error { return f(x) })
		if failure == nil && !x.Answered() {
			return x.Empty(http.StatusNoContent)
		}
		return failure
	}), failure
}

func (b *bank) answer(t *testing.T, f func(x *rt.Exec) error) int {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](b.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, f)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
	return w.Code
}

func (b *bank) wants(t *testing.T, ann, bob int64) {
	t.Helper()
	if gotAnn, gotBob := b.amount(t, "ann"), b.amount(t, "bob"); gotAnn != ann || gotBob != bob {
		t.Errorf("ann has %d and bob %d, want %d and %d", gotAnn, gotBob, ann, bob)
	}
}

func (b *bank) move(x *rt.Exec, amount int64) error {
	if _, err := b.take.Exec(x, amount, "ann"); err != nil {
		return err
	}
	_, err := b.give.Exec(x, amount, "bob")
	return err
}

var errStop = errors.New("stop")

func testAllOrNothing(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	for range 3 { // the first prepares
		if status, err := b.transact(t, func(x *rt.Exec) error { return b.move(x, 10) }); status != http.StatusNoContent {
			t.Fatalf("answered %d: %v", status, err)
		}
	}
	b.wants(t, 70, 30)
	_, err := b.transact(t, func(x *rt.Exec) error { return errors.Join(b.move(x, 10), errStop) })
	if !errors.Is(err, errStop) {
		t.Errorf("failed with %v", err)
	}
	b.wants(t, 70, 30)
	if status, err := b.transact(t, func(x *rt.Exec) error { return b.move(x, 1000) }); status != http.StatusInternalServerError {
		t.Errorf("a refused statement: answered %d: %v", status, err)
	}
	b.wants(t, 70, 30)
	func() {
		defer func() { _ = recover() }()
		b.execute(t.Context(), func(x *rt.Exec) {
			x.Enter("move")
			_ = database.Transact(x, b.tx, func() error {
				_ = b.move(x, 10)
				panic("stop")
			})
		})
	}()
	b.wants(t, 70, 30)
}

func testReadsInside(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	for range 3 {
		_, err := b.transact(t, func(x *rt.Exec) error {
			if _, err := b.give.Exec(x, int64(50), "bob"); err != nil {
				return err
			}
			row, _, err := b.sum.One(x)
			if err == nil && row.Sum != 150 {
				t.Errorf("the sum inside is %d", row.Sum)
			}
			return errors.Join(err, errStop)
		})
		if !errors.Is(err, errStop) {
			t.Fatal(err)
		}
	}
	b.wants(t, 100, 0)
}

// An answer is written when the transaction has ended: committed, or from 400 on taken back.
func testEndsBeforeAnswer(t *testing.T, s *store) {
	for _, c := range []struct {
		status  int
		options []database.TransactionOption
		kept    bool
	}{{200, nil, true}, {302, nil, true}, {400, nil, false}, {409, nil, false}, {500, nil, false},
		{409, []database.TransactionOption{database.KeepRefused, database.Rerun}, true}} {
		b := newBank(t, s, c.options...)
		status, err := b.transact(t, func(x *rt.Exec) error {
			return errors.Join(b.move(x, 10), x.Empty(c.status))
		})
		if status != c.status || err != nil {
			t.Fatalf("answered %d: %v", status, err)
		}
		if c.kept {
			b.wants(t, 90, 10)
		} else {
			b.wants(t, 100, 0)
		}
	}
}

// An answer inside of a part ends the part too, and nothing of that fails.
func testAnswersInAPart(t *testing.T, s *store) {
	for _, c := range []struct {
		status   int
		ann, bob int64
	}{{200, 90, 10}, {409, 100, 0}} {
		b := newBank(t, s, database.ReadCommitted)
		status, err := b.transact(t, func(x *rt.Exec) (err error) {
			defer x.Savepoint(&err)()
			return errors.Join(b.move(x, 10), x.Empty(c.status))
		})
		if status != c.status || err != nil {
			t.Errorf("answered %d: %v", status, err)
		}
		b.wants(t, c.ann, c.bob)
	}
}

// A conflict ends the statement and not the transaction.
func testSurvivesConflict(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	_, err := b.transact(t, func(x *rt.Exec) error {
		_, refused := b.open.Exec(x, "ann", int64(5))
		if !errors.Is(refused, database.ErrConflict) || x.Over() {
			t.Errorf("the conflict is %v, over: %t", refused, x.Over())
		}
		return b.move(x, 10)
	})
	if err != nil {
		t.Fatal(err)
	}
	b.wants(t, 90, 10)
}

// What a region did that failed is taken back, and what was done before is there.
func testPartsTakenBack(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	tried := func(x *rt.Exec, amount int64, fails error) (err error) {
		defer x.Savepoint(&err)()
		return errors.Join(b.move(x, amount), fails)
	}
	_, err := b.transact(t, func(x *rt.Exec) error {
		if err := b.move(x, 1); err != nil {
			return err
		}
		if err := tried(x, 10, errStop); !errors.Is(err, errStop) || x.Over() {
			t.Errorf("tried: %v, over: %t", err, x.Over())
		}
		if err := tried(x, 1000, nil); err == nil || x.Over() { // a statement that failed
			t.Errorf("tried: %v, over: %t", err, x.Over())
		}
		if err := tried(x, 2, nil); err != nil {
			return err
		}
		around := func() (err error) { // what a part inside has done goes with all that is around it
			defer x.Savepoint(&err)()
			return errors.Join(b.move(x, 10), tried(x, 5, nil), errStop)
		}
		if err := around(); !errors.Is(err, errStop) || x.Over() {
			t.Errorf("around: %v, over: %t", err, x.Over())
		}
		attempt := 0
		x.Enter("again")
		return rt.Retry(x, rt.RetryPolicy{Attempts: 3}, func() error {
			if attempt++; attempt < 3 {
				return errors.Join(b.move(x, 20), passing{})
			}
			return b.move(x, 4)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	b.wants(t, 93, 7)
}

// testRefusedByOthers has two serializable transactions change the same row: the one that PostgreSQL ends is begun again.
func testRefusedByOthers(t *testing.T, s *store) {
	if isSQLite(t, s) {
		return // they wait for one another
	}
	b := newBank(t, s, database.Serializable)
	attempts := 0
	b.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("again")
		err := rt.Retry(x, rt.RetryPolicy{Attempts: 2}, func() error {
			attempts++
			x.Enter("move")
			return database.Transact(x, b.tx, func() error {
				if _, _, err := b.sum.One(x); err != nil {
					return err
				}
				if attempts == 1 {
					b.exec(t, "UPDATE accounts SET amount = amount + 1 WHERE name = 'ann'")
				}
				part := func() (err error) {
					defer x.Savepoint(&err)()
					return b.move(x, 10)
				}
				err := part()
				if refused := err != nil; refused != (attempts == 1) || refused != x.Over() {
					t.Errorf("attempt %d: %v, over: %t", attempts, err, x.Over())
				}
				return err
			})
		})
		if err != nil {
			t.Error(err)
		}
	})
	b.wants(t, 91, 10)
}

// testOverIsNotCommitted has who began a transaction pass over why it can do no more: it is taken back, for that reason.
func testOverIsNotCommitted(t *testing.T, s *store) {
	if isSQLite(t, s) {
		return // they wait for one another
	}
	b := newBank(t, s, database.Serializable)
	attempts := 0
	b.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("again")
		err := rt.Retry(x, rt.RetryPolicy{Attempts: 2}, func() error {
			attempts++
			x.Enter("move")
			return database.Transact(x, b.tx, func() error {
				if _, _, err := b.sum.One(x); err != nil {
					return err
				}
				if attempts == 1 {
					b.exec(t, "UPDATE accounts SET amount = amount + 1 WHERE name = 'ann'")
				}
				_ = b.move(x, 10)
				return nil
			})
		})
		if err != nil || attempts != 2 {
			t.Errorf("%d attempts, %v", attempts, err)
		}
	})
	b.wants(t, 91, 10)
}

type passing struct{}

func (passing) Error() string     { return "passing" }
func (passing) Unavailable() bool { return true }

// Past the deadline, nothing inside goes on, and all is taken back.
func testEndsWithItsTime(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	ctx, cancel := context.WithCancel(t.Context())
	b.execute(ctx, func(x *rt.Exec) {
		x.Enter("move")
		err := database.Transact(x, b.tx, func() error {
			if err := b.move(x, 10); err != nil {
				t.Error(err)
			}
			cancel()
			return func() (err error) {
				defer x.Savepoint(&err)()
				return nil
			}()
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("failed with %v", err)
		}
	})
	b.wants(t, 100, 0)

	ctx, cancel = context.WithCancel(t.Context())
	b.execute(ctx, func(x *rt.Exec) {
		x.Enter("move")
		err := database.Transact(x, b.tx, func() error {
			defer cancel() // behind the last statement
			return b.move(x, 10)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("failed at its end with %v", err)
		}
	})
	b.wants(t, 100, 0)
}

func testFailsToBegin(t *testing.T, s *store) {
	b := newBank(t, s, database.ReadCommitted)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.execute(ctx, func(x *rt.Exec) {
		x.Enter("move")
		err := database.Transact(x, b.tx, func() error { return errStop })
		if !errors.Is(err, context.Canceled) || errors.Is(err, errStop) {
			t.Errorf("failed with %v", err)
		}
		if f := rt.FailureOf(x, err); f.Node != "move" {
			t.Errorf("the failure is that of %q", f.Node)
		}
	})
}

// Local Storage in the same file would wait for the transaction that waits for it.
func TestTransactionWantsItsFileAlone(t *testing.T) {
	for _, storageFirst := range []bool{true, false} {
		app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:one.db", "STORAGE_URL": "sqlite:./one.db"}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { app.Close() })
		s := app.Setup()
		opens := []func(){
			func() { database.NewTransaction(s, "DATABASE_URL", database.ReadCommitted) },
			func() { storage.NewStore[int64](s, storage.StoreConfig{}) },
		}
		if storageFirst {
			opens[0], opens[1] = opens[1], opens[0]
		}
		opens[0]()
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		opens[1]()
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), "STORAGE_URL names the file of DATABASE_URL") {
			t.Errorf("reported %v", err)
		}
	}
}
