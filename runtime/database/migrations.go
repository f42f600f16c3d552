package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// migrateVariable asks a service to run the migrations of a server's database at its start: "start".
const migrateVariable = "MIGRATE"

// migrate runs what was not run yet. Another process may be at it at the same time.
func (e sqliteEngine) migrate(writer Pool, list []migrate.Migration, s *rt.Setup) error {
	return ran(s, migrate.SQLite, func(ctx context.Context) (done []migrate.Migration, err error) {
		err = e.patiently(ctx, func() error {
			some, err := migrateUp(ctx, writer, migrate.SQLite, list)
			done = append(done, some...)
			return err
		})
		if errors.Is(err, migrate.ErrChanged) {
			err = fmt.Errorf("%w. Where nothing in the database is worth keeping, as in development, delete its file", err)
		}
		return done, err
	})
}

// migrateServer does as sqliteEngine.migrate for a server, where that is asked for: it is somebody else's to say when
// its tables change.
func migrateServer(pool Pool, list []migrate.Migration, s *rt.Setup) error {
	if len(list) == 0 || s.Optional(migrateVariable) != "start" {
		return nil
	}
	return ran(s, migrate.Postgres, func(ctx context.Context) ([]migrate.Migration, error) {
		return migrateUp(ctx, pool, migrate.Postgres, list)
	})
}

// migrateUp runs those of a list on a pool that were not run yet, and returns which.
func migrateUp(ctx context.Context, pool Pool, engine string, list []migrate.Migration) (done []migrate.Migration, err error) {
	err = pool.SQL(func(db *sql.DB) (err error) {
		done, err = migrate.Up(ctx, db, engine, list)
		return err
	})
	return done, err
}

// ran runs migrations and logs which.
func ran(s *rt.Setup, dir string, up func(context.Context) ([]migrate.Migration, error)) error {
	ctx, cancel := context.WithTimeout(context.Background(), setUpTimeout)
	defer cancel()
	done, err := up(ctx)
	for _, m := range done {
		s.App().Logger().Info("migrated", "file", dir+"/"+m.Name)
	}
	if err != nil {
		return fmt.Errorf("run %s: %w", dir, err)
	}
	return nil
}

// pending returns an error that names the migrations which a server has not run. Once it has run all, it is not asked
// again.
func (h *handle) pending(ctx context.Context, env string) error {
	if len(h.migrations) == 0 || h.migrated.Load() {
		return nil
	}
	var states []migrate.State
	err := h.writer.SQL(func(db *sql.DB) (err error) {
		states, err = migrate.Status(ctx, db, migrate.Postgres, h.migrations)
		return err
	})
	if err != nil {
		return fmt.Errorf("look for the migrations of %s: %w", env, classify(ctx, err))
	}
	var names []string
	for _, s := range states {
		if !s.Applied {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		h.migrated.Store(true)
		return nil
	}
	remedy := "run flowc migrate up"
	if h.sessions == nil { // the service itself may run them
		remedy += ", or set " + migrateVariable + "=start"
	}
	return fmt.Errorf("the database of %s lacks %s: %s", env, strings.Join(names, ", "), remedy)
}
