package runtime

import (
	"context"
	"errors"
	"slices"
)

// A Transaction is what an execution has begun and either does or takes back as a whole, such as one of a database. Its
// methods are called by the goroutine of the execution.
type Transaction interface {
	// Settle ends it before an answer with this status is sent, so that what was answered is so.
	Settle(ctx context.Context, status int) error
	// Savepoint begins a part that may be taken back alone; Release ends the last one that was begun, and takes it back
	// where back is set. What goes wrong ends the transaction, as Over then says.
	Savepoint(ctx context.Context)
	Release(ctx context.Context, back bool)
	// Over says why the transaction can do no more, nil where it can: who handles a failure inside must let that pass.
	Over() error
}

// Begin says that the execution is in a transaction from here on, and End that it has left it. They nest.
func (x *Exec) Begin(t Transaction) { x.transactions = append(x.transactions, t) }

// End ends what the last Begin began.
func (x *Exec) End() { x.transactions = x.transactions[:len(x.transactions)-1] }

// Transactions are those that the execution is in, the outermost first. They must not be kept.
func (x *Exec) Transactions() []Transaction { return x.transactions }

// transactionsKey is that of the transactions of a context.
type transactionsKey struct{}

// codeContext is Context for a function of the program, with the transactions that it runs in.
func (x *Exec) codeContext() context.Context {
	if len(x.transactions) == 0 {
		return x.Context()
	}
	return context.WithValue(x.Context(), transactionsKey{}, slices.Clone(x.transactions))
}

// TransactionsOf returns the transactions that the function of a Code node runs in, by its context, the outermost
// first.
func TransactionsOf(ctx context.Context) []Transaction {
	all, _ := ctx.Value(transactionsKey{}).([]Transaction)
	return all
}

// Over says whether a transaction that the execution is in can do no more, or the For each in which it does one of
// several items at the same time has failed by another one. A failure then goes on outward, to who began that: nothing
// inside can handle it.
func (x *Exec) Over() bool {
	return x.forked.over() || slices.ContainsFunc(x.transactions, func(t Transaction) bool { return t.Over() != nil })
}

// Savepoint begins a part of each transaction that the execution is in. The function that it returns ends that part:
// where err is not nil, what was done in it is taken back. The function of a region begins with
//
//	defer x.Savepoint(&err)()
func (x *Exec) Savepoint(err *error) (end func()) {
	answered := x.Answered()
	for _, t := range x.transactions {
		t.Savepoint(x.Context())
	}
	return func() {
		for _, t := range slices.Backward(x.transactions) {
			t.Release(x.Context(), *err != nil)
			if *err == nil && x.Answered() == answered {
				*err = t.Over()
			}
		}
	}
}

// settleTransactions ends the transactions that the execution is in, the innermost first.
func (x *Exec) settleTransactions(status int) error {
	for _, t := range slices.Backward(x.transactions) {
		if err := t.Settle(x.Context(), status); err != nil {
			return err
		}
	}
	return nil
}

// saved calls f in a part of its own of the transactions that the execution is in.
func saved[T any](x *Exec, f func() (T, error)) (v T, err error) {
	if len(x.transactions) == 0 {
		return f()
	}
	defer x.Savepoint(&err)()
	return f()
}

// failedHere is the node of the workflow that handles err of which that is a failure.
func (x *Exec) failedHere(err error) string {
	node := x.failedNode(err)
	if at := x.at.last(node); at > 0 && int(x.at.trail[at-1].call) == x.at.call {
		return node
	}
	return x.at.here()
}

// failedNode is the node that err is a failure of: the current one, unless err names one around it.
func (x *Exec) failedNode(err error) string {
	var around interface{ FailedNode() string }
	if errors.As(err, &around) {
		return around.FailedNode()
	}
	return x.Node()
}
