package runtime

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// Exec is one execution of a workflow: the request, the answer, and the trail of nodes for the log. It belongs to one
// goroutine, and is reused after the execution has ended: a handler must not keep it.
type Exec struct {
	app      *App
	entry    *Entry
	w        http.ResponseWriter // nil once the handler has returned
	r        *http.Request
	run      *execution // what Context returns
	id       string     // "" until somebody keeps it
	records  *executionLog
	line     []byte // room for its record
	logged   bool   // at debug level
	debug    bool   // logged so, or shown in a studio
	watched  bool   // in debug, or by an observer
	began    time.Time
	answered time.Time // zero until the answer is written

	at       position
	own      ownTime
	observed observed
	answer   answer
	after    []func(*Exec) error                // once answered
	settles  []func(context.Context, int) error // of WhenAnswered
	query    url.Values                         // parsed at the first use
	queryErr error
	body     *bodyShare      // of the room for bodies
	received *bodyBuffer     // of a Webhook, or of an endpoint that keeps its body, from when that is received
	webhook  *WebhookRequest // of these, once somebody asks for it
	nul      string          // see NUL
	admitted bool            // it has one of the places of Limits.MaxExecutions

	transactions []Transaction // that it is in, the outermost first
	reruns       int           // of parts that ran again as a whole
	once         *onces        // what Once has returned; nil until it is called

	forked *forks // those that it is one of; nil for an execution itself
}

// begin takes an Exec for a request that has come now.
func (h *handler) begin(w http.ResponseWriter, r *http.Request, now time.Time) *Exec {
	a := h.app
	if !a.looked.Load() {
		a.lookOnce()
	}
	x, ok := a.execs.Get().(*Exec)
	if !ok {
		x = &Exec{app: a, answer: answer{body: &bytes.Buffer{}}, body: &bodyShare{room: &a.bodies}}
	}
	x.body.begin()
	x.entry, x.records, x.w, x.r = h.entry, h.records, w, r
	x.logged = a.logger.Enabled(r.Context(), slog.LevelDebug)
	x.debug = x.logged || a.studio != nil
	x.began = now
	if a.mocked {
		x.began = a.clock()
	}
	x.run = a.log.execution(r.Context(), now.Add(h.entry.Timeout), r.Header)
	x.run.id.make()
	x.run.given = a.nameOf(r)
	x.watched = x.debug || a.observer != nil
	x.beginObserved(false)
	return x
}

// end gives x back. It drops what it held of the request, so that the pool keeps no request alive.
func (x *Exec) end() {
	x.run.end()
	x.leave()
	x.body.end()
	if x.received != nil {
		x.app.giveBuffer(x.received)
	}
	clear(x.after)
	clear(x.settles)
	clear(x.transactions[:cap(x.transactions)])
	*x = Exec{app: x.app, body: x.body, at: x.at.forget(), after: x.after[:0], settles: x.settles[:0],
		transactions: x.transactions[:0], answer: x.answer.cleared(), line: x.line}
	x.app.execs.Put(x)
}

// NUL returns the first field of the request that has a text with the character NUL, which no database keeps; "" where
// none has.
func (x *Exec) NUL() string { return x.nul }

// App returns the application that the execution runs in.
func (x *Exec) App() *App { return x.app }

// Context ends at the execution's deadline, or when the caller leaves. It is passed to whatever a node calls.
func (x *Exec) Context() context.Context {
	if x.observed.node != nil {
		return x.observed.node
	}
	return x.run
}

// trim drops the nodes of an item of a For each, from a place of the trail on, where the trail is long. It returns the
// place of those of the next.
func (x *Exec) trim(from int) (next int) {
	if len(x.at.trail) > maxTrail && from < len(x.at.trail) {
		x.leaveNode()
		x.at.cut(from)
	}
	return len(x.at.trail)
}

// leaveNode leaves the current node before another one is entered.
func (x *Exec) leaveNode() {
	if !x.watched {
		return
	}
	x.leaveObserved()
	if x.debug {
		x.logLeave()
		x.at.visit.left = true
	}
}

// Enter says that node is reached: a failure from here on is this node's.
func (x *Exec) Enter(node string) {
	if x.watched {
		x.enterWatched(node)
		return
	}
	x.at.enter(node)
}

func (x *Exec) enterWatched(node string) {
	if x.app.observer != nil {
		x.enterObserved(node)
	}
	if !x.debug {
		x.at.enter(node)
		return
	}
	x.logLeave()
	x.at.enter(node)
	x.at.visited(x.app.clock())
	x.logEnter()
}

// LogOutput records the output that the current node took, for the log.
func (x *Exec) LogOutput(output string) { x.at.took(output) }

// tookAt records the output that a node around the current one took, unless that is known.
func (x *Exec) tookAt(node, output string) {
	if at := x.at.tookAt(node, output); at > 0 && x.debug && at < len(x.at.trail) {
		x.logTaken(at)
	}
}

// LogIf records which output a Condition took, and returns cond. That is the node's value in the debug log too.
func (x *Exec) LogIf(cond bool) bool {
	x.Values(cond)
	if cond {
		x.LogOutput("true")
	} else {
		x.LogOutput("false")
	}
	return cond
}

// Saw masks values in every log record of this execution. Those shorter than 8 bytes are left to labels.
func (x *Exec) Saw(values ...string) { x.run.saw(values) }

// After runs f once the answer is sent and the connection is free. It has the deadline of the execution anew, shutdown
// waits for it, and a failure is logged only.
func (x *Exec) After(f func(*Exec) error) {
	x.app.outlast(x.entry.longest() + x.entry.Timeout)
	x.after = append(x.after, f)
}

// WhenAnswered has f called with the status of the answer once that is given, whatever it is; 499 is a caller who has
// left before. An answer of usual length reaches the caller only then, so that what f settles is so when he comes
// again. f has a little time of its own; a failure is logged only.
func (x *Exec) WhenAnswered(f func(ctx context.Context, status int) error) {
	x.settles = append(x.settles, f)
}

// Once returns what f returned when it was called first for key in this execution: for what can be done once only,
// where a node runs again, as in a Retry.
func (x *Exec) Once(key string, f func() any) any {
	if x.once == nil {
		x.once = &onces{}
	}
	return x.once.do(key, f)
}

// Set gives what a Set node names to the debug log, and returns it.
func Set[T any](x *Exec, values T) T {
	if x.debug {
		x.Values(values)
	}
	return values
}

// Debug says whether Values is worth calling.
func (x *Exec) Debug() bool { return x.debug }

// Values gives the current node's values to the debug log. Fields of structs with a flowc tag are masked.
func (x *Exec) Values(v any) {
	if x.debug {
		x.at.visit.values = v
	}
}

// Decided records for the log that a guard took its output valid or invalid, and what it found: a generic function, so
// that only the debug log has found escape to the heap.
func Decided[T any](x *Exec, valid bool, found T) {
	if valid {
		x.LogOutput("valid")
	} else {
		x.LogOutput("invalid")
	}
	if x.debug {
		x.Values(found)
	}
}

// Inputs gives what the current node sends out to the debug log, as Values what it yields: the parameters of a
// statement, the URL and the body of a call.
func (x *Exec) Inputs(v any) {
	if x.debug {
		x.at.visit.inputs = v
	}
}

// Logger returns a logger whose records carry the execution id and are masked by what this execution saw.
func (x *Exec) Logger() *slog.Logger {
	return x.app.loggerOf(x.run).With(idKey, x.name(), "workflow", x.entry.Workflow)
}

// Node returns the name of the current node.
func (x *Exec) Node() string { return x.at.node() }
