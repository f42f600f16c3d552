package otel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
	"github.com/flowc-dev/flowc/runtime/otel"
)

const secret = "s3cr3t/of+the&environment"

// watched is a server whose spans and metrics a test reads.
type watched struct {
	*httptest.Server
	app     *rt.App
	spans   *tracetest.InMemoryExporter
	tracers *trace.TracerProvider
	meter   *metric.ManualReader
}

// serve starts a server with one endpoint that is watched.
func serve(t *testing.T, run func(s *rt.Setup) func(*rt.Exec) error) *watched {
	t.Helper()
	return serveIn(t, func(_ *watched, h http.Handler) http.Handler { return h }, run)
}

// serveIn is serve inside of a house.
func serveIn(t *testing.T, house func(*watched, http.Handler) http.Handler, run func(s *rt.Setup) func(*rt.Exec) error,
	opts ...otel.Option) *watched {
	t.Helper()
	w := &watched{spans: tracetest.NewInMemoryExporter(), meter: metric.NewManualReader()}
	var err error
	w.app, err = rt.Open(rt.WithEnv(map[string]string{"API_TOKEN": secret}), rt.WithDir(t.TempDir()), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	w.tracers = trace.NewTracerProvider(trace.WithSyncer(w.spans))
	if err := otel.Watch(w.app, append(opts, otel.WithTracerProvider(w.tracers),
		otel.WithMeterProvider(metric.NewMeterProvider(metric.WithReader(w.meter))))...); err != nil {
		t.Fatal(err)
	}
	s := w.app.Setup()
	s.Secret("API_TOKEN")
	handle := run(s)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	e := rt.NewEndpoint[struct{}](s, rt.Entry{Workflow: "shop", Node: "in", Method: "POST", Path: "/orders/{id}"})
	e.Register(mux, func(x *rt.Exec) error { return handle(x) })
	w.Server = httptest.NewServer(house(w, w.app.Handler(mux)))
	t.Cleanup(w.Close)
	return w
}

// seen is a span as a test looks at it.
type seen struct {
	Name, Parent, Kind, Output, Status string
}

// ended are the spans in the order of their ends.
func (w *watched) ended() []seen {
	names := map[api.SpanID]string{}
	for _, s := range w.spans.GetSpans() {
		names[s.SpanContext.SpanID()] = s.Name
	}
	var all []seen
	for _, s := range w.spans.GetSpans() {
		got := seen{Name: s.Name, Parent: names[s.Parent.SpanID()], Kind: s.SpanKind.String(), Output: attributeOf(s, "flowc.output")}
		if s.Status.Code == codes.Error {
			got.Status = s.Status.Description
		}
		all = append(all, got)
	}
	return all
}

func attributeOf(s tracetest.SpanStub, name attribute.Key) string {
	for _, a := range s.Attributes {
		if a.Key == name {
			return a.Value.String()
		}
	}
	return ""
}

// post sends a request to the endpoint.
func (w *watched) post(t *testing.T, headers ...string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", w.URL+"/orders/7", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := w.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
}

func TestSpanOfEachNode(t *testing.T) {
	w := serve(t, func(*rt.Setup) func(*rt.Exec) error {
		return func(x *rt.Exec) error {
			x.Enter("user")
			x.Enter("check")
			x.LogOutput("valid")
			x.Enter("ok")
			x.After(func(x *rt.Exec) error { x.Enter("tell"); return nil })
			return x.Empty(http.StatusAccepted)
		}
	})
	w.post(t)
	w.Close()
	if err := w.app.Close(); err != nil { // waits for the work after the answer
		t.Fatal(err)
	}
	const route, after = "POST /orders/{id}", "POST /orders/{id} after the answer"
	want := []seen{
		{"in", route, "internal", "", ""},
		{"user", route, "internal", "", ""},
		{"check", route, "internal", "valid", ""},
		{"ok", route, "internal", "", ""},
		{route, "", "server", "", ""},
		{"tell", after, "internal", "", ""},
		{after, route, "internal", "", ""},
	}
	if diff := cmp.Diff(want, w.ended()); diff != "" {
		t.Errorf("spans:\n%s", diff)
	}
	server := w.spans.GetSpans()[4]
	for name, want := range map[attribute.Key]string{
		"http.request.method": "POST", "http.route": "/orders/{id}", "http.response.status_code": "202", "flowc.workflow": "shop",
	} {
		if got := attributeOf(server, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestTraceGoesThrough continues the caller's trace, and passes it on with the node that calls as the parent.
func TestTraceGoesThrough(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	var sent http.Header
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { sent = r.Header }))
	defer other.Close()
	w := serve(t, func(s *rt.Setup) func(*rt.Exec) error {
		calls := client.New[rt.Value](s, client.Config{})
		return func(x *rt.Exec) error {
			x.Enter("call")
			if _, err := calls.Send(x, client.Request{URL: other.URL}); err != nil {
				return err
			}
			x.Enter("ok")
			return x.Empty(http.StatusNoContent)
		}
	})
	w.post(t, "traceparent", "00-"+trace+"-00f067aa0ba902b7-01", "baggage", "user=mallory")
	for _, s := range w.spans.GetSpans() {
		if got := s.SpanContext.TraceID().String(); got != trace {
			t.Errorf("%s is of trace %s, want %s", s.Name, got, trace)
		}
		if want := fmt.Sprintf("00-%s-%s-01", trace, s.SpanContext.SpanID()); s.Name == "call" && sent.Get("Traceparent") != want {
			t.Errorf("sent traceparent %q, want %q", sent.Get("Traceparent"), want)
		}
	}
	if got := sent.Get("Baggage"); got != "" {
		t.Errorf("passed on the caller's baggage %q", got)
	}
}

func TestFailuresAreMasked(t *testing.T) {
	w := serve(t, func(*rt.Setup) func(*rt.Exec) error {
		return func(x *rt.Exec) error {
			x.Enter("first")
			x.Caught("try", errors.New("first with "+secret))
			x.Enter("second")
			x.Saw("token-of-the-caller")
			return errors.New("second with token-of-the-caller and " + secret)
		}
	})
	w.post(t)
	const route = "POST /orders/{id}"
	want := []seen{
		{"in", route, "internal", "", ""},
		{"first", route, "internal", "", "first with ••••"},
		{"second", route, "internal", "", "second with •••• and ••••"},
		{route, "", "server", "", "second with •••• and ••••"},
	}
	if diff := cmp.Diff(want, w.ended()); diff != "" {
		t.Errorf("spans:\n%s", diff)
	}
}

// TestMetrics wants what dashboards of rate, errors and duration read, and that nothing is left active.
func TestMetrics(t *testing.T) {
	failing := true
	w := serve(t, func(*rt.Setup) func(*rt.Exec) error {
		return func(x *rt.Exec) error {
			x.Enter("work")
			if failing {
				return errors.New("no")
			}
			begun := x.Mark()
			x.Enter("again")
			x.Rewind(begun)
			return x.Empty(http.StatusNoContent)
		}
	})
	w.post(t)
	failing = false
	w.post(t)
	w.post(t)
	var data metricdata.ResourceMetrics
	if err := w.meter.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, m := range data.ScopeMetrics[0].Metrics {
		switch d := m.Data.(type) {
		case metricdata.Histogram[float64]:
			for _, p := range d.DataPoints {
				status, _ := p.Attributes.Value("http.response.status_code")
				got[m.Name+" "+status.String()] += int64(p.Count)
			}
		case metricdata.Sum[int64]:
			for _, p := range d.DataPoints {
				got[m.Name] += p.Value
			}
		}
	}
	want := map[string]int64{
		"http.server.request.duration 500": 1, "http.server.request.duration 204": 2,
		"http.server.active_requests": 0, "flowc.node.failures": 1, "flowc.transaction.reruns": 2,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("metrics:\n%s", diff)
	}
}

// TestNodeContext wants the deadline of the execution, and the span of the node, in the context that a node passes on.
func TestNodeContext(t *testing.T) {
	w := serve(t, func(*rt.Setup) func(*rt.Exec) error {
		return func(x *rt.Exec) error {
			x.Enter("call")
			ctx, cancel := context.WithTimeout(x.Context(), time.Hour)
			defer cancel()
			if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > time.Minute {
				t.Errorf("the deadline of a node is %v, %v; want that of the execution", deadline, ok)
			}
			if !api.SpanContextFromContext(ctx).IsValid() {
				t.Error("the context of a node has no span")
			}
			return x.Empty(http.StatusNoContent)
		}
	})
	w.post(t)
}

// TestSpanOfTheHouse has an execution be part of the span that the house has begun for the request, whether its caller sent a trace or
// not; of a caller's span alone, which the house has only read, it is the server's.
func TestSpanOfTheHouse(t *testing.T) {
	const caller = "4bf92f3577b34da6a3ce929d0e0e4736"
	begins := func(w *watched, h http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
			ctx, span := w.tracers.Tracer("house").Start(ctx, "house", api.WithSpanKind(api.SpanKindServer))
			defer span.End()
			h.ServeHTTP(rw, r.WithContext(ctx))
		})
	}
	reads := func(_ *watched, h http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(rw, r.WithContext(propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))))
		})
	}
	const route, after = "POST /orders/{id}", "POST /orders/{id} after the answer"
	inside := []seen{
		{"in", route, "internal", "", ""},
		{route, "house", "internal", "", ""},
		{"tell", after, "internal", "", ""},
		{after, route, "internal", "", ""},
		{"house", "", "server", "", ""},
	}
	for name, test := range map[string]struct {
		house   func(*watched, http.Handler) http.Handler
		headers []string
		trace   string // "" is a new one
		want    []seen
	}{
		"begun":                {begins, nil, "", inside},
		"begun for a caller's": {begins, []string{"traceparent", "00-" + caller + "-00f067aa0ba902b7-01"}, caller, inside},
		"read": {reads, []string{"traceparent", "00-" + caller + "-00f067aa0ba902b7-01"}, caller, []seen{
			{"in", route, "internal", "", ""},
			{route, "", "server", "", ""},
			{"tell", after, "internal", "", ""},
			{after, route, "internal", "", ""},
		}},
	} {
		w := serveIn(t, test.house, func(*rt.Setup) func(*rt.Exec) error {
			return func(x *rt.Exec) error {
				x.After(func(x *rt.Exec) error { x.Enter("tell"); return nil })
				return x.Empty(http.StatusAccepted)
			}
		})
		w.post(t, test.headers...)
		w.Close()
		if err := w.app.Close(); err != nil {
			t.Fatal(err)
		}
		order := func(a, b seen) int { return strings.Compare(a.Name, b.Name) }
		got := w.ended()
		slices.SortFunc(got, order)
		slices.SortFunc(test.want, order)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: spans:\n%s", name, diff)
		}
		of := test.trace
		for _, s := range w.spans.GetSpans() {
			if of == "" {
				of = s.SpanContext.TraceID().String()
			}
			if id := s.SpanContext.TraceID().String(); id != of {
				t.Errorf("%s: %s is of trace %s, want %s", name, s.Name, id, of)
			}
		}
	}
}

// TestWithoutServerMetrics leaves those of an HTTP server to the house.
func TestWithoutServerMetrics(t *testing.T) {
	w := serveIn(t, func(_ *watched, h http.Handler) http.Handler { return h }, func(*rt.Setup) func(*rt.Exec) error {
		return func(x *rt.Exec) error { x.Enter("work"); return errors.New("no") }
	}, otel.WithoutServerMetrics())
	w.post(t)
	var data metricdata.ResourceMetrics
	if err := w.meter.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range data.ScopeMetrics[0].Metrics {
		names = append(names, m.Name)
	}
	if want := []string{"flowc.node.failures"}; !slices.Equal(names, want) {
		t.Errorf("metrics are %q, want %q", names, want)
	}
}
