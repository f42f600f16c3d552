package studio

import (
	"context"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

// running is what is known of the project's server.
type running struct {
	Serving  bool      `json:"serving"`
	Since    time.Time `json:"since"`    // when what runs was started
	Stale    bool      `json:"stale"`    // the sources are not those of what runs, for they have mistakes
	Building bool      `json:"building"` // they are not those of what runs, and may be soon
	Held     []held    `json:"held"`     // workflows that do not run as they are saved
	Why      string    `json:"why"`      // why they are not, where no problem of a file says it; or why nothing runs

	written bool // the page has written what is in no build yet
	begun   bool // a build has begun, and not ended
}

// Happened has the canvas follow what becomes of the project.
func (s *Studio) Happened(what serve.Happening) {
	if what == serve.Changed {
		s.config.Build.begin()
		s.writing.Lock() // what is being written is in this build, or leads to another one
		s.turn(func(r *running) { r.written, r.begun, r.Why = false, true, "" })
		s.writing.Unlock()
		s.Check()
		return
	}
	s.turn(func(r *running) {
		r.begun = false
		switch what {
		case serve.Refused:
			r.Stale = true
		case serve.Serving:
			r.Serving, r.Stale, r.Since = true, len(r.Held) > 0, s.config.Now()
		case serve.Ended:
			r.Serving = false
		}
	})
	if what != serve.Refused {
		s.executions.cutOff()
	}
	s.Check()
}

// held is a workflow that does not run as it is saved.
type held struct {
	Workflow string     `json:"workflow"` // as in workflowView.Key
	Since    *time.Time `json:"since"`    // when the version that runs was started; nil where none runs
}

// Hold has the canvas say which workflows do not run as they are saved.
func (s *Studio) Hold(list []project.Held) {
	all := []held{}
	for _, h := range list {
		is := held{Workflow: keyOfFile(h.File)}
		if !h.Since.IsZero() {
			is.Since = &h.Since
		}
		all = append(all, is)
	}
	s.turn(func(r *running) { r.Held = all })
}

// Failed has the canvas say why what was written does not run, or why nothing does.
func (s *Studio) Failed(why string) { s.turn(func(r *running) { r.Why = why }) }

// wrote says that the page has written sources, which lead to a build where something is built. writing is held.
func (s *Studio) wrote() {
	if s.config.Build != nil {
		s.turn(func(r *running) { r.written = true })
	}
}

func (s *Studio) turn(change func(*running)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.running)
	s.running.Building = s.running.written || s.running.begun
	close(s.turned)
	s.turned = make(chan struct{})
}

// noticed is how long a request waits until the watcher notices what was written.
const noticed = 10 * time.Second

// built waits until what the page has written runs, or is refused: who saves and sends means what was saved.
func (s *Studio) built(ctx context.Context) {
	for {
		s.mu.Lock()
		r, turned := s.running, s.turned
		s.mu.Unlock()
		if !r.Building {
			return
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return
		case <-time.After(noticed):
			s.turn(func(r *running) { r.written = r.written && r.begun })
			s.news.notify(newsState)
		}
	}
}
