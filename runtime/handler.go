package runtime

import (
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
	records slog.Handler
	run     func(*Exec) error
}

// answerGrace is how long after the deadline of an execution its answer may take to reach the caller.
const answerGrace = 30 * time.Second

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(h.entry.CORS) > 0 {
		h.entry.allowCORS(w, r)
	}
	if h.entry.Timeout > defaultTimeout {
		// The server's own write deadline fits the default; a writer that has none needs no longer one.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(h.entry.Timeout + answerGrace))
	}
	endBody(w, r, h.entry.Timeout+bodyGrace) // a workflow need not read it
	x := h.begin(w, r)
	x.Enter(h.entry.Node)
	err := x.sized()
	if err == nil {
		err = x.admit()
	}
	if err == nil {
		err = x.guarded(h.run)
	}
	x.settle(err)
	x.endObserved(x.answer.status)
	x.w = nil
	if !x.goesOn(err) {
		x.finish()
		return
	}
	h.app.background.Go(x.goOn)
}

// goesOn says whether there is something to run after the answer, and leaves that in after.
func (x *Exec) goesOn(err error) bool {
	if err != nil {
		clear(x.after)
		x.after = x.after[:0]
	}
	if x.answer.status >= statusClientGone {
		x.after = append(x.after, x.undo...)
	}
	return len(x.after) > 0
}

// guarded runs f and turns a panic into an error that only the log sees in full.
func (x *Exec) guarded(f func(*Exec) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{value: p, stack: debug.Stack()}
		}
	}()
	return f(x)
}

// panicError is a panic of a node.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

var errUnanswered = errors.New("the execution has ended without an answer")

// settle makes sure that there is exactly one answer.
func (x *Exec) settle(err error) {
	if err == nil && !x.Answered() {
		err = errUnanswered
	}
	if err == nil {
		return
	}
	x.failObserved(err, true)
	e := answerFor(x.run, err)
	x.logFailure(failureLevel(e.status()), "failed", err)
	x.fail(e)
}

// goOn runs what follows the answer, with a deadline of its own and without the caller's context, which ends as soon
// as the answer is sent.
func (x *Exec) goOn() {
	x.run = x.run.goOn(x.entry.Timeout)
	x.beginObserved(true)
	for i := 0; i < len(x.after); i++ {
		if err := x.guarded(x.after[i]); err != nil {
			x.failObserved(err, true)
			x.logFailure(slog.LevelError, "failed after the answer", err)
		}
	}
	x.endObserved(0)
	x.finish()
}

// finish writes the execution's record and gives x back.
func (x *Exec) finish() {
	x.logExecution()
	x.end()
}
