package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// database is what a variable of a project names. Errors quote no URL, which may hold a password.
type database struct {
	engine  string          // the folder of its migrations
	file    string          // of an embedded one
	server  *pgx.ConnConfig // of another one
	storage bool            // it is to have the table of Local Storage
}

// connectTimeout is how long a server may take to answer who connects, where the URL does not say.
const connectTimeout = 10 * time.Second

// databaseOf reads a variable as a server in the folder would at its start: what that would refuse is an error here too. A dotenv file
// that is broken, or a file of DATABASE_URL_FILE that is gone, must not mean the embedded database.
func databaseOf(dir, variable string) (database, error) {
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(io.Discard))
	if err != nil {
		return database{}, err
	}
	s := app.Setup()
	address := s.Secret(variable)
	storage, err := app.Fresh("STORAGE_URL")
	s.Fail(err)
	if err := errors.Join(s.Err(), app.Close()); err != nil {
		return database{}, err
	}
	d, err := parseDatabase(address, dir)
	if err != nil {
		return d, fmt.Errorf("%s %w", variable, err)
	}
	d.storage = d.engine == migrate.Postgres && variable == "DATABASE_URL" && storage == "postgres:"
	return d, nil
}

// parseDatabase reads a URL; what it says of one that is none completes the sentence "DATABASE_URL …".
func parseDatabase(address, dir string) (d database, err error) {
	switch {
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"), rt.IsKeywords(address):
		d.engine = migrate.Postgres
		if d.server, err = pgx.ParseConfig(address); err != nil { // which quotes the URL
			return d, errors.New("is not a postgres:// URL that can be parsed")
		}
		if d.server.ConnectTimeout == 0 {
			d.server.ConnectTimeout = connectTimeout
		}
		return d, nil
	case strings.HasPrefix(address, "sqlite:"):
		d.engine = migrate.SQLite
		d.file, err = sqlite.File(address, dir)
		return d, err
	}
	return d, errors.New("must begin with sqlite:, postgres:// or postgresql://")
}

// absent reports whether it is an embedded one whose file is not there.
func (d database) absent() bool {
	if d.file == "" || d.file == sqlite.Memory {
		return false
	}
	_, err := os.Stat(d.file)
	return errors.Is(err, fs.ErrNotExist)
}

// create opens it, and makes the file of an embedded one where it is not there.
func (d database) create() (*sql.DB, error) {
	if d.engine == migrate.Postgres {
		return stdlib.OpenDB(*d.server), nil
	}
	return sql.Open("sqlite", sqlite.URI(d.file)+"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)")
}

// open opens it as it is: SQLite makes no file, and changes none.
func (d database) open() (*sql.DB, error) {
	switch {
	case d.engine == migrate.Postgres:
		return stdlib.OpenDB(*d.server), nil
	case d.absent():
		return sql.Open("sqlite", sqlite.Memory)
	}
	return sql.Open("sqlite", sqlite.URI(d.file)+"?mode=rw&_txlock=immediate&_pragma=busy_timeout(10000)")
}

// named adds to an error where the database is, which SQLite does not say.
func (d database) named(err error) error {
	if err == nil || d.file == "" {
		return err
	}
	return fmt.Errorf("%s: %w", project.Nearby(d.file), err)
}
