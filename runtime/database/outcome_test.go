package database

import (
	"errors"
	"io"
	"testing"
)

var errUnsent = errors.New("nothing was sent")

// TestOutcome tells a COMMIT that was refused from one of which nobody knows whether it was done: only the first may be tried again.
func TestOutcome(t *testing.T) {
	linked := postgres
	defer func() { postgres = linked }()
	postgres = Postgres{
		Error: func(err error) *PostgresError {
			var answered *PostgresError
			errors.As(err, &answered)
			return answered
		},
		Unsent:      func(err error) bool { return errors.Is(err, errUnsent) },
		Unreachable: func(error) bool { return false },
	}
	h := &handle{engine: postgresEngine{}}
	for _, tt := range []struct {
		err   error
		known bool
	}{
		{&PostgresError{Code: "40001", Err: io.EOF}, true}, // serialization_failure
		{&PostgresError{Code: "23503", Err: io.EOF}, true}, // foreign_key_violation, of one that is deferred
		{errUnsent, true},
		{&PostgresError{Code: "57P01", Err: io.EOF}, false}, // admin_shutdown
		{&PostgresError{Code: "08006", Err: io.EOF}, false}, // connection_failure
		{io.ErrUnexpectedEOF, false},
		{&unavailableError{io.EOF}, false},
	} {
		err := h.outcome(t.Context(), tt.err)
		if known := !errors.As(err, new(*unknownError)); known != tt.known {
			t.Errorf("%v: known %t, want %t", tt.err, known, tt.known)
		}
		// As a Transaction and a statement of its own hand it on.
		if tt.known {
			continue
		}
		passed := classify(t.Context(), errors.Join(err))
		var passing *unavailableError
		if errors.As(passed, &passing) || isConflict(passed) {
			t.Errorf("%v is handed on as %v, which may be tried again", tt.err, passed)
		}
		if public := (&statementError{err: passed}).Public(); public != "whether it was committed is not known" {
			t.Errorf("%v: a caller is told %q", tt.err, public)
		}
	}
	if err := h.outcome(t.Context(), nil); err != nil {
		t.Errorf("a COMMIT that was done: %v", err)
	}
}
