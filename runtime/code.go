package runtime

import (
	"context"
	"errors"
	"reflect"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// Replayed returns what a verifier of a Webhook's sender returns for a delivery that was worked on before, to take the
// node's output replayed. Where that is not wired, the sender gets a 200, and no node runs.
func Replayed() error { return errReplayed }

// IsReplayed reports whether err is what Replayed returned.
func IsReplayed(err error) bool { return errors.Is(err, errReplayed) }

var errReplayed = errors.New("delivered before")

// CallWith calls f, a function that somebody else wrote, for a Code node. A panic in it becomes a failure of the node,
// and what it returns is the node's values in the debug log.
func CallWith[In, Out any](x *Exec, f func(context.Context, In) (Out, error), in In) (out Out, err error) {
	defer contain(&err)
	out, err = f(x.codeContext(), in)
	if err == nil && (x.debug || x.hides()) {
		x.yields(out)
	}
	return out, err
}

// Call is CallWith for a function that takes no input.
func Call[Out any](x *Exec, f func(context.Context) (Out, error)) (out Out, err error) {
	defer contain(&err)
	out, err = f(x.codeContext())
	if err == nil && (x.debug || x.hides()) {
		x.yields(out)
	}
	return out, err
}

// Hide keeps what the current node's function yields out of every log: it may hold what went into it.
func (x *Exec) Hide() { x.at.hidden = len(x.at.trail) }

func (x *Exec) hides() bool { return x.at.hidden > 0 && x.at.hidden == len(x.at.trail) }

// yields gives what a function returned to the debug log, or keeps it from all logs.
func (x *Exec) yields(out any) {
	if !x.hides() {
		x.Values(out)
		return
	}
	x.SawIn(reflect.ValueOf(out), true)
	x.Values(mask.Text)
}

// RunWith is CallWith for a function that returns nothing but an error.
func RunWith[In any](x *Exec, f func(context.Context, In) error, in In) (err error) {
	defer contain(&err)
	return f(x.codeContext(), in)
}

// Run is RunWith for a function that takes no input.
func Run(x *Exec, f func(context.Context) error) (err error) {
	defer contain(&err)
	return f(x.codeContext())
}
