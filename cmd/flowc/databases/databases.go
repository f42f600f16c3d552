// Package databases opens what a variable of a project names: an embedded file or a server.
//
// Only cmd/flowc and cmd/flowc/studio import it.
package databases

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/loopback"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// Database is what a variable names. Errors quote no URL, which may hold a password.
type Database struct {
	Engine string          // the folder of its migrations
	File   string          // of an embedded one
	Server *pgx.ConnConfig // of another one
}

// connectTimeout is how long a server may take to answer a connection, where the URL does not say.
const connectTimeout = 10 * time.Second

// Parse reads a URL; its error completes the sentence "DATABASE_URL …".
func Parse(address, dir string) (d Database, err error) {
	switch {
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"), rt.IsKeywords(address):
		d.Engine = migrate.Postgres
		if d.Server, err = pgx.ParseConfig(address); err != nil { // which quotes the URL
			return d, errors.New("is not a postgres:// URL that can be parsed")
		}
		if d.Server.ConnectTimeout == 0 {
			d.Server.ConnectTimeout = connectTimeout
		}
		return d, nil
	case strings.HasPrefix(address, "sqlite:"):
		d.Engine = migrate.SQLite
		d.File, err = sqlite.File(address, dir)
		return d, err
	}
	return d, errors.New("must begin with sqlite:, postgres:// or postgresql://")
}

// Absent reports whether it is an embedded one whose file is not there.
func (d Database) Absent() bool {
	if d.File == "" || d.File == sqlite.Memory {
		return false
	}
	_, err := os.Stat(d.File)
	return errors.Is(err, fs.ErrNotExist)
}

// Create opens it, and makes the file of an embedded one where it is not there.
func (d Database) Create() (*sql.DB, error) {
	if d.Engine == migrate.Postgres {
		return stdlib.OpenDB(*d.Server), nil
	}
	return sql.Open("sqlite", sqlite.URI(d.File)+"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)")
}

// Open opens it as it is: SQLite makes no file, and changes none.
func (d Database) Open() (*sql.DB, error) {
	switch {
	case d.Engine == migrate.Postgres:
		return stdlib.OpenDB(*d.Server), nil
	case d.Absent():
		return sql.Open("sqlite", sqlite.Memory)
	}
	return sql.Open("sqlite", sqlite.URI(d.File)+"?mode=rw&_txlock=immediate&_pragma=busy_timeout(10000)")
}

// Local reports whether it is on this machine: a file, or a server at a loopback address or a socket.
func (d Database) Local() bool {
	if d.Server == nil {
		return true
	}
	here := func(host string) bool { return loopback.Host(host) || strings.HasPrefix(host, "/") }
	return here(d.Server.Host) && !slices.ContainsFunc(d.Server.Fallbacks, func(f *pgconn.FallbackConfig) bool { return !here(f.Host) })
}

// OpenReadOnly opens one that is Local for statements that end within most and change nothing.
func (d Database) OpenReadOnly(most time.Duration) (*sql.DB, error) {
	if d.Server == nil {
		return sql.Open("sqlite", sqlite.URI(d.File)+"?mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(1000)")
	}
	config := d.Server.Copy()
	config.ConnectTimeout = min(config.ConnectTimeout, most)
	config.RuntimeParams["default_transaction_read_only"] = "on"
	config.RuntimeParams["statement_timeout"] = fmt.Sprint(most.Milliseconds())
	config.LookupFunc = func(ctx context.Context, host string) ([]string, error) {
		all, err := net.DefaultResolver.LookupHost(ctx, host)
		return slices.DeleteFunc(all, func(address string) bool { return !loopback.Host(address) }), err
	}
	return stdlib.OpenDB(*config), nil
}

// Named adds to an error where the database is, which SQLite does not say.
func (d Database) Named(err error) error {
	if err == nil || d.File == "" {
		return err
	}
	return fmt.Errorf("%s: %w", project.Nearby(d.File), err)
}
