package runtime

import (
	"context"
	"net/http"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// An Observer is told what executions do while they do it, for traces and metrics: runtime/otel is one. What it learns
// of a failure is masked as the log is. Its methods are called by the goroutines of the execution, several at the same
// time where that does items of a For each so, and must be quick.
type Observer interface {
	// Begin is called when an execution begins, and once more when it goes on after its answer: then After is set,
	// and ctx is the one that the first call returned. It returns the context that End will get.
	Begin(ctx context.Context, e Execution) context.Context
	// Enter is called when a node is reached. It returns the context that the node runs in, and that Leave will get.
	Enter(ctx context.Context, node string) context.Context
	// Leave is called when the node is left, by output ("" where it did not say) or with a failure ("" for none).
	Leave(ctx context.Context, output, failure string)
	// Rerun is called when the region of a Transaction node runs once more, as another transaction was in its way.
	Rerun(ctx context.Context, node string)
	// End is called when the answer is sent, with its status and, where the execution failed, why. After the
	// answer the status is 0.
	End(ctx context.Context, status int, failure string)
	// Send is called before a node calls another service, and may add headers.
	Send(ctx context.Context, header http.Header)
}

// Execution is the account of one execution that an Observer is given.
type Execution struct {
	ID       string
	Workflow string
	Entry    string      // the entry point's node
	Method   string      // of the request
	Route    string      // the pattern, in which nothing is the caller's
	Header   http.Header // of the request; not masked, and not to be kept or changed
	After    bool        // it goes on after the answer
}

// Observe makes o watch all executions, beside those that do. It is called before the server starts.
func (a *App) Observe(o Observer) {
	switch all := a.observer.(type) {
	case nil:
		a.observer = o
	case observers:
		a.observer = append(all, o)
	default:
		a.observer = observers{all, o}
	}
}

// Sending tells the observer that a request goes out in ctx, which is one of Exec.Context.
func (a *App) Sending(ctx context.Context, header http.Header) {
	if a.observer != nil {
		a.observer.Send(ctx, header)
	}
}

// observed is the part of an Exec that is kept for the observer.
type observed struct {
	execution context.Context // as Begin returned it; nil where nobody watches
	node      context.Context // as Enter returned it; nil between nodes
	failure   string          // of the current node
	failed    string          // of the execution
}

// beginObserved starts watching, where somebody does.
func (x *Exec) beginObserved(after bool) {
	o := x.app.observer
	if o == nil {
		return
	}
	ctx := context.Context(x.run)
	if after {
		ctx = observedBefore{x.run, x.observed.execution}
	}
	x.observed = observed{execution: o.Begin(ctx, Execution{
		ID: x.name(), Workflow: x.entry.Workflow, Entry: x.entry.Node,
		Method: x.r.Method, Route: x.entry.Path, Header: x.r.Header, After: after,
	})}
}

// enterObserved leaves the node before and enters the next.
func (x *Exec) enterObserved(node string) {
	x.leaveObserved()
	x.observed.node = x.app.observer.Enter(x.observed.execution, node)
}

func (x *Exec) leaveObserved() {
	o := &x.observed
	if o.node == nil {
		return
	}
	x.app.observer.Leave(o.node, x.at.trail[len(x.at.trail)-1].output, o.failure)
	o.node, o.failure = nil, ""
}

// failObserved remembers why the current node failed; ends says that the execution does so too.
func (x *Exec) failObserved(err error, ends bool) {
	if x.observed.execution == nil {
		return
	}
	failure := x.run.masked(err.Error())
	if x.observed.node != nil {
		x.observed.failure = failure
	}
	if ends {
		x.observed.failed = failure
	}
}

// endObserved ends what Begin began.
func (x *Exec) endObserved(status int) {
	if x.observed.execution == nil {
		return
	}
	x.leaveObserved()
	x.app.observer.End(x.observed.execution, status, x.observed.failed)
}

// observedBefore is the context of work after an answer: what the observer left in that of the execution is there, but
// not its deadline.
type observedBefore struct {
	*execution
	before context.Context
}

// Value implements context.Context.
func (c observedBefore) Value(key any) any {
	if _, ok := key.(executionKey); ok {
		return c.execution
	}
	return c.before.Value(key)
}

// masked returns text as the log would show it.
func (e *execution) masked(text string) string {
	l := mask.Line{Text: []byte(text), Form: mask.FreeText}
	return string(l.Replace(e.log.secrets.Matcher.Load(), []*mask.Matcher{e.match()}))
}
