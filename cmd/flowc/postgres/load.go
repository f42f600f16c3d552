package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// lacking are the states of a statement that a server refuses as it lacks a right, an extension, a role or a type of
// one.
var lacking = []string{"42501", "0A000", "58P01", "42704"}

// left are the statements that a server left out, by their hashes, and why.
type left = map[string]string

// run runs the files of a schema, each in a session that ends with it, until a statement is refused.
func (r *room) run(ctx context.Context, schema Schema) (left, diag.List, error) {
	out := left{}
	for _, f := range schema.Files {
		if err := r.search(ctx, schema.Path); err != nil {
			return nil, nil, err
		}
		problems, err := r.runFile(ctx, f, schema.Foreign, out)
		if err != nil || len(problems) > 0 {
			return nil, problems, err
		}
		if err := r.forget(ctx); err != nil {
			return nil, nil, fmt.Errorf("ending the session of %s: %w", f.Name, err)
		}
	}
	return out, nil, nil
}

// forget makes the session a fresh one.
func (r *room) forget(ctx context.Context) error {
	if r.own.PgConn().TxStatus() != 'I' {
		if _, err := r.own.PgConn().Exec(ctx, "ROLLBACK").ReadAll(); err != nil {
			return err
		}
	}
	_, err := r.own.PgConn().Exec(ctx, "DISCARD ALL").ReadAll()
	return err
}

// search has the session look for tables in some schemas.
func (r *room) search(ctx context.Context, path []string) error {
	if path == nil {
		return nil
	}
	quoted := make([]string, len(path))
	for i, name := range path {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	if _, err := r.own.PgConn().Exec(ctx, "SET search_path TO "+strings.Join(quoted, ", ")).ReadAll(); err != nil {
		return fmt.Errorf("setting the search_path: %w", err)
	}
	return nil
}

// runFile runs the statements of a file until one is refused.
func (r *room) runFile(ctx context.Context, f migrations.File, foreign bool, out left) (diag.List, error) {
	if !f.Alone {
		if _, err := r.own.PgConn().Exec(ctx, "BEGIN").ReadAll(); err != nil {
			return nil, fmt.Errorf("beginning the transaction of %s: %w", f.Name, err)
		}
	}
	for _, tokens := range token.Statements(token.Split(f.Up)) {
		if len(tokens) == 0 {
			continue
		}
		start, end := tokens[0].Start, tokens[len(tokens)-1].End
		if tokens[0].Is("COPY") { // the server would wait for its rows
			return refusal(f, diag.Span{Start: start, End: end}, &pgconn.PgError{Message: "no rows are loaded here"}), nil
		}
		refused, err := r.try(ctx, f.Up[start:end])
		switch {
		case err != nil:
			return nil, fmt.Errorf("running %s: %w", f.Name, err)
		case refused == nil:
		case foreign && slices.Contains(lacking, refused.Code):
			out[postgres.Hash(f.Up[start:end])] = refused.Message
		default:
			from, to := postgres.AskedAsIs(f.Up[start:end]).Place(int(refused.Position))
			return refusal(f, diag.Span{Start: start + from, End: start + to}, refused), nil
		}
	}
	if r.own.PgConn().TxStatus() == 'T' && !f.Alone {
		if refused, err := r.try(ctx, "COMMIT"); err != nil || refused != nil {
			return nil, fmt.Errorf("ending the transaction of %s: %w", f.Name, errors.Join(err, asError(refused)))
		}
	}
	return nil, nil
}

// refusal is what is wrong with a part of a file.
func refusal(f migrations.File, at diag.Span, refused *pgconn.PgError) diag.List {
	return diag.List{{
		Code: diag.FC209, File: diag.NewFile(f.Name, []byte(f.Src)), Span: at,
		Message: "PostgreSQL: " + refused.Message, Hint: hint(refused),
	}}
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
