package database

import (
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
)

// equipped is whether a database was given its tables.
type equipped struct {
	mu     sync.Mutex
	looked bool  // it was opened, by somebody who may have brought no tables
	done   bool  // by the first who brought some
	err    error // why the tables could not be made
}

// equip makes the tables that s brings. The first who opens a database may be another part of the program, which brings none: the
// tables are made once workflows come, before any of their statements. What others bring later is theirs to look after.
func (h *handle) equip(s *rt.Setup) error {
	e := &h.equipped
	e.mu.Lock()
	defer e.mu.Unlock()
	brings := s.SchemaSQL() != "" || s.MigrationFiles() != nil
	if e.err != nil || e.done || e.looked && !brings {
		return e.err
	}
	e.looked, e.done = true, brings
	if brings {
		h.schema = s.SchemaSQL()
	}
	e.err = h.engine.equip(h, s)
	return e.err
}
