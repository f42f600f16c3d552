package mcp

import (
	"context"
	"fmt"
	"time"
)

// search is one for where an authorization server's keys are: a server that is slow has all callers wait for the same
// one.
type search struct {
	done chan struct{} // closed once the fields below are final

	keys  string
	err   error
	ended time.Time
}

// isOver reports whether it has ended.
func (s *search) isOver() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// keys is where the server's keys are. Whoever asks waits for the search that runs, as long as his request lasts.
func (i *issuer) keys(ctx context.Context) (string, error) {
	s, err := i.searching()
	if err != nil {
		return "", err
	}
	select {
	case <-s.done:
		return s.keys, s.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// searching is the search that runs, the one that has found the keys, or a new one. There is none in the pause after
// one that failed.
func (i *issuer) searching() (*search, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if s := i.latest; s != nil {
		if !s.isOver() || s.err == nil {
			return s, nil
		}
		if ago := i.app.Now().Sub(s.ended); ago < searchPause {
			return nil, fmt.Errorf("the authorization server was not found %s ago", ago.Round(time.Second))
		}
	}
	i.latest = &search{done: make(chan struct{})}
	go i.run(i.latest)
	return i.latest, nil
}

func (i *issuer) run(s *search) {
	defer close(s.done)
	s.keys, s.err = i.lookUp(i.life)
	s.ended = i.app.Now()
}

// close ends a search that runs, and returns once it has. One that begins after it fails at once.
func (i *issuer) close() {
	i.stop()
	i.mu.Lock()
	s := i.latest
	i.mu.Unlock()
	if s != nil {
		<-s.done
	}
}
