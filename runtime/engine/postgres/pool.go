package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// pool is a database.PostgresPool. It implements what a statement needs, and leaves the connections to pgxpool.
type pool struct {
	connections *pgxpool.Pool
	statements  atomic.Int64 // that each connection is to keep prepared
	unnamed     atomic.Bool  // statements are not prepared under names
	given       bool         // by the program around: its settings hold, and it closes it
}

// WithPool has workflows run their statements on a pool of the program around, in the place of the database whose URL a
// variable holds, which is not wanted then. flowc configures, migrates and closes nothing of it. Each connection is
// acquired with the context of the request, for the pool's own hooks and tracers. Who waits for one for 5 s, or until
// its deadline, is answered with a 503.
func WithPool(variable string, connections *pgxpool.Pool) rt.Option {
	return rt.WithGiven(variable, database.PostgresPool(&pool{connections: connections, given: true}))
}

// acquireTimeout is how long an execution waits for a connection of a given pool, which others use too.
const acquireTimeout = 5 * time.Second

// acquire takes a connection out of the pool.
func (p *pool) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	if !p.given {
		return p.connections.Acquire(ctx)
	}
	waiting, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	held, err := p.connections.Acquire(waiting)
	late := err != nil && errors.Is(waiting.Err(), context.DeadlineExceeded)
	if late && (ctx.Err() == nil || p.connections.Stat().AcquiredConns() == p.connections.Stat().MaxConns()) {
		return nil, fmt.Errorf("%w: %w", database.ErrBusy, err)
	}
	return held, err
}

// closeTimeout is how long Close waits for statements that still run: the program has waited for its requests by then.
const closeTimeout = time.Second

func open(o database.PostgresOptions) (database.PostgresPool, error) {
	config, err := configure(o)
	if err != nil {
		return nil, err
	}
	p := &pool{}
	config.BeforeConnect = func(_ context.Context, connection *pgx.ConnConfig) error {
		keep(&connection.StatementCacheCapacity, p.statements.Load())
		keep(&connection.DescriptionCacheCapacity, p.statements.Load())
		return authenticate(connection, o)
	}
	config.AfterConnect = p.recognise
	p.connections, err = pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// configure returns the configuration of a pool that connects when a connection is wanted.
func configure(o database.PostgresOptions) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, err
	}
	connection := config.ConnConfig
	given, err := pgx.ParseConfig(o.URL) // with what pgxpool has taken out
	if err != nil {
		return nil, err
	}
	unless(given, "pool_max_conns", &config.MaxConns, int32(o.Size))
	unless(given, "pool_max_conn_idle_time", &config.MaxConnIdleTime, o.IdleTime)
	unless(given, "pool_max_conn_lifetime", &config.MaxConnLifetime, o.Lifetime)
	if connection.ConnectTimeout == 0 {
		connection.ConnectTimeout = o.ConnectTimeout
	}
	if connection.RuntimeParams["timezone"] == "" {
		connection.RuntimeParams["timezone"] = o.Zone
	}
	connection.BuildContextWatcherHandler = cancels
	return config, nil
}

// unless sets a setting that the URL does not name.
func unless[T any](given *pgx.ConnConfig, name string, setting *T, value T) {
	if _, set := given.RuntimeParams[name]; !set {
		*setting = value
	}
}

// When a context ends, as a caller has hung up, most statements are over in cancelDelay; of those that are not the
// server is asked to end them. It takes a connection of its own to ask, and closing the one that waits would take a new
// one too: it is closed after closeDelay alone, where the server does not answer. A request waits no longer than that
// past its deadline.
const (
	cancelDelay = 10 * time.Millisecond
	closeDelay  = 500 * time.Millisecond
)

func cancels(connection *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.CancelRequestContextWatcherHandler{
		Conn: connection, CancelRequestDelay: cancelDelay, DeadlineDelay: closeDelay,
	}
}

// usualCapacity is that of a cache of which a URL says nothing.
const usualCapacity = 512

// keep gives a cache room for n statements, unless the URL has given it less or none.
func keep(capacity *int, n int64) {
	if *capacity >= usualCapacity {
		*capacity = max(*capacity, int(n))
	}
}

// authenticate takes user and password anew: those of the URL may have changed, and so may a file of passwords that
// goes with it.
func authenticate(connection *pgx.ConnConfig, o database.PostgresOptions) error {
	url, err := o.Fresh()
	if err != nil {
		return err
	}
	fresh, err := pgx.ParseConfig(cmp.Or(url, o.URL))
	if err != nil {
		return errors.New("the URL has changed, and can't be parsed any more") // the cause may quote the password
	}
	connection.User, connection.Password = fresh.User, fresh.Password
	return nil
}

// recognise has statements run without names where another process answers than the one that the connection is said to
// be to: a pooler is in between, which may give each transaction a connection of its own.
func (p *pool) recognise(ctx context.Context, connection *pgx.Conn) error {
	if p.unnamed.Load() {
		return nil
	}
	var process uint32
	err := connection.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&process)
	if err == nil && process != connection.PgConn().PID() {
		p.Unname()
	}
	return err
}

// Conn implements database.Pool.
func (p *pool) Conn(ctx context.Context) (database.Conn, error) {
	held, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{session{pool: p, on: held.Conn()}, held}, nil
}

// Begin implements database.Pool.
func (p *pool) Begin(ctx context.Context, level database.TransactionOption) (database.Tx, error) {
	held, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	t := &tx{conn: conn{session{pool: p, on: held.Conn()}, held}}
	t.busy.Lock() // ctx may end before it has begun
	defer t.busy.Unlock()
	t.of.begin(ctx, t)
	t.begun, err = held.BeginTx(t.of.endless, options(level))
	if err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

// Expect implements database.Pool.
func (p *pool) Expect(n int) { p.statements.Store(int64(n)) }

// Unname implements database.PostgresPool. How statements run on a given pool is that pool's to say.
func (p *pool) Unname() { p.unnamed.Store(!p.given) }

// Size implements database.PostgresPool.
func (p *pool) Size() int { return int(p.connections.Stat().MaxConns()) }

// Reset implements database.Pool. A given pool has connections that others use, and drops those that are broken itself.
func (p *pool) Reset() {
	if !p.given {
		p.connections.Reset()
	}
}

// SQL implements database.Pool.
func (p *pool) SQL(f func(*sql.DB) error) error {
	db := stdlib.OpenDBFromPool(p.connections)
	defer db.Close()
	return f(db)
}

// Close implements database.Pool. pgxpool would wait for as long as a statement runs.
func (p *pool) Close() error {
	if p.given {
		return nil
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.connections.Close()
	}()
	late := time.NewTimer(closeTimeout)
	defer late.Stop()
	select {
	case <-closed:
	case <-late.C:
	}
	return nil
}
