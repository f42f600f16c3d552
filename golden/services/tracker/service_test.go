package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5/middleware"

	"example.com/tracker/migrations"
	"example.com/tracker/people"
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

const token = "the token of ann"

// opened returns tracker on a new database, in which ann has the project flow.
func opened(t *testing.T) (*service, *journal) {
	t.Helper()
	log := &journal{}
	return openedWith(t, slog.NewJSONHandler(log, nil)), log
}

func openedWith(t *testing.T, log slog.Handler) *service {
	t.Helper()
	s, err := open(t.Context(), config{filepath.Join(t.TempDir(), "tracker.db"), "production"}, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.app.Close(); err != nil {
			t.Error(err)
		}
		s.db.Close()
	})
	exec(t, s.db, "INSERT INTO people (name, token_hash) VALUES ('ann', ?)", people.Hash(token))
	exec(t, s.db, "INSERT INTO projects (slug, name) VALUES ('flow', 'Flow')")
	return s
}

func exec(t *testing.T, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request as ann, and returns the answer.
func ask(t *testing.T, s *service, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func want(t *testing.T, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	if w.Code != status {
		t.Fatalf("got %d, want %d: %s", w.Code, status, w.Body)
	}
}

// TestIssues opens, lists and closes one, beside the service's own routes.
func TestIssues(t *testing.T) {
	s, log := opened(t)
	want(t, ask(t, s, "GET", "/projects", ""), http.StatusOK)
	want(t, ask(t, s, "POST", "/api/v2/projects/none/issues", `{"title":"It stops"}`), http.StatusNotFound)

	w := ask(t, s, "POST", "/api/v2/projects/flow/issues", `{"title":"It stops"}`)
	want(t, w, http.StatusCreated)
	var issue struct{ ID int64 }
	if err := json.Unmarshal(w.Body.Bytes(), &issue); err != nil {
		t.Fatal(err)
	}
	if w := ask(t, s, "GET", "/api/v2/projects/flow/issues", ""); !strings.Contains(w.Body.String(), `"author":"ann"`) {
		t.Errorf("listed: %s", w.Body)
	}
	closing := fmt.Sprintf("/api/v2/issues/%d/close", issue.ID)
	want(t, ask(t, s, "POST", closing, ""), http.StatusNoContent)
	want(t, ask(t, s, "POST", closing, ""), http.StatusNotFound)
	if w := ask(t, s, "GET", "/api/v2/projects/flow/issues", ""); strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("closed, and still listed: %s", w.Body)
	}
	if err := s.app.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := log.records(t, "notice"); len(got) != 1 || got[0]["by"] != "ann" {
		t.Errorf("notices: %v", got)
	}
}

// TestLogin has the service's own login stand before its workflows.
func TestLogin(t *testing.T) {
	s, log := opened(t)
	for _, authorization := range []string{"", "Bearer another"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v2/projects/flow/issues", nil)
		r.Header.Set("Authorization", authorization)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		want(t, w, http.StatusUnauthorized)
	}
	if n := len(log.records(t, "execution")); n != 0 {
		t.Errorf("%d executions of callers who are not logged in", n)
	}
}

// TestOneID has both records of a request, the header and the problem name it alike.
func TestOneID(t *testing.T) {
	s, log := opened(t)
	w := ask(t, s, "POST", "/api/v2/projects/flow/issues", `{}`)
	want(t, w, http.StatusBadRequest)
	id := w.Header().Get(middleware.RequestIDHeader)
	var problem struct{ Instance string }
	if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil {
		t.Fatal(err)
	}
	if id == "" || !strings.HasSuffix(problem.Instance, id) {
		t.Errorf("the header has %q, the problem %s", id, w.Body)
	}
	requests, executions := log.records(t, "request"), log.records(t, "execution")
	if len(requests) != 1 || requests[0]["request_id"] != id || len(executions) != 1 || executions[0]["id"] != id {
		t.Errorf("%q is logged as %v and %v", id, requests, executions)
	}
}

// TestMigrationsAreTheServices has New make nothing in the database, neither before goose nor after.
func TestMigrationsAreTheServices(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tracker.db")
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()

	if n, err := refusals(t, path); n != 3 || err == nil || !strings.Contains(err.Error(), "no such table: issues") {
		t.Errorf("before the migrations, %d statements are refused, want 3, and Check returns %v", n, err)
	}
	if got := objects(t, db); got != "" {
		t.Errorf("before the migrations there are %s", got)
	}
	if err := migrations.Up(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	before := objects(t, db)
	if n, err := refusals(t, path); n != 0 || err != nil {
		t.Errorf("after the migrations, %d statements are refused, and Check returns %v", n, err)
	}
	if got := objects(t, db); got != before {
		t.Errorf("there were %s, and are %s", before, got)
	}
}

// refusals returns how many statements of the workflows Check finds that the database refuses, and its error.
func refusals(t *testing.T, path string) (int, error) {
	t.Helper()
	log := &journal{}
	app, _, err := workflows(config{path, "production"}, slog.New(slog.NewJSONHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	err = app.Check(t.Context())
	return len(log.records(t, "the database refuses a statement")), err
}

// objects returns the names of all that was made in a database.
func objects(t *testing.T, db *sql.DB) (names string) {
	t.Helper()
	const query = "SELECT coalesce(group_concat(name, ' ' ORDER BY name), '') FROM sqlite_master"
	if err := db.QueryRowContext(t.Context(), query).Scan(&names); err != nil {
		t.Fatal(err)
	}
	return names
}

// TestDrift has Check find, before a caller does, what the database no longer has.
func TestDrift(t *testing.T) {
	s, _ := opened(t)
	exec(t, s.db, "ALTER TABLE people RENAME COLUMN name TO full_name")
	if n, err := refusals(t, file(t, s.db)); n != 1 || err != nil {
		t.Errorf("%d statements are refused, want that of list-issues, and Check returns %v", n, err)
	}
}

// file returns the path of a database.
func file(t *testing.T, db *sql.DB) (path string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT file FROM pragma_database_list").Scan(&path); err != nil {
		t.Fatal(err)
	}
	return path
}

// gate lets a notice be logged once it is open.
type gate struct {
	slog.Handler
	reached, open chan struct{}
}

func (g *gate) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "notice" {
		close(g.reached)
		<-g.open
	}
	return g.Handler.Handle(ctx, r)
}

// TestShutdown has serve wait for the notice that follows an answer.
func TestShutdown(t *testing.T) {
	log := &journal{}
	held := &gate{Handler: slog.NewJSONHandler(log, nil), reached: make(chan struct{}), open: make(chan struct{})}
	s := openedWith(t, held)
	want(t, ask(t, s, "POST", "/api/v2/projects/flow/issues", `{"title":"It stops"}`), http.StatusCreated)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, listener) }()

	r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+listener.Addr().String()+"/api/v2/issues/1/close", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusNoContent {
		t.Fatalf("got %s, %v", answer.Status, err)
	}
	<-held.reached
	stop()
	for s.app.CheckReady(t.Context()) == nil { // until it is the workflows that are waited for
		runtime.Gosched()
	}
	select {
	case err := <-ended:
		t.Fatalf("serve has ended before the notice, with %v", err)
	default:
	}
	close(held.open)
	if err := <-ended; err != nil {
		t.Errorf("serve ends with %v", err)
	}
	if n := len(log.records(t, "notice")); n != 1 {
		t.Errorf("%d notices, want 1", n)
	}
}
