package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"

	"example.com/ledger/db"
	"example.com/ledger/internal/client"
	"example.com/ledger/internal/request"
)

// journal is a log that tests read.
type journal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(line)
}

// records returns the records with a message.
func (j *journal) records(t *testing.T, message string) []map[string]any {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	var found []map[string]any
	for line := range bytes.Lines(j.buf.Bytes()) {
		var record map[string]any
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if record["msg"] == message {
			found = append(found, record)
		}
	}
	return found
}

const token = "the token of billing"

// house is a Server with what tests see of it.
type house struct {
	*Server
	log    *journal
	spans  *tracetest.InMemoryExporter
	meters *sdkmetric.ManualReader
}

// prepared returns a Server on an empty database.
func prepared(t *testing.T) *house {
	t.Helper()
	pool, err := db.Open(t.Context(), dbtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return serverOn(t, pool)
}

func serverOn(t *testing.T, pool *pgxpool.Pool) *house {
	t.Helper()
	h := &house{log: &journal{}, spans: tracetest.NewInMemoryExporter(), meters: sdkmetric.NewManualReader()}
	handler := slog.NewJSONHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})
	s, err := New(Config{
		Pool:    pool,
		Logger:  slog.New(request.LogHandler(handler)),
		Tracers: sdktrace.NewTracerProvider(sdktrace.WithSyncer(h.spans)),
		Meters:  sdkmetric.NewMeterProvider(sdkmetric.WithReader(h.meters)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.app.Close(); err != nil {
			t.Error(err)
		}
	})
	h.Server = s
	return h
}

// opened returns a Server whose tables are there, with a client and two accounts.
func opened(t *testing.T) *house {
	t.Helper()
	h := prepared(t)
	if err := db.Migrate(t.Context(), h.Pool); err != nil {
		t.Fatal(err)
	}
	h.exec(t, "INSERT INTO clients (name, token_hash) VALUES ('billing', $1)", client.Hash(token))
	h.exec(t, "INSERT INTO accounts (name, balance) VALUES ('sales', 1000), ('stock', 0)")
	if err := h.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *house) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := h.Pool.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request of the client, with headers as pairs, and returns the answer.
func (h *house) ask(t *testing.T, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func want(t *testing.T, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	if w.Code != status {
		t.Fatalf("got %d, want %d: %s", w.Code, status, w.Body)
	}
}

const oneOfTen = `{"debit":1,"credit":2,"amount":10}`

// TestTransfer moves an amount, beside the service's own routes.
func TestTransfer(t *testing.T) {
	h := opened(t)
	want(t, h.ask(t, "GET", "/readyz", ""), http.StatusOK)
	want(t, h.ask(t, "GET", "/accounts", "", "Authorization", "Bearer another"), http.StatusUnauthorized)
	want(t, h.ask(t, "POST", "/api/v2/transfers", oneOfTen, "Authorization", ""), http.StatusUnauthorized)

	want(t, h.ask(t, "POST", "/api/v2/transfers", oneOfTen), http.StatusCreated)
	want(t, h.ask(t, "POST", "/api/v2/transfers", `{"debit":1,"credit":2,"amount":1000}`), http.StatusConflict)
	want(t, h.ask(t, "POST", "/api/v2/transfers", `{"debit":1,"credit":3,"amount":10}`), http.StatusConflict)
	w := h.ask(t, "GET", "/accounts", "")
	if got := strings.TrimSpace(w.Body.String()); got != `[{"id":1,"name":"sales","balance":990},{"id":2,"name":"stock","balance":10}]` {
		t.Errorf("accounts: %s", got)
	}
	if n := h.audited(t); n != 1 {
		t.Errorf("%d transfers are audited, want 1: the audit is part of them", n)
	}
	w = h.ask(t, "GET", "/api/v2/accounts/2", "")
	if want(t, w, http.StatusOK); strings.Count(w.Body.String(), `"amount":10`) != 1 {
		t.Errorf("account: %s", w.Body)
	}
}

// audited returns how many transfers the service's own audit has.
func (h *house) audited(t *testing.T) (n int64) {
	t.Helper()
	if err := h.Pool.QueryRow(t.Context(), "SELECT count(*) FROM audit").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestOneID has both records of a request, its header and its problem name it alike.
func TestOneID(t *testing.T) {
	h := opened(t)
	for _, given := range []string{"", "from-the-proxy/17"} {
		w := h.ask(t, "POST", "/api/v2/transfers", `{}`, request.Header, given)
		want(t, w, http.StatusBadRequest)
		id := w.Header().Get(request.Header)
		var problem struct{ Instance string }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil {
			t.Fatal(err)
		}
		if id == "" || given != "" && given != id || !strings.HasSuffix(problem.Instance, id) {
			t.Errorf("%q: the header has %q, the problem %s", given, id, w.Body)
		}
		requests, executions := h.log.records(t, "request"), h.log.records(t, "execution")
		if got := requests[len(requests)-1]["request_id"]; got != id {
			t.Errorf("the request %q is logged as %v", id, got)
		}
		if got := executions[len(executions)-1]; got["id"] != id || got["request_id"] != id || got["level"] != "DEBUG" {
			t.Errorf("the execution of %q is logged as %v", id, got)
		}
	}
}

// TestOneTrace has a request be one trace, with a caller's before it and without one.
func TestOneTrace(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	h := opened(t)
	for _, traceparent := range []string{"", parent} {
		h.spans.Reset()
		want(t, h.ask(t, "POST", "/api/v2/transfers", oneOfTen, "Traceparent", traceparent), http.StatusCreated)
		spans := map[trace.SpanID]tracetest.SpanStub{}
		var server trace.SpanID
		for _, span := range h.spans.GetSpans() {
			spans[span.SpanContext.SpanID()] = span
			if span.SpanKind == trace.SpanKindServer {
				if server.IsValid() {
					t.Errorf("a second span of a server: %s", span.Name)
				}
				server = span.SpanContext.SpanID()
			}
		}
		if len(spans) < 5 {
			t.Errorf("%d spans, want those of nodes, too", len(spans))
		}
		for id, span := range spans {
			switch _, within := spans[span.Parent.SpanID()]; {
			case span.SpanContext.TraceID() != spans[server].SpanContext.TraceID():
				t.Errorf("%s is of another trace", span.Name)
			case id != server && !within:
				t.Errorf("%s is below no span of the request", span.Name)
			case id == server && traceparent != "" && span.Parent.SpanID().String() != parent[36:52]:
				t.Errorf("%s is not below that of the caller", span.Name)
			}
		}
	}
}

// TestOneRequestIsCountedOnce leaves the metrics of a server to otelhttp.
func TestOneRequestIsCountedOnce(t *testing.T) {
	h := opened(t)
	want(t, h.ask(t, "POST", "/api/v2/transfers", oneOfTen), http.StatusCreated)
	var all metricdata.ResourceMetrics
	if err := h.meters.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	var counted uint64
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != "http.server.request.duration" {
				continue
			}
			for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
				counted += point.Count
			}
		}
	}
	if counted != 1 {
		t.Errorf("one request is counted %d times", counted)
	}
}

// TestMigrationsAreTheServices has New and Check make nothing in the database, neither before goose nor after.
func TestMigrationsAreTheServices(t *testing.T) {
	h := prepared(t)
	if err := h.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "flowc_storage") {
		t.Errorf("before the migrations, Check returns %v", err)
	}
	if got := h.objects(t); got != "" {
		t.Errorf("before the migrations there are %s", got)
	}
	if err := db.Migrate(t.Context(), h.Pool); err != nil {
		t.Fatal(err)
	}
	before := h.objects(t)
	after := serverOn(t, h.Pool)
	if err := after.Check(t.Context()); err != nil {
		t.Errorf("after the migrations, Check returns %v", err)
	}
	if got := after.log.records(t, refused); len(got) != 0 {
		t.Errorf("after the migrations: %v", got)
	}
	if got := h.objects(t); got != before {
		t.Errorf("there were %s, and are %s", before, got)
	}
}

// objects returns the names of all relations that are not the server's own.
func (h *house) objects(t *testing.T) (names string) {
	t.Helper()
	const query = `SELECT coalesce(string_agg(relname, ' ' ORDER BY relname), '') FROM pg_class
		WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`
	if err := h.Pool.QueryRow(t.Context(), query).Scan(&names); err != nil {
		t.Fatal(err)
	}
	return names
}

// refused is what the log says of a statement that the database does not take.
const refused = "the database refuses a statement"

// TestDrift has Check find, before a caller does, what the database no longer has.
func TestDrift(t *testing.T) {
	h := opened(t)
	h.exec(t, "ALTER TABLE accounts RENAME COLUMN name TO title")
	after := serverOn(t, h.Pool)
	if err := after.Check(t.Context()); err != nil {
		t.Errorf("Check returns %v", err)
	}
	got := after.log.records(t, refused)
	if len(got) != 1 || got[0]["workflow"] != "show-account" || got[0]["node"] != "account" {
		t.Errorf("refused: %v", got)
	}
}

// TestManyCallers has reads, transfers, their limit and the service's own queries share the pool.
func TestManyCallers(t *testing.T) {
	h := opened(t)
	deadline := time.Now().Add(30 * time.Second)
	var made atomic.Int64
	var callers sync.WaitGroup
	for i := range 64 {
		callers.Go(func() {
			for n := range 6 {
				method, path, body := "GET", "/accounts", ""
				switch (i + n) % 3 {
				case 1:
					path = "/api/v2/accounts/1"
				case 2:
					method, path, body = "POST", "/api/v2/transfers", `{"debit":1,"credit":2,"amount":1}`
				}
				w := h.ask(t, method, path, body)
				if w.Code/100 != 2 && w.Code != http.StatusServiceUnavailable {
					t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
				}
				if w.Code == http.StatusCreated {
					made.Add(1)
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		callers.Wait()
		close(ended)
	}()
	if n := connections(t, h.Pool, ended); n < 2 || n > 4 {
		t.Errorf("%d connections at once, want at most 4", n)
	}
	if time.Now().After(deadline) {
		t.Error("callers waited for more than 30 s")
	}
	w := h.ask(t, "GET", "/accounts", "")
	moved := fmt.Sprintf(`"balance":%d},{"id":2,"name":"stock","balance":%d}`, 1000-made.Load(), made.Load())
	if !strings.Contains(w.Body.String(), moved) || made.Load() == 0 {
		t.Errorf("after %d transfers: %s", made.Load(), w.Body)
	}
	if n := h.audited(t); n != made.Load() {
		t.Errorf("%d transfers are audited, want %d", n, made.Load())
	}
}

// connections returns how many connections there were at most to the database of a pool, until ended is closed.
func connections(t *testing.T, pool *pgxpool.Pool, ended <-chan struct{}) (most int) {
	t.Helper()
	watch, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close(context.WithoutCancel(t.Context()))
	for {
		const query = `SELECT count(*), pg_stat_clear_snapshot(), pg_sleep(0.01) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`
		var n int
		if err := watch.QueryRow(t.Context(), query).Scan(&n, nil, nil); err != nil {
			t.Fatal(err)
		}
		most = max(most, n)
		select {
		case <-ended:
			return most
		default:
		}
	}
}
