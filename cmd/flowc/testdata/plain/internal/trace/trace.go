// Package trace makes a span of each request, and logs spans as they end.
package trace

import (
	"context"
	"log/slog"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Start has spans logged at debug level.
func Start(logger *slog.Logger) *sdk.TracerProvider {
	provider := sdk.NewTracerProvider(sdk.WithSyncer(exporter{logger}))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return provider
}

// Requests makes a span of each request, below the one that the caller names.
func Requests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := otel.Tracer("notes").Start(ctx, r.Method+" "+r.URL.Path, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// exporter logs spans.
type exporter struct{ logger *slog.Logger }

// ExportSpans implements sdk.SpanExporter.
func (e exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	for _, s := range spans {
		e.logger.DebugContext(ctx, "span", "name", s.Name(), "trace", s.SpanContext().TraceID().String(),
			"span", s.SpanContext().SpanID().String(), "parent", s.Parent().SpanID().String())
	}
	return nil
}

// Shutdown implements sdk.SpanExporter.
func (exporter) Shutdown(context.Context) error { return nil }
