package database

import (
	"context"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// second keeps executions that hold a connection of a pool, and may want a second one beside it, from holding all: one
// is left, for what they wait for.
type second struct {
	given  bool          // the pool is the program's, whose functions may take of it in any Transaction
	holds  bool          // there are Transactions in which Local Storage is used
	wanted bool          // Local Storage is in the same database
	room   chan struct{} // has one for each that may hold a connection; nil where none wants a second one
}

// busyTimeout is how long an execution waits for room, as for a connection of a given pool.
const busyTimeout = 5 * time.Second

// Beside says that the DB is used inside of Transactions, too, on connections beside theirs.
func (d *DB) Beside(s *rt.Setup) {
	if d.handle != nil {
		d.handle.second.wanted = true
		d.handle.second.limit(s, d.handle, d.env)
	}
}

// hold says that there are Transactions in which Local Storage is used.
func (c *second) hold(s *rt.Setup, h *handle, env string) {
	c.holds = true
	c.limit(s, h, env)
}

// limit makes the room for those that hold a connection, or reports that there is none.
func (c *second) limit(s *rt.Setup, h *handle, env string) {
	pool, ok := h.writer.(PostgresPool)
	if !ok || !c.holds || !c.wanted {
		return
	}
	if pool.Size() < 2 {
		s.Problem(env, "is a pool of one connection: a Transaction in which Local Storage of the same database is used wants two")
	}
	if c.room == nil {
		c.room = roomOf(pool)
	}
}

func roomOf(pool PostgresPool) chan struct{} { return make(chan struct{}, max(1, pool.Size()-1)) }

// enter waits for room to hold a connection, and returns how to leave it.
func (c *second) enter(ctx context.Context) (leave func(), err error) {
	if c.room == nil {
		return func() {}, nil
	}
	select {
	case c.room <- struct{}{}:
		return func() { <-c.room }, nil
	default:
	}
	late := time.NewTimer(busyTimeout)
	defer late.Stop()
	select {
	case c.room <- struct{}{}:
		return func() { <-c.room }, nil
	case <-late.C:
	case <-ctx.Done():
	}
	return nil, ErrBusy
}
