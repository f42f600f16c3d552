package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/golden"
)

// shown is the page as it is served now: another one once a project has begun.
type shown struct{ page atomic.Pointer[studio.Studio] }

func (s *shown) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if page := s.page.Load(); page != nil {
		page.ServeHTTP(w, r)
		return
	}
	http.Error(w, "studio is starting", http.StatusServiceUnavailable)
}

// isEmpty reports whether a folder holds no workflow, rather than not being there.
func isEmpty(dir string) bool {
	_, err := project.FindPlaces([]string{dir})
	return errors.As(err, new(project.NoWorkflows))
}

// begin serves the page of a folder without workflows until it has one: the first of a person's own, or those of a
// starter.
func (s studioRun) begin(ctx context.Context, on *shown, key string) {
	begun := make(chan struct{}, 1)
	how := &studio.Begin{Begun: func() {
		select {
		case begun <- struct{}{}:
		default: // it is known
		}
	}}
	_, inModule := project.ModuleAround(s.dir) // a starter is a module of its own
	if entries, err := os.ReadDir(s.dir); err == nil && !inModule && (len(entries) == 0 || len(entries) == 1 && entries[0].Name() == ".git") {
		how.Start = func(starter string, first *golden.File) error {
			return (&creation{dir: s.dir, starter: starter, document: first}).create(s.Console)
		}
	}
	page := studio.New(studio.Config{Dir: project.Nearby(s.dir), Key: key, Now: time.Now, Begin: how})
	page.Check()
	on.page.Store(page)
	changes, err := project.Watch(ctx, s.dir)
	if err != nil {
		changes = nil // what another program writes is seen with the next write of the page
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
			page.Check()
		case <-begun:
			page.End()
			return
		}
	}
}

// look serves the page of workflows without a server, and says why there is none: they are drawn and checked.
func (s studioRun) look(ctx context.Context, on *shown, key, why string) error {
	page := studio.New(studio.Config{Dir: project.Nearby(s.dir), Key: key, Now: time.Now, Why: why})
	page.Check()
	on.page.Store(page)
	changes, err := project.Watch(ctx, s.dir)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changes:
			page.Check()
		}
	}
}
