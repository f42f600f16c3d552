package database

import (
	"context"
	"net/http"
	"slices"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Transaction begins the transactions of a Transaction node on its database. It is safe for concurrent use.
type Transaction struct {
	env    string
	handle *handle           // nil when set-up failed
	level  TransactionOption // its isolation
	keep   bool
	stores bool
	turn   chan struct{} // holds the one execution that runs again, nil where none does
}

// A TransactionOption is what a Transaction differs in.
type TransactionOption uint8

// The options. The first three are isolations, of which it has one: what it sees of others that run at the same time.
const (
	ReadCommitted TransactionOption = iota // what is committed when each statement begins
	ReadOnly                               // one state of the database, of which nothing may be changed
	Serializable                           // as if no other ran; SQLite's that write always are
	KeepRefused                            // an answer with a status from 400 on does not take back what was done
	Rerun                                  // nothing lasts of what is taken back: it runs again where another was in its way
	Stores                                 // Local Storage is used in it, which may be of the same database
)

// NewTransaction prepares to begin transactions on the database whose URL the environment variable env holds. Problems
// are reported to s as NewQuery does.
func NewTransaction(s *rt.Setup, env string, options ...TransactionOption) *Transaction {
	t := &Transaction{env: env, handle: open(s, env), keep: slices.Contains(options, KeepRefused)}
	if i := slices.IndexFunc(options, func(o TransactionOption) bool { return o <= Serializable }); i >= 0 {
		t.level = options[i]
	}
	if slices.Contains(options, Rerun) {
		t.turn = make(chan struct{}, 1)
	}
	if t.handle != nil && t.handle.file != "" {
		s.Alone(t.handle.file, env)
	}
	if t.handle != nil && slices.Contains(options, Stores) {
		t.stores = true
		t.handle.second.hold(s, t.handle, env)
	}
	return t
}

// pool is where its transactions begin: one that only reads keeps no other from writing.
func (t *Transaction) pool() Pool { return t.handle.pool(t.level != ReadOnly) }

// Transact runs f in a transaction, in which all statements of the execution x on the same database run; the current
// node is the Transaction. Its end commits. An error, a panic and the deadline take all back, and so does an answer
// with a status from 400 on, unless KeepRefused is set: answers are written when the transaction has ended.
//
// A commit that fails is an error of that node. Where nobody knows whether it has failed, the error is none that may
// pass. With Rerun, what another transaction was in the way of is done again, as long as half of the time that is left.
func Transact(x *rt.Exec, t *Transaction, f func() error) error {
	_, err := TransactValue(x, t, func() (struct{}, error) { return struct{}{}, f() })
	return err
}

// TransactValue is Transact for an f that yields a value.
func TransactValue[T any](x *rt.Exec, t *Transaction, f func() (T, error)) (T, error) {
	node := x.Node()
	if t.turn == nil {
		v, _, err := transactOnce(x, node, t, f)
		return v, err
	}
	s := t.series(x)
	defer s.end()
	for {
		v, open, err := transactOnce(x, node, t, f)
		if err == nil || !open.contended() {
			return v, err
		}
		if !s.again() {
			return v, s.failure(open.over)
		}
	}
}

// transactOnce runs f in one transaction, which is nil where it could not begin.
func transactOnce[T any](x *rt.Exec, node string, t *Transaction, f func() (T, error)) (v T, open *transaction, err error) {
	if t.handle != nil && (t.stores || t.handle.second.given) {
		leave, err := t.handle.second.enter(x.Context())
		if err != nil {
			return v, nil, &transactionError{statementError{env: t.env, err: classify(x.Context(), err)}, "begin a transaction", node}
		}
		defer leave()
	}
	open, err = t.begin(x.Context(), node)
	if err != nil {
		return v, nil, err
	}
	x.Begin(open)
	returned := false
	defer func() {
		x.End()
		if !returned || err != nil {
			open.rollBack()
			return
		}
		err = open.commit(x.Context())
	}()
	v, err = f()
	returned = true
	return v, open, err
}

func (t *Transaction) begin(ctx context.Context, node string) (*transaction, error) {
	if t.handle == nil {
		return nil, errNotOpen
	}
	open := &transaction{of: t, node: node}
	if err := t.handle.attempt(ctx, true, func() error { return open.start(ctx) }); err != nil {
		return nil, open.failed("begin a transaction", classify(ctx, err))
	}
	return open, nil
}

// transaction is one that an execution is in. It implements rt.Transaction.
type transaction struct {
	of    *Transaction
	node  string
	tx    Tx
	marks int  // savepoints that it is in
	wrote bool // it has changed something
	used  bool // something was sent that it can't begin again without
	ended bool
	over  error // why it can do no more
}

// start begins it on a connection, with the savepoints that it is in.
func (t *transaction) start(ctx context.Context) error {
	tx, err := t.of.pool().Begin(ctx, t.of.level)
	if err != nil {
		return err
	}
	t.tx = tx
	for range t.marks {
		if _, err := tx.Exec(ctx, savepoint, nil); err != nil {
			return err
		}
	}
	return nil
}

// send runs what is sent. Where the connection is lost before a statement was answered, nothing was done, and the
// transaction begins once more on a fresh one.
func (t *transaction) send(ctx context.Context, run func() error) error {
	err := run()
	if t.used || !t.of.handle.lost(ctx, err) {
		return err
	}
	t.used = true
	t.of.pool().Reset()
	t.tx.Rollback()
	if t.start(ctx) != nil {
		return err
	}
	return run()
}

// Settle implements rt.Transaction.
func (t *transaction) Settle(ctx context.Context, status int) error {
	if status >= http.StatusBadRequest && !t.of.keep {
		t.rollBack()
		return nil
	}
	return t.commit(ctx)
}

// Over implements rt.Transaction.
func (t *transaction) Over() error { return t.over }

// Savepoint implements rt.Transaction. Savepoints of one name are a stack, on both engines.
func (t *transaction) Savepoint(ctx context.Context) {
	t.do(ctx, savepoint)
	t.marks++
}

const savepoint = "SAVEPOINT flowc"

// Release implements rt.Transaction.
func (t *transaction) Release(ctx context.Context, back bool) {
	if t.ended {
		return
	}
	if back {
		t.do(ctx, "ROLLBACK TO SAVEPOINT flowc")
	}
	t.do(ctx, "RELEASE SAVEPOINT flowc")
	t.marks--
}

// do runs a statement that says where the transaction is.
func (t *transaction) do(ctx context.Context, text string) {
	if t.over != nil {
		return
	}
	err := t.send(ctx, func() error {
		_, err := t.tx.Exec(ctx, text, nil)
		return err
	})
	if err != nil {
		t.over = t.failed("mark a part of the transaction", classify(ctx, err))
	}
}

// commit ends the transaction once.
func (t *transaction) commit(ctx context.Context) error {
	switch {
	case t.ended || t.over != nil:
		return t.over
	case ctx.Err() != nil:
		t.over = t.failed("commit", ctx.Err())
		t.rollBack()
		return t.over
	}
	t.ended = true
	err := t.of.handle.outcome(ctx, t.tx.Commit(ctx))
	if t.wrote {
		_ = t.of.handle.wrote(err)
	}
	if err != nil {
		t.over = t.failed("commit", err)
	}
	return t.over
}

// outcome classifies the error of a COMMIT, nil where it has none.
func (h *handle) outcome(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case h.engine.refused(err):
		return classify(ctx, err)
	}
	return &rt.Error{Status: http.StatusGatewayTimeout, Detail: unknownOutcome, Err: &unknownError{err}}
}

// rollBack takes everything back that was not committed. Where that fails, the connection is lost and the database does
// it.
func (t *transaction) rollBack() {
	if !t.ended {
		t.ended = true
		t.tx.Rollback()
	}
}
