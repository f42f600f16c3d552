package runtime

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// forks is a group of goroutines that does the items of a list for an execution, which waits for them. Each has an Exec
// of its own, with its own place, time and transactions; what they see, send and have done once is the execution's.
type forks struct {
	of     *Exec
	base   int // of the trail: what all have in common
	ctx    context.Context
	cancel context.CancelFunc
	number int          // of the items
	next   atomic.Int64 // the first item that nobody does yet
	failed atomic.Bool

	mu     sync.Mutex // guards what follows
	done   int        // how many items were begun, and have ended
	items  map[int]forkedItem
	err    error     // the first failure
	at     int       // whose item that is
	time   ownTime   // what of it the forks have used up: lapses, attempts and handlers
	reruns int       // of parts of them
	latest time.Time // until when what handles a failure in one may go on; zero where none does
}

// forkedItem holds the trail of an item that is done, and what it says of the answer, until the execution takes them
// over, in the order of the list.
type forkedItem struct {
	trail []step
	told  answer // what it says of the answer, whoever gives that
}

// over says whether one of the forks has failed, or of those around them: the others have to end.
func (g *forks) over() bool {
	for ; g != nil; g = g.of.forked {
		if g.failed.Load() {
			return true
		}
	}
	return false
}

// inParallel calls f for each of n items, for at most so many at the same time, each time with a fork of x. The first
// failure ends the others; it returns when all have ended.
func (x *Exec) inParallel(n, most int, f func(x *Exec, i int) error) error {
	if n == 0 {
		return nil
	}
	x.leaveNode()
	g := x.fork(n)
	defer g.cancel()
	var running sync.WaitGroup
	for range min(most, n) {
		fork := g.fork()
		running.Go(func() { g.work(fork, f) })
	}
	running.Wait()
	return g.join()
}

// fork prepares x for n items.
func (x *Exec) fork(n int) *forks {
	x.ID() // which forks may ask for, as for what follows
	if hook := x.Webhook(); hook != nil {
		_, _ = hook.payload() // whoever reads that sees what is wrong with it
	}
	if x.once == nil {
		x.once = &onces{}
	}
	if x.at.shared == nil {
		x.at.shared = &atomic.Int32{}
		x.at.shared.Store(x.at.count)
	}
	g := &forks{of: x, base: len(x.at.trail), number: n, items: map[int]forkedItem{}, time: x.own}
	g.time.had = maps.Clone(x.own.had)
	g.ctx, g.cancel = context.WithCancel(x.run)
	return g
}

// fork makes one of them.
func (g *forks) fork() *Exec {
	x := g.of
	return &Exec{
		app: x.app, entry: x.entry, r: x.r, id: x.id, records: x.records,
		logged: x.logged, debug: x.debug, watched: x.watched, began: x.began,
		at:   position{trail: slices.Clone(x.at.trail), shared: x.at.shared, call: x.at.call, attempt: x.at.attempt},
		body: x.body, received: x.received, webhook: x.webhook, nul: x.nul, once: x.once, forked: g,
	}
}

// work does items until there are none, or one has failed.
func (g *forks) work(x *Exec, f func(x *Exec, i int) error) {
	for {
		i := int(g.next.Add(1)) - 1
		if i >= g.number || g.ctx.Err() != nil {
			return
		}
		g.do(x, i, f)
	}
}

// do does an item. Where that ends its goroutine, it is a failure like a panic.
func (g *forks) do(x *Exec, i int, f func(x *Exec, i int) error) {
	g.begin(x)
	run := x.run
	err := errExited
	defer func() {
		if err == errExited {
			err = newExitError()
		}
		g.end(x, i, run, err)
	}()
	err = x.guarded(func(x *Exec) error { return f(x, i) })
}

// begin has a fork begin an item: at the place and with the time of the execution.
func (g *forks) begin(x *Exec) {
	of := g.of
	clear(x.at.trail[g.base:])
	x.at.trail = x.at.trail[:g.base]
	x.at.visit, x.at.call, x.at.attempt = visit{left: true}, of.at.call, of.at.attempt
	x.own = of.own
	x.own.had = maps.Clone(of.own.had)
	x.run = of.run.fork(g.ctx, of.run.at.Add(time.Hour)) // it ends when the execution does, and not a moment before
	if of.observed.execution != nil {
		x.observed = observed{execution: observedBefore{x.run, of.observed.execution}}
	}
}

// end has it end, in the time run unless what handles a failure was given some of its own.
func (g *forks) end(x *Exec, i int, run *execution, err error) {
	x.at.visit.failure = err
	if err != nil {
		x.failObserved(err, false)
	}
	x.leaveNode()
	x.run.deadline.end()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.done++
	if i <= maxTrail || i == g.number-1 || err != nil || x.answer.tells() { // a trail has room for no more
		g.items[i] = forkedItem{slices.Clone(x.at.trail[g.base:]), x.answer}
	}
	x.answer = answer{}
	if x.run != run && x.run.at.After(g.latest) {
		g.latest = x.run.at
	}
	g.reruns += x.reruns
	x.reruns = 0
	g.time.lapses += x.own.lapses - g.of.own.lapses
	g.time.began = max(g.time.began, x.own.began)
	for key := range x.own.had {
		if g.time.had == nil {
			g.time.had = map[ownTimeKey]bool{}
		}
		g.time.had[key] = true
	}
	if err != nil && g.err == nil {
		g.err, g.at = err, i
		g.failed.Store(true)
		g.cancel()
	}
}

// join takes what the forks have left behind into the execution, in the items' order; where one has failed, that comes
// last.
func (g *forks) join() error {
	x, from := g.of, g.base
	order := slices.Sorted(maps.Keys(g.items))
	if g.err != nil {
		order = append(slices.DeleteFunc(order, func(i int) bool { return i == g.at }), g.at)
	}
	for _, i := range order {
		from = g.take(g.items[i], from)
	}
	if x.forked == nil {
		x.at.count, x.at.shared = x.at.shared.Load(), nil
	}
	x.reruns += g.reruns
	g.takeTime()
	switch err := g.err.(type) {
	case nil:
	case *panicError, *exitError:
		panic(passedOn{err})
	default:
		return err
	}
	if g.done < g.number {
		return x.Context().Err()
	}
	return nil
}

// take takes what an item has left behind; the trail of the one before begins at from. It returns where that of this
// one does.
func (g *forks) take(item forkedItem, from int) int {
	x := g.of
	x.answer.tell(&item.told)
	from = x.trim(from)
	if from > g.base { // the place of what Calls have entered
		shift := int32(from - g.base)
		for i := range item.trail {
			if int(item.trail[i].call) > g.base {
				item.trail[i].call += shift
			}
		}
	}
	x.at.trail = append(x.at.trail, item.trail...)
	return from
}

// takeTime takes what the forks have used of the time. What handles failures in them was given time of its own where
// time had run out: the execution goes on for as long.
func (g *forks) takeTime() {
	x := g.of
	before := x.own
	x.own.lapses, x.own.began, x.own.had = g.time.lapses, g.time.began, g.time.had
	if x.own.lapses == before.lapses || g.latest.IsZero() || x.run.Err() == nil {
		return
	}
	x.own.cause, x.own.until = x.run.Err(), time.Time{}
	x.detach(max(time.Until(g.latest), 0))
}
