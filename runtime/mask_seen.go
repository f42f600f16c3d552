package runtime

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// execution is the context of one execution and holds the secrets that it saw. It is not pooled as Exec is: a context
// may outlive the execution in a library's goroutine, and must not then read another execution's secrets.
type execution struct {
	deadline
	id     executionID // flowc's own
	given  string      // what the program around names it by; "": its id does
	header http.Header // its credentials are secrets too
	log    *logSink
	root   *execution // of a fork: what has seen what it sees; else nil
	links

	mu      sync.Mutex
	private bool // it saw or asked for a secret, however short
	seen    []string
	room    [2]string       // for seen: most executions see no more
	known   map[string]bool // of seen, once it is long
	matcher *mask.Matcher   // nil until a record is written; nil again when seen grows
}

// execution starts one. Its credentials make it known to the sink at once, see saw.
func (l *logSink) execution(ctx context.Context, until time.Time, header http.Header) *execution {
	e := &execution{deadline: deadline{parent: ctx, at: until}, header: header, log: l}
	if len(header["Authorization"])+len(header["Proxy-Authorization"])+len(header["Cookie"]) > 0 {
		l.live.add(e)
	}
	return e
}

type executionKey struct{}

// Value implements context.Context.
func (e *execution) Value(key any) any {
	if _, ok := key.(executionKey); ok {
		return e
	}
	return e.deadline.Value(key)
}

// executionOf returns the execution that ctx belongs to, nil when none.
func executionOf(ctx context.Context) *execution {
	e, _ := ctx.Value(executionKey{}).(*execution)
	return e
}

// saw remembers values to mask. The first of an execution makes it known to the sink, for records without a context.
func (e *execution) saw(values []string) {
	if e.root != nil {
		e.root.saw(values)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.private = e.private || len(values) > 0
	before := len(e.seen)
	if e.seen == nil {
		e.seen = e.room[:0]
	}
	for _, v := range values {
		if len(v) >= mask.MinLength && !e.knows(v) {
			e.seen = append(e.seen, v)
		}
	}
	if before == 0 && len(e.seen) > 0 {
		e.log.live.add(e)
	}
	if len(e.seen) > before {
		e.matcher = nil
	}
}

// isPrivate says whether the answer is for the caller alone: the caller presented a credential, or the execution saw or
// asked for a secret.
func (e *execution) isPrivate() bool {
	if e.root != nil {
		return e.root.isPrivate()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.private || len(e.header["Authorization"]) > 0
}

// manySeen is the number of values up to which they are searched one by one: a caller may send a list of thousands.
const manySeen = 32

// knows says whether v has been seen, and takes it for seen from then on.
func (e *execution) knows(v string) bool {
	if len(e.seen) < manySeen {
		return slices.Contains(e.seen, v)
	}
	if e.known == nil {
		e.known = map[string]bool{}
		for _, old := range e.seen {
			e.known[old] = true
		}
	}
	known := e.known[v]
	e.known[v] = true
	return known
}

// match returns the matcher of all that the execution saw, nil when that is nothing.
func (e *execution) match() *mask.Matcher {
	if e.root != nil {
		return e.root.match()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.matcher != nil {
		return e.matcher
	}
	if values := append(requestCredentials(e.header), e.seen...); len(values) > 0 {
		e.matcher = mask.NewMatcher(values)
	}
	return e.matcher
}

// goOn ends e and returns the same execution with the deadline anew, and without the caller's context. What holds the
// old one keeps it.
func (e *execution) goOn(timeout time.Duration) *execution {
	if e.root != nil {
		next := e.fork(context.WithoutCancel(e.parent), time.Now().Add(timeout))
		e.deadline.end()
		return next
	}
	next := e.log.execution(context.WithoutCancel(e.parent), time.Now().Add(timeout), e.header)
	next.id, next.given = e.id, e.given
	e.mu.Lock()
	seen := e.seen
	e.mu.Unlock()
	next.saw(seen)
	e.end()
	return next
}

// fork returns an execution that is part of e and ends with ctx, or at a time. What it sees, e has seen.
func (e *execution) fork(ctx context.Context, at time.Time) *execution {
	root := e
	if e.root != nil {
		root = e.root
	}
	return &execution{deadline: deadline{parent: ctx, at: at}, id: e.id, given: e.given, header: e.header, log: e.log, root: root}
}

// end cancels the context, and forgets the execution for records without one.
func (e *execution) end() {
	e.deadline.end()
	e.log.live.remove(e)
}

// requestCredentials returns what the caller proves its identity with: cookies, and Authorization, decoded where it is
// Basic.
func requestCredentials(h http.Header) []string {
	var secrets []string
	for _, name := range []string{"Authorization", "Proxy-Authorization"} {
		for _, value := range h[name] {
			_, token, _ := strings.Cut(value, " ")
			secrets = append(secrets, value, strings.TrimSpace(token))
		}
	}
	r := http.Request{Header: h}
	if _, password, ok := r.BasicAuth(); ok {
		secrets = append(secrets, password)
	}
	for _, cookie := range r.Cookies() {
		secrets = append(secrets, cookie.Value)
	}
	return slices.DeleteFunc(secrets, func(s string) bool { return len(s) < mask.MinLength })
}

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
