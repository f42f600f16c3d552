package database

// transactionError is the cause of a failed transaction, whatever statement was the last.
type transactionError struct {
	statementError
	what string // was to be done
	node string // whose transaction it is
}

func (e *transactionError) Error() string { return e.what + " on " + e.env + ": " + e.err.Error() }

// FailedNode tells the runtime whose failure it is.
func (e *transactionError) FailedNode() string { return e.node }

// failed is a failure of the transaction's node.
func (t *transaction) failed(what string, err error) error {
	return &transactionError{statementError{env: t.of.env, err: err}, what, t.node}
}

// unknownError is that of a COMMIT of which nobody knows whether it was done: what is done again may be done twice, so
// that it must not pass for one that is gone.
type unknownError struct{ err error }

func (e *unknownError) Error() string { return unknownOutcome + ": " + e.err.Error() }

const unknownOutcome = "whether it was committed is not known"
