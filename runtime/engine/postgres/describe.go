package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/flowc-dev/flowc/runtime/database"
)

// describe sends all statements before it reads what the server says of the first: unnamed ones, each with an end of its own, so
// that one that is refused says nothing of the next.
func describe(ctx context.Context, conn *sql.Conn, statements []string) (refused []error, err error) {
	err = conn.Raw(func(driver any) error {
		connection, ok := driver.(*stdlib.Conn)
		if !ok || connection.Conn().Config().DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol {
			return database.ErrUnasked
		}
		pipeline := connection.Conn().PgConn().StartPipeline(ctx)
		for _, text := range statements {
			pipeline.SendPrepare("", text, nil)
			pipeline.SendPipelineSync()
		}
		if err := pipeline.Flush(); err != nil {
			return errors.Join(err, pipeline.Close())
		}
		refused, err = answers(pipeline, len(statements))
		if err != nil {
			_ = pipeline.Close() // it fails for the same reason
			return err
		}
		return pipeline.Close()
	})
	return refused, err
}

// answers reads what the server says of n statements.
func answers(pipeline *pgconn.Pipeline, n int) ([]error, error) {
	refused := make([]error, n)
	for i := 0; i < n; {
		result, err := pipeline.GetResults()
		answer, answered := errors.AsType[*pgconn.PgError](err)
		switch {
		case answered && forbids[answer.Code]:
			return nil, database.ErrUnasked
		case answered:
			refused[i] = answer
		case err != nil:
			return nil, err
		case result == nil:
			return nil, errors.New("the server has not answered about all statements")
		}
		if _, ended := result.(*pgconn.PipelineSync); ended {
			i++
		}
	}
	return refused, nil
}

// forbids are the answers of poolers that keep what is prepared from a server, or know nothing of preparing.
var forbids = map[string]bool{
	"08P01": true, // protocol_violation
	"26000": true, // invalid_sql_statement_name
	"42P05": true, // duplicate_prepared_statement
}
