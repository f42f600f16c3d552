package otel

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	rt "github.com/flowc-dev/flowc/runtime"
)

// observer implements rt.Observer.
type observer struct {
	tracer      trace.Tracer
	propagator  propagation.TraceContext
	instruments *instruments
	unmetered   bool // another one counts and times requests
	now         func() time.Time
}

// running is an execution or a node under way: what its context carries for its end.
type running struct {
	began time.Time
	rt.Execution
	node string // "" for an execution
}

type runningKey struct{}

func runningIn(ctx context.Context) running {
	r, _ := ctx.Value(runningKey{}).(running)
	return r
}

// Begin implements rt.Observer. Names are those of OpenTelemetry's semantic conventions for HTTP servers. A span that
// the program around has begun for the request is the server's; what the caller says of its trace counts where there is
// none.
func (o *observer) Begin(ctx context.Context, e rt.Execution) context.Context {
	name, kind := e.Method+" "+e.Route, trace.SpanKindInternal
	around := trace.SpanContextFromContext(ctx)
	switch {
	case e.After:
		name += " after the answer"
	case !around.IsValid() || around.IsRemote():
		kind = trace.SpanKindServer
		ctx = o.propagator.Extract(ctx, propagation.HeaderCarrier(e.Header))
	}
	if !e.After && !o.unmetered {
		o.instruments.begin(ctx, e)
	}
	ctx, _ = o.tracer.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(
		attribute.String("http.request.method", e.Method),
		attribute.String("http.route", e.Route),
		attribute.String("flowc.execution.id", e.ID),
		attribute.String("flowc.workflow", e.Workflow),
		attribute.String("flowc.entry", e.Entry),
	))
	e.Header = nil
	return context.WithValue(ctx, runningKey{}, running{began: o.now(), Execution: e})
}

// Enter implements rt.Observer.
func (o *observer) Enter(ctx context.Context, node string) context.Context {
	r := runningIn(ctx)
	r.node = node
	ctx, _ = o.tracer.Start(ctx, node, trace.WithAttributes(attribute.String("flowc.node", node)))
	return context.WithValue(ctx, runningKey{}, r)
}

// Leave implements rt.Observer.
func (o *observer) Leave(ctx context.Context, output, failure string) {
	span := trace.SpanFromContext(ctx)
	defer span.End()
	if output != "" {
		span.SetAttributes(attribute.String("flowc.output", output))
	}
	if failure != "" {
		span.SetStatus(codes.Error, failure)
		o.instruments.failed(ctx, runningIn(ctx))
	}
}

// Rerun implements rt.Observer.
func (o *observer) Rerun(ctx context.Context, node string) {
	o.instruments.reran(ctx, runningIn(ctx).Workflow, node)
}

// End implements rt.Observer. A server's span is an error where the server is at fault, which is not a 4xx.
func (o *observer) End(ctx context.Context, status int, failure string) {
	span := trace.SpanFromContext(ctx)
	defer span.End()
	r := runningIn(ctx)
	if !r.After {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if !o.unmetered {
			o.instruments.end(ctx, r, status, o.now().Sub(r.began))
		}
	}
	if failure != "" && (r.After || status >= http.StatusInternalServerError) {
		span.SetStatus(codes.Error, failure)
	}
}

// Send implements rt.Observer.
func (o *observer) Send(ctx context.Context, header http.Header) {
	o.propagator.Inject(ctx, propagation.HeaderCarrier(header))
}
