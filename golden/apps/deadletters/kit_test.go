package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/deadletters/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// What these tests sign with, and the key of who looks after dead letters.
const (
	signingKey = "the-signing-key-of-these-tests-!"
	adasKey    = "ada-ada-ada-ada-ada-ada-ada-ada-"
)

// address is where deliveries come in: the id is that of receive.
const address = "/webhooks/4rgoqtr3cciu35bioa2nnpb72k"

// target stands for the service that letters are passed on to. It answers with status, and keeps what it took.
type target struct {
	status atomic.Int64
	calls  atomic.Int64
	mu     sync.Mutex
	took   []string
}

func (g *target) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.calls.Add(1)
	body, _ := io.ReadAll(r.Body)
	status := int(g.status.Load())
	if status == http.StatusNoContent {
		g.mu.Lock()
		g.took = append(g.took, string(body))
		g.mu.Unlock()
	}
	w.WriteHeader(status)
}

func (g *target) taken() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Join(g.took, " ")
}

// project is the project with its databases, whose server may end and start again.
type project struct {
	t   *testing.T
	env map[string]string
	dir string
	target
}

// newProject makes a project whose target answers with status. FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and
// FLOWC_TEST_STORAGE_URL a Redis, for its databases to be on.
func newProject(t *testing.T, status int) *project {
	p := &project{t: t, dir: t.TempDir()}
	p.status.Store(int64(status))
	listener := httptest.NewServer(p)
	t.Cleanup(listener.Close)
	p.env = map[string]string{
		"WEBHOOK_SECRET": "whsec_" + base64.StdEncoding.EncodeToString([]byte(signingKey)), "API_KEYS": "ada:" + adasKey,
		"TARGET_URL":   listener.URL,
		"DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"), "STORAGE_URL": storagetest.Chosen(t, "sqlite:storage.db"),
	}
	return p
}

// start starts the server. What it returns ends it, once all work is done.
func (p *project) start() (url string, end func()) {
	p.t.Helper()
	server := flowtest.Start(p.t, flows.New, p.env, rt.WithDir(p.dir))
	return server.URL, server.Close
}

// deliver sends a letter as Standard Webhooks says, to a server that ends once the letter was passed on or given up.
func (p *project) deliver(id, body string) {
	p.t.Helper()
	url, end := p.start()
	defer end()
	if status, text := send(p.t, "POST", url+address, body, signed(id, body)); status != http.StatusAccepted {
		p.t.Fatalf("the delivery is answered %d %s", status, text)
	}
}

// signed are the headers of a delivery.
func signed(id, body string) http.Header {
	at := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(signingKey))
	mac.Write([]byte(id + "." + at + "." + body))
	return http.Header{
		"Webhook-Id": {id}, "Webhook-Timestamp": {at}, "Webhook-Signature": {"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}
}

// send sends a request with a JSON body, and returns the answer's status and text.
func send(t *testing.T, method, url, body string, header http.Header) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header.Clone()
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// want sends what Ada asks, who has a key, and wants that answer; text may be a part of it.
func want(t *testing.T, method, url string, status int, text string) {
	t.Helper()
	got, answer := send(t, method, url, "", http.Header{"X-Api-Key": {adasKey}})
	if got != status || !strings.Contains(answer, text) {
		t.Errorf("%s %s is answered %d %s, want %d %s", method, url, got, answer, status, text)
	}
}
