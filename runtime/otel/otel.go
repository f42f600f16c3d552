// Package otel reports executions to OpenTelemetry: a span each, a child span for each node, and metrics of rate,
// errors and duration.
//
// It may be imported by a project's main.go, and by nothing of ours.
package otel

import (
	"fmt"

	api "go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	rt "github.com/flowc-dev/flowc/runtime"
)

// scope names this package to OpenTelemetry, as the origin of its spans and metrics.
const scope = "github.com/flowc-dev/flowc/runtime/otel"

// An Option changes what Watch uses.
type Option func(*options)

type options struct {
	tracers   trace.TracerProvider
	meters    metric.MeterProvider
	unmetered bool
}

// WithTracerProvider sends spans to p instead of OpenTelemetry's global provider.
func WithTracerProvider(p trace.TracerProvider) Option { return func(o *options) { o.tracers = p } }

// WithMeterProvider sends metrics to p instead of OpenTelemetry's global provider.
func WithMeterProvider(p metric.MeterProvider) Option { return func(o *options) { o.meters = p } }

// WithoutServerMetrics leaves out the metrics of an HTTP server, http.server.request.duration and
// http.server.active_requests, where the program around has them already: each request would count twice.
func WithoutServerMetrics() Option { return func(o *options) { o.unmetered = true } }

// Watch reports all executions of app. It is called before the server starts; an exporter is the program's to choose
// and to install, as global providers or by the options.
//
// A span of the program around, in the context of a request, is the parent of the execution's. Without one a caller's
// trace is continued and passed on to other services by the header traceparent (W3C Trace Context); baggage is not, as
// a caller would choose it. Failures are masked as in the log, and values are never reported. The error is that of a
// meter that refuses an instrument.
func Watch(app *rt.App, opts ...Option) error {
	o := options{tracers: api.GetTracerProvider(), meters: api.GetMeterProvider()}
	for _, opt := range opts {
		opt(&o)
	}
	instruments, err := newInstruments(o.meters.Meter(scope))
	if err != nil {
		return fmt.Errorf("setting up metrics: %w", err)
	}
	app.Observe(&observer{
		tracer:      o.tracers.Tracer(scope),
		propagator:  propagation.TraceContext{},
		instruments: instruments,
		unmetered:   o.unmetered,
		now:         app.Now,
	})
	return nil
}
