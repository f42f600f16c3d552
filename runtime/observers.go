package runtime

import (
	"context"
	"net/http"
)

// observers are several Observers of one App, each of which gets back the contexts that it has returned.
type observers []Observer

// observedByAll is the context of an execution or a node that several watch. What one of them left in it is there: the
// first who left something of a key counts.
type observedByAll struct {
	context.Context                   // that of the first
	each            []context.Context // by observer
}

type observedByAllKey struct{}

// Value implements context.Context.
func (c *observedByAll) Value(key any) any {
	if _, ok := key.(observedByAllKey); ok {
		return c
	}
	for _, own := range c.each {
		if value := own.Value(key); value != nil {
			return value
		}
	}
	return nil
}

// of returns what ctx is for the i-th observer: the context that it has returned, with the end of the execution that
// ctx is of. Before the first call it is ctx.
func (observers) of(ctx context.Context, i int) context.Context {
	all, ok := ctx.Value(observedByAllKey{}).(*observedByAll)
	switch {
	case !ok:
		return ctx
	case ctx == context.Context(all):
		return all.each[i]
	}
	return observedBefore{executionOf(ctx), all.each[i]}
}

// all calls one for each observer, with its own context, and returns the contexts that it returns as one.
func (o observers) all(ctx context.Context, one func(o Observer, own context.Context) context.Context) context.Context {
	c := &observedByAll{each: make([]context.Context, len(o))}
	for i, observer := range o {
		c.each[i] = one(observer, o.of(ctx, i))
	}
	c.Context = c.each[0]
	return c
}

// Begin implements Observer.
func (o observers) Begin(ctx context.Context, e Execution) context.Context {
	return o.all(ctx, func(o Observer, own context.Context) context.Context { return o.Begin(own, e) })
}

// Enter implements Observer.
func (o observers) Enter(ctx context.Context, node string) context.Context {
	return o.all(ctx, func(o Observer, own context.Context) context.Context { return o.Enter(own, node) })
}

// Leave implements Observer.
func (o observers) Leave(ctx context.Context, output, failure string) {
	for i, observer := range o {
		observer.Leave(o.of(ctx, i), output, failure)
	}
}

// Rerun implements Observer.
func (o observers) Rerun(ctx context.Context, node string) {
	for i, observer := range o {
		observer.Rerun(o.of(ctx, i), node)
	}
}

// End implements Observer.
func (o observers) End(ctx context.Context, status int, failure string) {
	for i, observer := range o {
		observer.End(o.of(ctx, i), status, failure)
	}
}

// Send implements Observer. Of a header that several write, that of the first counts.
func (o observers) Send(ctx context.Context, header http.Header) {
	for i := len(o) - 1; i >= 0; i-- {
		o[i].Send(o.of(ctx, i), header)
	}
}
