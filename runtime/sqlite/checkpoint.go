package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"os"
	"time"
)

const (
	// largeLog is the size in bytes from which a write-ahead log is written into its file though readers overlap. SQLite
	// itself does so from 4 MB on, between two readers.
	largeLog = 16 << 20

	// idleAfter is how long nothing is committed in an idle service, and the pause after a checkpoint that readers held
	// up.
	idleAfter = time.Second
)

// checkpoints is a connector whose connections report commits, for the write-ahead log to be written into the file.
type checkpoints struct {
	driver.Connector
	log     string        // the file
	commits chan struct{} // full where something was committed that nobody has looked at
	end     context.CancelFunc
	ended   chan struct{}
}

// openPool is sql.OpenDB for a file, whose write-ahead log it keeps small until the pool is closed.
func openPool(file, name string) (*sql.DB, error) {
	ctx, end := context.WithCancel(context.Background())
	c := &checkpoints{log: file + "-wal", commits: make(chan struct{}, 1), end: end, ended: make(chan struct{})}
	var err error
	if c.Connector, err = engine.Connector(name, c.committed); err != nil {
		end()
		return nil, err
	}
	pool := sql.OpenDB(c)
	go c.run(ctx, pool)
	return pool, nil
}

// Close implements io.Closer: the pool's Close calls it.
func (c *checkpoints) Close() error {
	c.end()
	<-c.ended
	return nil
}

// committed notes that a connection commits a change.
func (c *checkpoints) committed() {
	select {
	case c.commits <- struct{}{}:
	default:
	}
}

// run checkpoints where the log is large, or the service idle.
func (c *checkpoints) run(ctx context.Context, pool *sql.DB) {
	defer close(c.ended)
	commits, due := c.commits, (<-chan time.Time)(nil)
	for {
		select {
		case <-ctx.Done():
			return
		case <-commits:
			if due = time.After(idleAfter); c.size() < largeLog {
				continue
			}
		case <-due:
		}
		commits, due = c.commits, nil
		if !checkpoint(ctx, pool) {
			commits, due = nil, time.After(idleAfter)
		}
	}
}

// size is that of the log, 0 where there is none.
func (c *checkpoints) size() int64 {
	info, err := os.Stat(c.log)
	if err != nil {
		return 0
	}
	return info.Size()
}

// checkpoint writes the log into the file and empties it, and reports whether nothing held that up. It waits for
// readers of what is to be written over, as long as busyTimeout.
func checkpoint(ctx context.Context, pool *sql.DB) bool {
	var busy bool
	var frames, written int
	err := pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &written)
	return err == nil && !busy
}
