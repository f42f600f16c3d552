package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/flowc-dev/flowc/runtime/database"
)

// Describe implements database.Pool. It sends all statements before it reads what the server says of the first: unnamed
// ones, each with an end of its own, so that one that is refused says nothing of the next.
func (p *pool) Describe(ctx context.Context, statements []string) (refused []error, err error) {
	held, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Release()
	if held.Conn().Config().DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol {
		return nil, database.ErrUnasked
	}
	pipeline := held.Conn().PgConn().StartPipeline(ctx)
	for _, text := range statements {
		pipeline.SendPrepare("", text, nil)
		pipeline.SendPipelineSync()
	}
	if err := pipeline.Flush(); err != nil {
		return nil, errors.Join(err, pipeline.Close())
	}
	if refused, err = answers(pipeline, len(statements)); err != nil {
		_ = pipeline.Close() // it fails for the same reason
		return nil, err
	}
	return refused, pipeline.Close()
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
