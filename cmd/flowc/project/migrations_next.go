package project

import (
	"errors"
	"io/fs"
	"regexp"

	"github.com/flowc-dev/flowc/runtime/migrate"
)

// MigrationName matches what a migration may be called.
var MigrationName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// Begun is an engine that a migration is written for.
type Begun struct {
	Engine string // the folder of its migrations
	Schema string // that it begins with, "" where there are migrations already
	File   string // which that schema is in
}

// NextMigration returns the number of the next migration of a folder of workflows, and its engines; the other one where
// it has none.
func NextMigration(folder fs.FS, other string) (number int64, list []Begun, err error) {
	number = 1
	schemas := map[string]string{migrate.SQLite: "schema.sql", migrate.Postgres: "schema.postgres.sql"}
	for _, engine := range []string{migrate.SQLite, migrate.Postgres} {
		migrations, err := migrate.Read(folder, engine)
		if err != nil {
			return 0, nil, err
		}
		if len(migrations) > 0 {
			number = max(number, migrations[len(migrations)-1].Version+1)
			list = append(list, Begun{Engine: engine})
			continue
		}
		schema, err := fs.ReadFile(folder, schemas[engine])
		switch {
		case err == nil:
			list = append(list, Begun{engine, string(schema), schemas[engine]})
		case !errors.Is(err, fs.ErrNotExist):
			return 0, nil, err
		}
	}
	if len(list) == 0 {
		list = []Begun{{Engine: other}}
	}
	return number, list, nil
}
