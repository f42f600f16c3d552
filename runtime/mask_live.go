package runtime

import "sync"

// liveList holds the executions that saw secrets and still run, as links from one to the next: every request with a
// credential comes and goes here, which must cost no memory.
type liveList struct {
	mu    sync.Mutex
	first *execution
}

// links are an execution's place in a liveList, which guards them.
type links struct {
	before, after *execution
	listed        bool
}

func (l *liveList) add(e *execution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.listed {
		return
	}
	e.links = links{after: l.first, listed: true}
	if l.first != nil {
		l.first.before = e
	}
	l.first = e
}

func (l *liveList) remove(e *execution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !e.listed {
		return
	}
	if e.before == nil {
		l.first = e.after
	} else {
		e.before.links.after = e.after
	}
	if e.after != nil {
		e.after.links.before = e.before
	}
	e.links = links{}
}

// all returns those in the list.
func (l *liveList) all() []*execution {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*execution
	for e := l.first; e != nil; e = e.after {
		all = append(all, e)
	}
	return all
}
