package storage

import (
	"context"
	"slices"
	"sync"
)

// group lets concurrent writers share transactions, so that one wait for the disk makes all their writes durable.
// Whoever gets the turn commits what has gathered until then; there is no goroutine to start or to stop.
type group struct {
	writer *writer       // of whoever has the turn
	turn   chan struct{} // full while somebody has it

	mu      sync.Mutex
	waiting []*write
}

// write is one operation inside a transaction.
type write struct {
	run  func(*transaction) error
	err  error         // of run, or of the transaction
	done chan struct{} // closed once err is final
}

// maxBatch bounds how long one transaction keeps other processes from writing.
const maxBatch = 256

func newGroup(w *writer) *group { return &group{writer: w, turn: make(chan struct{}, 1)} }

// do returns once run is committed, or has failed. A context that ends before anybody has begun with it takes it out.
func (g *group) do(ctx context.Context, run func(*transaction) error) error {
	w := &write{run: run, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	for {
		select {
		case <-w.done:
			return w.err
		case g.turn <- struct{}{}:
			g.lead(ctx)
		case <-ctx.Done():
			if g.leave(w) {
				return ctx.Err()
			}
			<-w.done // it is being committed, and what came of that must be known
			return w.err
		}
	}
}

// lead commits a batch and passes the turn on. Those in the batch learn of it before the turn is free, so that the next
// to lead is one who still waits.
func (g *group) lead(ctx context.Context) {
	defer func() { <-g.turn }()
	if g.idle() {
		return
	}
	tx, err := g.writer.begin(ctx)
	if err != nil && ctx.Err() != nil {
		return // the others have more time
	}
	batch := g.next() // only now: while another process has the file, more gather, and may still leave
	if err == nil {
		err = g.writer.commit(tx, batch)
	}
	for _, w := range batch {
		if err != nil {
			w.err = err
		}
		close(w.done)
	}
}

func (g *group) idle() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting) == 0
}

func (g *group) next() []*write {
	g.mu.Lock()
	defer g.mu.Unlock()
	size := min(len(g.waiting), maxBatch)
	batch := slices.Clone(g.waiting[:size])
	g.waiting = slices.Delete(g.waiting, 0, size)
	return batch
}

// leave takes w out and returns true, unless it is part of a batch already.
func (g *group) leave(w *write) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, w)
	if i < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	return true
}
