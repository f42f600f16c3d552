package expr

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// Syntax is what a text has to keep to in a place that can't hold every text.
type Syntax uint8

// The syntaxes.
const (
	AnyText     Syntax = iota
	HeaderValue        // of a header (RFC 9110, 5.5)
	CookieValue        // of a cookie, as net/http has it
)

// keepTo makes every part of e that the caller has sent a call that fails where the place can't hold it. Of anything
// else the place itself finds out, and the failure is not the caller's fault.
func (e *Expr) keepTo(s Syntax) *Expr {
	f := map[Syntax]*Function{HeaderValue: &headerValue, CookieValue: &cookieValue}[s]
	switch {
	case f == nil || e.Type.Kind != types.String || e.Type.Nullable:
		return e
	case e.Op == OpText:
		kept := *e
		kept.Args = make([]*Expr, len(e.Args))
		for i, arg := range e.Args {
			kept.Args[i] = arg.keepTo(s)
		}
		return &kept
	case e.fits():
		return e
	}
	return &Expr{Op: OpCall, Type: e.Type, Start: e.Start, End: e.End, Name: f.Name, Args: []*Expr{e}, fn: f}
}

// fits reports whether e is not the caller's to choose, or is never more than letters, digits and a little besides.
func (e *Expr) fits() bool {
	plain := []string{"request.id", "request.ip", "request.method"}
	return Sent(e) == "" || slices.Contains(plain, e.Key) ||
		e.Op == OpConvert && e.Args[0].Type.Kind != types.Any ||
		e.Lacks("\n")
}

// headerValue and cookieValue are functions that keepTo calls, and no expression can.
var (
	headerValue = Function{Name: "value of a header", emit: emitKept("HeaderValue", "value")}
	cookieValue = Function{Name: "value of a cookie", emit: emitKept("CookieValue", "value")}
)

// emitKept emits the call of a function of runtime that returns its argument, or fails.
func emitKept(function, otherwise string) emitFunction {
	return func(w writer, call *Expr) code {
		arg := call.Args[0]
		return w.fallible(hint(arg, otherwise), fn(function).Call(w.expr(arg).Statement))
	}
}
