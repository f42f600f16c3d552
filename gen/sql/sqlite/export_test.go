package sqlite

import (
	"time"

	"github.com/flowc-dev/flowc/schema/diag"
)

// OpenWithin is Open of a schema that may take most.
func OpenWithin(schemaSQL *diag.File, most time.Duration) (*Checker, diag.List) {
	return open(schemaSQL, most)
}

// MaxKept is how many databases are kept at most.
const MaxKept = maxKept

// Free counts the databases that are kept.
func (k *Kept) Free() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.free)
}
