package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// handler is the one place where an execution becomes an answer, and its failure a problem.
type handler struct {
	app     *App
	entry   *Entry
	origins *http.CrossOriginProtection // nil where any may call
	records *executionLog
	mux     *http.ServeMux // that it is registered with; nil where it is with none
	reads   bool           // it reads the body, before anything else
	skims   bool           // no field comes of the body, and nothing else reads it
	run     func(*Exec) error
}

// answerGrace is the time after the deadline of an execution that its answer may take to reach the caller.
const answerGrace = 30 * time.Second

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(h.entry.CORS) > 0 {
		h.entry.allowCORS(w, r)
	}
	if longest := h.entry.longest(); longest > defaultTimeout {
		// The server's own write deadline fits the default; a writer that has none needs no longer one.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest + answerGrace))
	}
	now := time.Now()
	endBody(w, r, now, h.bodyTime())
	x := h.begin(w, r, now)
	err := errExited // unless execute returns
	defer func() { x.conclude(err) }()
	err = h.execute(x)
}

// bodyTime is the time that a body may take to arrive. One that is not read while the workflow runs is passed over
// afterwards.
func (h *handler) bodyTime() time.Duration {
	if h.reads {
		return h.entry.Timeout
	}
	return h.entry.Timeout + bodyGrace
}

// execute runs the workflow, or says why it can't.
func (h *handler) execute(x *Exec) error {
	x.Enter(h.entry.Node)
	if err := h.refuseHead(x); err != nil {
		return err
	}
	if err := h.sameOrigin(x.r); err != nil {
		return err
	}
	if !h.entry.HandlesInvalid {
		if err := x.sized(); err != nil {
			return err
		}
	}
	if h.skims {
		if err := x.skim(); err != nil {
			return err
		}
	}
	if err := x.admit(); err != nil {
		return err
	}
	return x.guarded(h.run)
}

// conclude makes sure of the answer, and ends x or has it go on.
func (x *Exec) conclude(err error) {
	exited := err == errExited
	if exited {
		err = newExitError()
		x.w.Header().Set("Connection", "close") // as net/http will do
	}
	x.settle(err)
	x.whenAnswered()
	x.endObserved(x.answer.status)
	if exited {
		_ = http.NewResponseController(x.w).Flush() // net/http sees no end of the handler; a writer without it needs none
	}
	x.w = nil
	if !x.goesOn(err) {
		x.finish()
		return
	}
	x.app.background.Go(x.goOn)
}

// settleTime is the longest time of one function of WhenAnswered: the answer waits for it.
const settleTime = 3 * time.Second

// whenAnswered calls the functions of WhenAnswered. The deadline of the execution may be over, and the caller gone.
func (x *Exec) whenAnswered() {
	for _, f := range x.settles {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(x.run), settleTime)
		err := x.guarded(func(x *Exec) error { return f(ctx, x.answer.status) })
		cancel()
		if err != nil {
			x.logFailure(slog.LevelError, "failed after the answer", err)
		}
	}
}

// goesOn says whether there is something to run after the answer, and leaves that in after.
func (x *Exec) goesOn(err error) bool {
	if err != nil {
		clear(x.after)
		x.after = x.after[:0]
	}
	return len(x.after) > 0
}

// guarded runs f and turns a panic into an error that only the log sees in full.
func (x *Exec) guarded(f func(*Exec) error) (err error) {
	defer contain(&err)
	return f(x)
}

// contain is deferred by who calls what may panic: the panic becomes its error.
func contain(err *error) {
	switch p := recover().(type) {
	case nil:
	case passedOn:
		*err = p.error
	default:
		*err = &panicError{value: p, stack: debug.Stack()}
	}
}

// passedOn is the value with which an execution panics where one of its forks has panicked or exited: the error that
// says so.
type passedOn struct{ error }

// panicError is a panic of a node.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func (e *panicError) trace() string { return string(e.stack) }

// errExited stands for the result of a function for as long as it has not returned. Deferred functions see it where the
// goroutine ends below it, by runtime.Goexit.
var errExited = errors.New("the goroutine has ended")

// exitError is a node's end of its goroutine. Nothing can catch it: there is no goroutine left to go on in.
type exitError struct{ stack []byte }

// newExitError is for deferred functions: the stack is still that of who called Goexit.
func newExitError() error { return &exitError{stack: debug.Stack()} }

func (e *exitError) Error() string { return "the goroutine was ended by runtime.Goexit" }

func (e *exitError) trace() string { return string(e.stack) }

var errUnanswered = errors.New("the execution has ended without an answer")

// settle makes sure that there is exactly one answer.
func (x *Exec) settle(err error) {
	if !x.Answered() && x.Replayed(err) {
		err = x.Empty(http.StatusOK)
	}
	if err == nil && !x.Answered() {
		err = errUnanswered
	}
	if err == nil {
		return
	}
	x.failObserved(err, true)
	e := answerFor(x.run.Err(), err)
	x.logFailure(failureLevel(e.status()), "failed", err)
	x.fail(e)
}

// goOn runs what follows the answer, with a deadline of its own and without the caller's context, which ends as soon
// as the answer is sent.
func (x *Exec) goOn() {
	x.run = x.run.goOn(x.entry.Timeout)
	x.own = ownTime{}
	x.beginObserved(true)
	x.goOnFrom(0)
}

// goOnFrom runs what follows the answer from the i-th on, and ends x. One that ends its goroutine keeps no other from
// running.
func (x *Exec) goOnFrom(i int) {
	if i == len(x.after) {
		x.endObserved(0)
		x.finish()
		return
	}
	err := errExited
	defer func() {
		x.failedAfter(err)
		x.goOnFrom(i + 1)
	}()
	err = x.guarded(x.after[i])
}

func (x *Exec) failedAfter(err error) {
	if err == errExited {
		err = newExitError()
	}
	if err != nil {
		x.failObserved(err, true)
		x.logFailure(slog.LevelError, "failed after the answer", err)
	}
}

// finish writes the execution's record and gives x back.
func (x *Exec) finish() {
	x.logExecution()
	x.end()
}
