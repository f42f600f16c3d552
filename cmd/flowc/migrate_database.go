package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/flowc-dev/flowc/cmd/flowc/databases"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// database is what a variable of a project names.
type database struct {
	databases.Database
	storage bool // it is to have the table of Local Storage
}

// databaseOf reads a variable as a server in the folder would at its start: what that would refuse is an error here
// too. A dotenv file that is broken, or a file of DATABASE_URL_FILE that is gone, must not mean the embedded database.
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
	d, err := databases.Parse(address, dir)
	if err != nil {
		return database{}, fmt.Errorf("%s %w", variable, err)
	}
	return database{d, d.Engine == migrate.Postgres && variable == "DATABASE_URL" && storage == "postgres:"}, nil
}
