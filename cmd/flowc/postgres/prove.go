// Package postgres asks a PostgreSQL about statements: their types, and whether they prepare. It runs none of them.
//
// Only cmd/flowc and the packages beside it import it.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/database/localpg"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Variable names the URL of a server that may be asked: a role on it that may make databases. "off" asks none, and
// starts none.
const Variable = "FLOWC_POSTGRES_URL"

// ErrNone says that there is no PostgreSQL.
var ErrNone = errors.New("there is no PostgreSQL: set " + Variable + " to the URL of one, or install its server")

// timeout ends what a server is asked: a schema that does not end by itself among it.
const timeout = 60 * time.Second

// Named reports whether a server is named that may be asked.
func Named() bool { return !slices.Contains([]string{"", "off"}, os.Getenv(Variable)) }

// Prover asks one server about the statements of several folders. It looks for one, or starts it, when it first has to.
type Prover struct{ server *server }

// Close ends a server that was started.
func (p *Prover) Close() {
	if p.server != nil {
		p.server.stop()
	}
}

// Schema is what statements are proved over.
type Schema struct {
	Files []migrations.File
	// Foreign is whether it is not written for flowc: what the server lacks something for is left out of it.
	Foreign bool
	Path    []string // the schemas in which statements look for a table, nil for the server's own
}

// Prove asks about statements over a schema, in a database that is made for this and removed. What is wrong with the
// schema is returned as problems (FC209), and ErrNone where there is no server.
func (p *Prover) Prove(ctx context.Context, schema Schema, statements []string) (*postgres.Facts, diag.List, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer runtime.KeepAlive(p) // a server that nobody holds ends, while it is asked too
	if p.server == nil {
		var err error
		if p.server, err = find(ctx); err != nil {
			return nil, nil, err
		}
	}
	return p.server.prove(ctx, schema, statements)
}

// server is one that may be asked.
type server struct {
	config *pgx.ConnConfig
	stop   func()
}

// find returns the server that is named or, without that, one that is started from the binaries of this machine.
func find(ctx context.Context) (*server, error) {
	switch address := os.Getenv(Variable); address {
	case "off":
		return nil, ErrNone
	case "":
		return started(ctx)
	default:
		config, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, fmt.Errorf("%s is no postgres:// URL", Variable) // the cause may quote the password
		}
		return &server{config: config, stop: func() {}}, nil
	}
}

// started is a server of this machine's own, which nothing but this process reaches.
func started(ctx context.Context) (*server, error) {
	s, err := localpg.Start(ctx, 0)
	switch {
	case errors.Is(err, localpg.ErrNone):
		return nil, ErrNone
	case err != nil:
		return nil, err
	}
	return &server{config: s.Config, stop: s.Stop}, nil
}

func (s *server) prove(ctx context.Context, schema Schema, statements []string) (*postgres.Facts, diag.List, error) {
	room, err := s.room(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer room.close()
	out, problems, err := room.run(ctx, schema)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	if err := room.search(ctx, schema.Path); err != nil {
		return nil, nil, err
	}
	tables, err := room.catalog(ctx)
	if err != nil {
		return nil, nil, err
	}
	facts := &postgres.Facts{Server: room.version, Left: out, Tables: named(tables, statements), Statements: map[string]postgres.Statement{}}
	said, names, err := room.describe(ctx, statements)
	if err != nil {
		return nil, nil, err
	}
	facts.Enums = names.enums
	for i, text := range statements {
		facts.Statements[postgres.Hash(text)] = said[i]
	}
	return facts, nil, nil
}

// described is what a server said, with types by number.
type described struct {
	params  []uint32
	columns []pgconn.FieldDescription
	refused *postgres.Refusal
}

// describe asks about each statement, without running it (Parse and Describe of the extended protocol).
func (r *room) describe(ctx context.Context, statements []string) ([]postgres.Statement, *names, error) {
	all := make([]described, len(statements))
	for i, text := range statements {
		s, err := r.own.PgConn().Prepare(ctx, "", text, nil)
		var refused *pgconn.PgError
		switch {
		case errors.As(err, &refused):
			all[i].refused = &postgres.Refusal{
				State: refused.Code, Message: refused.Message, Hint: hint(refused), At: int(refused.Position),
			}
		case err != nil:
			return nil, nil, fmt.Errorf("asking PostgreSQL about a statement: %w", err)
		default:
			all[i].params, all[i].columns = slices.Clone(s.ParamOIDs), slices.Clone(s.Fields)
		}
	}
	names, err := r.names(ctx, all)
	if err != nil {
		return nil, nil, err
	}
	said := make([]postgres.Statement, len(all))
	for i, d := range all {
		said[i] = names.statement(d)
	}
	return said, names, nil
}

// hint is the server's hint as one of ours: without an end, as it stands at the end of a line.
func hint(e *pgconn.PgError) string {
	return strings.TrimSuffix(strings.TrimSpace(e.Hint), ".")
}
