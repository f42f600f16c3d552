package runtime

import (
	"context"
	"log/slog"
	"net/http"
)

// WithExecutionID names each execution by what of returns for its request, as the program around does in its own log:
// in flowc's log, in the instance of problems and in traces. It may come from a caller, and may be that of another
// execution too. It has 1 to 128 letters, digits and . _ : / + = @ -; where of returns anything else or panics, flowc's
// own id names the execution. {{request.id}} is flowc's own always.
func WithExecutionID(of func(*http.Request) string) Option {
	return func(o *options) { o.executionID = of }
}

// ExecutionID returns what names the execution that ctx is of, in the log and in problems; false where it is of none.
func ExecutionID(ctx context.Context) (id string, ok bool) {
	e := executionOf(ctx)
	if e == nil {
		return "", false
	}
	return e.name(), true
}

// maxName is the longest name, in bytes, that a program gives an execution.
const maxName = 128

// nameOf is what the program around names the execution of r by; "" where flowc's own id names it.
func (a *App) nameOf(r *http.Request) string {
	if a.executionID == nil {
		return ""
	}
	name, err := callNamed(a.executionID, r)
	switch {
	case err != nil:
		a.warnOfNames("panicked", err)
	case name == "":
	case !isName(name):
		a.warnOfNames("returned what is no id", nil)
	default:
		return name
	}
	return ""
}

// callNamed calls of, with a panic in it as an error.
func callNamed(of func(*http.Request) string, r *http.Request) (name string, err error) {
	defer contain(&err)
	return of(r), nil
}

// warnOfNames logs once that the function of WithExecutionID does not do what it is for.
func (a *App) warnOfNames(what string, err error) {
	a.misnamed.Do(func() {
		attrs := []any{"function", "of rt.WithExecutionID", "problem", what}
		if err != nil {
			attrs = append(attrs, "error", err)
		}
		a.logger.Warn("executions have ids of flowc's own", attrs...)
	})
}

// isName reports whether a text may name an execution.
func isName(text string) bool {
	if len(text) > maxName {
		return false
	}
	for _, b := range []byte(text) {
		if !isNameByte(b) {
			return false
		}
	}
	return true
}

func isNameByte(b byte) bool {
	switch b {
	case '.', '_', ':', '/', '+', '=', '@', '-':
		return true
	}
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// name is the id of the execution as logs and problems have it: a caller may have chosen a secret for one.
func (e *execution) name() string {
	if e.given != "" {
		return e.masked(e.given)
	}
	return e.id.String()
}

// name is the id of the execution as logs and problems have it.
func (x *Exec) name() string {
	if x.run.given != "" {
		return x.run.name()
	}
	return x.ID()
}

// names adds what a record names the execution by to attrs: its id and, where that is not flowc's own, that too.
func (x *Exec) names(attrs []slog.Attr) []slog.Attr {
	attrs = append(attrs, slog.String(idKey, x.name()))
	if x.run.given != "" {
		attrs = append(attrs, slog.String("execution", x.ID()))
	}
	return attrs
}
