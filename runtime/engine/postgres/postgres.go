// Package postgres links PostgreSQL, for postgres:// in DATABASE_URL: it runs statements on connections of pgx, without
// database/sql in between.
//
// main.go imports it for that alone:
//
//	_ "github.com/flowc-dev/flowc/runtime/engine/postgres"
//
// A program that has a pool of its own gives it by WithPool, and its Code functions join transactions by Tx.
package postgres

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/flowc-dev/flowc/runtime/database"
)

func init() {
	database.RegisterPostgres(database.Postgres{
		Open: open, Error: answered, Unreachable: unreachable, Unsent: unsent, Lost: lost,
	})
}

func answered(err error) *database.PostgresError {
	if errors.Is(err, pgx.ErrTxCommitRollback) { // a statement of a Code node had failed
		return &database.PostgresError{Code: failedTransaction, Err: err}
	}
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return nil
	}
	return &database.PostgresError{
		Code: answer.Code, Constraint: answer.ConstraintName, Column: answer.ColumnName, Domain: answer.DataTypeName,
		Where: answer.Where, Routine: answer.Routine, Err: answer,
	}
}

const failedTransaction = "25P02" // in_failed_sql_transaction

func unreachable(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return connecting
}

// unsent does not go by ErrConnClosed, which is also that of a statement without parameters whose answer did not come.
func unsent(err error) bool { return pgconn.SafeToRetry(err) && !errors.Is(err, pgconn.ErrConnClosed) }

func lost(err error) bool {
	if unreachable(err) {
		return false
	}
	network, ok := errors.AsType[net.Error](err)
	return ok && !network.Timeout() || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed)
}
