package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/postgres"
	"github.com/flowc-dev/flowc/gen/sqltoken"
	"github.com/flowc-dev/flowc/schema/diag"
)

// lacking are the states of a statement that a server refuses as it lacks a right, an extension, a role or a type of one.
var lacking = []string{"42501", "0A000", "58P01", "42704"}

// left is a statement that a server left out, by its text.
type left map[string]string

// run runs the files of a schema, each in a session that ends with it. What the server lacks something for is left out.
func (r *room) run(ctx context.Context, files []migrations.File) (left, diag.List, error) {
	out := left{}
	var problems diag.List
	for _, f := range files {
		found, err := r.runFile(ctx, f, out)
		if err != nil {
			return nil, nil, err
		}
		problems.Add(found...)
		if _, err := r.own.Exec(ctx, "ROLLBACK; DISCARD ALL"); err != nil {
			if _, err = r.own.Exec(ctx, "DISCARD ALL"); err != nil {
				return nil, nil, fmt.Errorf("ending the session of %s: %w", f.Name, err)
			}
		}
	}
	return out, problems, nil
}

// runFile runs the statements of a file until one is refused.
func (r *room) runFile(ctx context.Context, f migrations.File, out left) (diag.List, error) {
	if !f.Alone {
		if _, err := r.own.Exec(ctx, "BEGIN"); err != nil {
			return nil, fmt.Errorf("beginning the transaction of %s: %w", f.Name, err)
		}
	}
	for _, tokens := range sqltoken.Statements(sqltoken.Split(f.Up)) {
		if len(tokens) == 0 {
			continue
		}
		start, end := tokens[0].Start, tokens[len(tokens)-1].End
		refused, err := r.try(ctx, f.Up[start:end])
		switch {
		case err != nil:
			return nil, fmt.Errorf("running %s: %w", f.Name, err)
		case refused == nil:
		case slices.Contains(lacking, refused.Code):
			out[f.Up[start:end]] = refused.Message
		default:
			from, to := postgres.AskedAsIs(f.Up[start:end]).Place(int(refused.Position))
			return diag.List{{
				Code: diag.FC209, File: diag.NewFile(f.Name, []byte(f.Src)), Span: diag.Span{Start: start + from, End: start + to},
				Message: "PostgreSQL: " + refused.Message, Hint: hint(refused),
			}}, nil
		}
	}
	if r.own.PgConn().TxStatus() == 'T' && !f.Alone {
		if refused, err := r.try(ctx, "COMMIT"); err != nil || refused != nil {
			return nil, fmt.Errorf("ending the transaction of %s: %w", f.Name, errors.Join(err, asError(refused)))
		}
	}
	return nil, nil
}

func asError(refused *pgconn.PgError) error {
	if refused == nil {
		return nil
	}
	return refused
}

// try runs a statement. In a transaction, that goes on as it was before where the statement is refused.
func (r *room) try(ctx context.Context, text string) (*pgconn.PgError, error) {
	inside := r.own.PgConn().TxStatus() == 'T'
	if inside {
		if _, err := r.own.PgConn().Exec(ctx, "SAVEPOINT flowc").ReadAll(); err != nil {
			return nil, err
		}
	}
	_, err := r.own.PgConn().Exec(ctx, text).ReadAll()
	if err == nil {
		return nil, nil
	}
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return nil, err
	}
	if inside {
		if _, err := r.own.PgConn().Exec(ctx, "ROLLBACK TO SAVEPOINT flowc").ReadAll(); err != nil {
			return nil, err
		}
	}
	return refused, nil
}
