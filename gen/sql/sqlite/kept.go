package sqlite

import (
	"slices"
	"sync"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Kept are the databases of schemas that nobody uses just now: where workflows are checked as they are typed, their
// schema is most often the one of before, and running it takes longer than all else that is done to a small project.
// The zero Kept holds none; it may be used by several goroutines.
type Kept struct {
	mu   sync.Mutex
	free []*Checker // the one that was used last is the last
}

const maxKept = 8 // databases

// Open is the package's Open, of a database that was closed before where there is one of the same schema. One with
// mistakes is not kept: they have their places in its file.
func (k *Kept) Open(schemaSQL *diag.File) (*Checker, diag.List) {
	of := schemaOf(schemaSQL)
	if c := k.take(of); c != nil {
		return c, nil
	}
	c, problems := Open(schemaSQL)
	if len(problems) == 0 {
		c.schema, c.kept = of, k
	}
	return c, problems
}

// schema is the text of a schema; that of none is not that of an empty one.
type schema struct {
	given bool
	text  string
}

func schemaOf(file *diag.File) schema {
	if file == nil {
		return schema{}
	}
	return schema{true, string(file.Src)}
}

func (k *Kept) take(of schema) *Checker {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, c := range slices.Backward(k.free) {
		if c.schema == of {
			k.free = slices.Delete(k.free, i, i+1)
			return c
		}
	}
	return nil
}

// giveBack keeps a database that nobody uses any more, and returns the one that was not used for longest, where that is
// too many. What it has answered is forgotten: who types a query asks about each text that it was.
func (k *Kept) giveBack(c *Checker) (left *Checker) {
	clear(c.results)
	clear(c.refused)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.free = append(k.free, c)
	if len(k.free) > maxKept {
		left = k.free[0]
		k.free = slices.Delete(k.free, 0, 1)
	}
	return left
}
