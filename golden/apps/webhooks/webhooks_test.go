package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// The secrets that these tests sign with.
const (
	githubSecret = "It's a Secret to Everybody"
	stripeSecret = "whsec_5f8e2c1d9b7a4063"
)

// server is the whole project on a socket, with databases of its own, a clock that stands still, and a log that a test
// reads. FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and FLOWC_TEST_STORAGE_URL a Redis, for the databases to be
// on.
type server struct {
	url string
	dir string // holds an embedded database
	db  string // its URL
	now time.Time
	log *buffer
	end func() // waits for what goes on after an answer
}

func start(t *testing.T) *server {
	t.Helper()
	s := &server{db: dbtest.Chosen(t, "sqlite:webhooks.db", "flows"), log: &buffer{}, now: time.Now()}
	served := flowtest.Start(t, flows.New, map[string]string{
		"GITHUB_WEBHOOK_SECRET": githubSecret, "STRIPE_WEBHOOK_SECRET": stripeSecret,
		"DATABASE_URL": s.db, "STORAGE_URL": storagetest.Chosen(t, "memory:"), "LOG_FORMAT": "json",
	}, rt.WithLogWriter(s.log), rt.WithClock(func() time.Time { return s.now }))
	s.url, s.dir = served.URL, served.Dir
	s.end = served.Close
	return s
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
	body   map[string]any // where text is a JSON object
}

// post sends what a service does. Headers are given as name, value, name, value.
func (s *server) post(t *testing.T, path, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, header: response.Header, text: string(text)}
	_ = json.Unmarshal(text, &a.body) // not every body is JSON
	return a
}

// rows ends the server, so that all work is done, and returns what a query selects, each row as text.
func (s *server) rows(t *testing.T, query string) []string {
	t.Helper()
	s.end()
	rows, err := dbtest.Open(t, s.db, s.dir).QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		list = append(list, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// want compares what was stored, or what ran.
func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// trails returns the nodes that each execution ran, as the log has them.
func (s *server) trails(t *testing.T) []string {
	t.Helper()
	s.end()
	var trails []string
	for line := range strings.Lines(s.log.String()) {
		var record struct {
			Message string `json:"msg"`
			Nodes   string `json:"nodes"`
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		if record.Message == "execution" {
			trails = append(trails, record.Nodes)
		}
	}
	return trails
}

// buffer is a log that is read while the server writes it.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
