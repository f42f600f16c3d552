package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// statementError is the cause of a failed statement of an execution.
type statementError struct {
	env string
	err error
}

func (e *statementError) Error() string { return "run SQL on " + e.env + ": " + e.err.Error() }

func (e *statementError) Unwrap() error { return e.err }

// Public says why without the words of the driver, which quote SQL, values and host names.
func (e *statementError) Public() string {
	var unavailable *unavailableError
	switch {
	case isConflict(e.err):
		return ErrConflict.Error()
	case errors.As(e.err, &unavailable):
		return "the database is unavailable"
	case errors.As(e.err, new(*unknownError)):
		return unknownOutcome
	case errors.Is(e.err, context.DeadlineExceeded):
		return "the database did not answer in time"
	}
	return "the database can't do this"
}

// classify tells callers what they can act on: a deadline, a conflict, a database out of reach.
func classify(ctx context.Context, err error) error {
	if errors.As(err, new(*unknownError)) { // whatever the cause is: it is none that may pass
		return err
	}
	if errors.Is(err, ErrBusy) {
		return busy(err)
	}
	if ctx.Err() != nil { // the driver may call it an interruption
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	ofPostgres := postgresError(err)
	switch {
	case sqlite.Code(err) != 0:
		return classifySQLite(err)
	case ofPostgres != nil:
		return classifyPostgres(ofPostgres)
	case unreachable(err):
		return &unavailableError{err}
	}
	if misfit := unsentMisfit(err); misfit != nil {
		return misfit
	}
	return err
}

// unfit is the failure for a value that the database can't take in the place where it stands, though its type fits:
// what a workflow sends there is what its caller sent.
func unfit(err error) error {
	return &rt.Error{Status: http.StatusBadRequest, Detail: "a value of the request does not fit the database", Err: err}
}

// late is the failure for a statement that the server itself has ended, as it took too long.
func late(err error) error {
	return &rt.Error{Status: http.StatusGatewayTimeout, Err: fmt.Errorf("%w: %w", context.DeadlineExceeded, err)}
}

func classifySQLite(err error) error {
	switch sqlite.Code(err) {
	case sqlite.ConstraintUnique, sqlite.ConstraintPrimaryKey, sqlite.ConstraintRowID, sqlite.ConstraintForeignKey:
		return conflictOfSQLite(err)
	case sqlite.ConstraintCheck:
		return &refusalError{err: err}
	case sqlite.ConstraintNotNull:
		return &refusalError{column: nullColumn(err.Error()), err: err}
	}
	if sqlite.Unavailable(err) {
		return &unavailableError{err}
	}
	return err
}

// classifyPostgres reads the codes of appendix A of PostgreSQL's documentation.
func classifyPostgres(err *PostgresError) error {
	switch code := err.Code; {
	case code == "23505", code == "23503", code == "23P01": // unique_violation, foreign_key_violation, exclusion_violation
		return conflictOfPostgres(err)
	case (code == "23514" || code == "23502") && err.Domain != "" && parameterOf(err) > 0: // of a parameter as it is
		return &misfitError{parameter: parameterOf(err), what: isRefused, err: err}
	case code == "23514": // check_violation
		return &refusalError{err: err}
	case code == "23502": // not_null_violation
		return &refusalError{column: err.Column, err: err}
	case code == "22021", code == "22P05", // character_not_in_repertoire, untranslatable_character: the character NUL
		code == "2201W", code == "2201X": // LIMIT and OFFSET below zero
		return unfit(err)
	case code == "57014": // query_canceled: by a statement_timeout of the server's, as that of ours has not ended
		return late(err)
	case code == "26000", code == "42P05", isOutdated(err), // what was prepared is gone, inside of a transaction
		code == "40001", code == "40P01", // serialization_failure, deadlock_detected: what is tried again may pass
		code == "25006",                // read_only_sql_transaction: a standby
		strings.HasPrefix(code, "08"),  // connection_exception
		strings.HasPrefix(code, "53"),  // insufficient_resources
		strings.HasPrefix(code, "57P"): // operator_intervention
		return &unavailableError{err}
	}
	if strings.HasPrefix(err.Code, "22") || faults[err.Code] != "" {
		return misfitOf(err)
	}
	return err
}

// unreachable reports whether an error is that of a connection that is not there or is no more. Migrations run on
// database/sql.
func unreachable(err error) bool {
	var network net.Error
	linked := postgres.Open != nil
	return errors.As(err, &network) ||
		linked && (postgres.Unreachable(err) || postgres.Unsent(err) || postgres.Lost(err)) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone)
}

// unavailableError is one that may pass: the caller of the service is told 503, and a Retry tries again.
type unavailableError struct{ err error }

func (e *unavailableError) Error() string { return "the database is unavailable: " + e.err.Error() }

func (e *unavailableError) Unwrap() error { return e.err }

// Unavailable tells the runtime.
func (e *unavailableError) Unavailable() bool { return true }
