package otel

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	rt "github.com/flowc-dev/flowc/runtime"
)

// instruments are the metrics. The first two are those of OpenTelemetry's semantic conventions for HTTP servers: rate
// and errors are read off the duration's count, by status.
type instruments struct {
	duration metric.Float64Histogram   // seconds until the answer
	active   metric.Int64UpDownCounter // executions that have not answered
	failures metric.Int64Counter       // of nodes
	reruns   metric.Int64Counter       // of the regions of Transaction nodes
}

// buckets are the bounds that the semantic conventions advise, in seconds.
var buckets = []float64{0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10}

func newInstruments(m metric.Meter) (*instruments, error) {
	duration, err1 := m.Float64Histogram("http.server.request.duration", metric.WithUnit("s"),
		metric.WithDescription("Duration of executions until their answer."), metric.WithExplicitBucketBoundaries(buckets...))
	active, err2 := m.Int64UpDownCounter("http.server.active_requests", metric.WithUnit("{request}"),
		metric.WithDescription("Executions that have not answered yet."))
	failures, err3 := m.Int64Counter("flowc.node.failures", metric.WithUnit("{failure}"),
		metric.WithDescription("Failures of nodes, caught ones too."))
	reruns, err4 := m.Int64Counter("flowc.transaction.reruns", metric.WithUnit("{rerun}"),
		metric.WithDescription("Regions of Transaction nodes that ran once more, as another transaction was in their way."))
	return &instruments{duration, active, failures, reruns}, errors.Join(err1, err2, err3, err4)
}

// route returns the attributes that requests are counted by: nothing of them is the caller's.
func route(e rt.Execution) []attribute.KeyValue {
	return []attribute.KeyValue{
		attribute.String("http.request.method", e.Method),
		attribute.String("http.route", e.Route),
		attribute.String("flowc.workflow", e.Workflow),
	}
}

func (i *instruments) begin(ctx context.Context, e rt.Execution) {
	i.active.Add(ctx, 1, metric.WithAttributes(route(e)...))
}

func (i *instruments) end(ctx context.Context, r running, status int, took time.Duration) {
	i.active.Add(ctx, -1, metric.WithAttributes(route(r.Execution)...))
	i.duration.Record(ctx, took.Seconds(), metric.WithAttributes(
		append(route(r.Execution), attribute.Int("http.response.status_code", status))...))
}

func (i *instruments) reran(ctx context.Context, workflow, node string) {
	i.reruns.Add(ctx, 1, metric.WithAttributes(attribute.String("flowc.workflow", workflow), attribute.String("flowc.node", node)))
}

func (i *instruments) failed(ctx context.Context, r running) {
	i.failures.Add(ctx, 1, metric.WithAttributes(
		attribute.String("flowc.workflow", r.Workflow), attribute.String("flowc.node", r.node)))
}
