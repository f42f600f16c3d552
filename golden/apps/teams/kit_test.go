package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/teams/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// server is the whole project on a socket, with a database of its own, a clock that a test turns, and a service that takes its
// mail. FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and FLOWC_TEST_STORAGE_URL a Redis, that it keeps its data on.
type server struct {
	url     string
	storage string // the URL of what counts
	mails   chan mail

	mu  sync.Mutex
	now time.Time
}

type mail struct{ To, Subject, Text string }

func start(t *testing.T) *server {
	t.Helper()
	s := &server{storage: storagetest.Chosen(t, "memory:"), mails: make(chan mail, 16), now: time.Now()}
	post := httptest.NewServer(http.HandlerFunc(s.post))
	served := flowtest.Start(t, flowtest.QuickPasswords(flows.New), map[string]string{
		"DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"), "STORAGE_URL": s.storage, "TRUSTED_PROXIES": "127.0.0.1",
		"MAIL_URL": post.URL, "PUBLIC_URL": "https://example.com",
	}, rt.WithLogWriter(io.Discard), rt.WithClock(s.clock))
	s.url = served.URL
	t.Cleanup(func() {
		served.Close()
		post.Close()
		if len(s.mails) > 0 {
			t.Errorf("mailed %+v, which nobody has looked at", <-s.mails)
		}
	})
	return s
}

// post takes a mail.
func (s *server) post(w http.ResponseWriter, r *http.Request) {
	var m mail
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mails <- m
}

func (s *server) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// wait lets time pass for the server.
func (s *server) wait(t *testing.T, d time.Duration) {
	t.Helper()
	storagetest.Advance(t, s.storage, d)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// mailed returns the token of the invitation that was mailed to somebody.
func (s *server) mailed(t *testing.T, name string) string {
	t.Helper()
	select {
	case m := <-s.mails:
		token, ok := strings.CutPrefix(m.Text, "https://example.com/join#")
		if m.To != address(name) || !ok || len(token) < 32 {
			t.Fatalf("mailed %+v, want an invitation of %s", m, name)
		}
		return token
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was mailed")
		return ""
	}
}

// caller is somebody who calls the server: a person with a session, a program with a key, or nobody.
type caller struct {
	s            *server
	id           int64
	session, key string
	at           string // the address that a proxy tells of; "" is that of the connection
}

func address(name string) string { return name + "@example.com" }

func account(name string) string {
	return fmt.Sprintf(`{"email": %q, "password": "the password of %s"}`, address(name), name)
}

// enter makes an account, and returns who is logged in to it.
func (s *server) enter(t *testing.T, name string) caller {
	t.Helper()
	response, body := caller{s: s}.send(t, "POST", "/signup", account(name))
	c := caller{s: s}
	if response.StatusCode != http.StatusCreated || len(response.Cookies()) != 1 {
		t.Fatalf("signing up is answered %d %s", response.StatusCode, body)
	}
	cookie := response.Cookies()[0]
	if cookie.Name != "session" || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie is %s", cookie)
	}
	c.session = cookie.Value
	decode(t, body, &struct{ ID *int64 }{&c.id})
	return c
}

// organization founds one, and returns its path.
func (c caller) organization(t *testing.T, name string) string {
	t.Helper()
	response, body := c.send(t, "POST", "/organizations", fmt.Sprintf(`{"name": %q}`, name))
	path, ok := strings.CutSuffix(response.Header.Get("Location"), "/members")
	if response.StatusCode != http.StatusCreated || !ok {
		t.Fatalf("founding is answered %d %s", response.StatusCode, body)
	}
	return path
}

// takeIn invites somebody to an organization and takes the invitation for them.
func (c caller) takeIn(t *testing.T, organization, role, name string, who caller) {
	t.Helper()
	c.invite(t, organization, role, name)
	who.status(t, "POST", "/invitations", `{"token": "`+c.s.mailed(t, name)+`"}`, http.StatusOK)
}

func (c caller) invite(t *testing.T, organization, role, name string) {
	t.Helper()
	c.status(t, "POST", organization+"/invitations", fmt.Sprintf(`{"email": %q, "role": %q}`, address(name), role), http.StatusAccepted)
}

// program makes a key, and returns who has it.
func (c caller) program(t *testing.T, organization, name string) caller {
	t.Helper()
	response, body := c.send(t, "POST", organization+"/keys", fmt.Sprintf(`{"name": %q}`, name))
	p := caller{s: c.s}
	decode(t, body, &struct {
		ID  *int64
		Key *string
	}{&p.id, &p.key})
	if response.StatusCode != http.StatusCreated || len(p.key) < 32 || response.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("making a key is answered %d %s", response.StatusCode, body)
	}
	return p
}

func decode(t *testing.T, body string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), v); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
}

// send sends a request with a JSON body, and returns its answer with the text of the body.
func (c caller) send(t *testing.T, method, path, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, c.s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if c.session != "" {
		request.AddCookie(&http.Cookie{Name: "session", Value: c.session})
	}
	if c.at != "" {
		request.Header.Set("X-Forwarded-For", c.at)
	}
	if c.key != "" {
		request.Header.Set("Authorization", "Bearer "+c.key)
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
	return response, string(text)
}

// want sends a request and wants that answer.
func (c caller) want(t *testing.T, method, path, body string, status int, text string) {
	t.Helper()
	response, got := c.send(t, method, path, body)
	if response.StatusCode != status || got != text {
		t.Errorf("%s %s is answered %d %s, want %d %s", method, path, response.StatusCode, got, status, text)
	}
}

// status sends a request and wants an answer of that status.
func (c caller) status(t *testing.T, method, path, body string, status int) string {
	t.Helper()
	response, got := c.send(t, method, path, body)
	if response.StatusCode != status {
		t.Errorf("%s %s is answered %d %s, want %d", method, path, response.StatusCode, got, status)
	}
	return got
}

// all sends one request for each of many at the same time, and counts the answers by their status.
func all(n int, send func(int) int) map[int]int {
	var wait sync.WaitGroup
	statuses := make([]int, n)
	for i := range n {
		wait.Go(func() { statuses[i] = send(i) })
	}
	wait.Wait()
	counted := map[int]int{}
	for _, status := range statuses {
		counted[status]++
	}
	return counted
}
