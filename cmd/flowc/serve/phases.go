package serve

import (
	"fmt"
	"strings"
	"time"
)

// phases is what a change takes, from its last save to the server that has it.
type phases struct {
	began time.Time // the save; zero where nothing ran before
	last  time.Time
	took  []phase
}

type phase struct {
	name string
	time time.Duration
}

// newPhases begins with the time since the save, as several files may be saved one after the other.
func newPhases(saved time.Time) *phases {
	p := &phases{began: saved, last: saved}
	p.end("noticed")
	return p
}

// end ends a phase, by what it has done.
func (p *phases) end(name string) {
	now := time.Now()
	p.took = append(p.took, phase{name, now.Sub(p.last)})
	p.last = now
}

// String says how long it took until the first answer, and which part of that each phase is.
func (p *phases) String() string {
	parts := make([]string, len(p.took))
	for i, t := range p.took {
		parts[i] = fmt.Sprintf("%s %.2f", t.name, t.time.Seconds())
	}
	return fmt.Sprintf("the change is served, %.2f s after it was saved: %s", p.last.Sub(p.began).Seconds(), strings.Join(parts, ", "))
}
