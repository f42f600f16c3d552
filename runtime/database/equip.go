package database

import (
	"fmt"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// equipped is whether a database is given its tables.
type equipped struct {
	mu     sync.Mutex
	looked bool // it was opened, by a part that may have brought no tables
	done   bool // by the first who brought some
}

// equip has the tables made that s brings, once the configuration is known to be right. The first who opens a database
// may be another part of the program, which brings none: the tables are made once workflows come, before any of their
// statements. What others bring later is theirs to look after.
func (h *handle) equip(s *rt.Setup, env string) {
	e := &h.equipped
	e.mu.Lock()
	defer e.mu.Unlock()
	brings := s.SchemaSQL() != "" || s.MigrationFiles() != nil
	if e.done || e.looked && !brings {
		return
	}
	e.looked, e.done = true, brings
	if brings {
		h.schema = s.SchemaSQL()
	}
	failed := func(err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("open the database of %s: %w", env, err)
	}
	list, err := migrations(s, h.engine.folder())
	if err != nil {
		s.Fail(failed(err))
		return
	}
	s.Later(func() error { return failed(h.engine.equip(h, list, s)) })
}

// migrations are those of a folder that the workflows brought; none where they brought none.
func migrations(s *rt.Setup, folder string) ([]migrate.Migration, error) {
	if s.MigrationFiles() == nil {
		return nil, nil
	}
	return migrate.Read(s.MigrationFiles(), folder)
}
