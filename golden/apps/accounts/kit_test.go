package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/accounts/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

const (
	address  = "ada@example.com"
	password = "correct horse battery"
	account  = `{"email": "` + address + `", "password": "` + password + `"}`
)

// server is the whole project on a socket, with a database of its own, a clock that a test turns, and a service that takes its
// mail. FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and FLOWC_TEST_STORAGE_URL a Redis, that it keeps its data on.
type server struct {
	url     string
	db      string // the URL of its database
	storage string // the URL of what counts tries
	dir     string // where those are embedded
	mails   chan mail
	end     func() // ends the server, once all work is done

	mu  sync.Mutex
	now time.Time
}

type mail struct{ To, Subject, Text string }

func start(t *testing.T) *server {
	t.Helper()
	s := &server{
		db: dbtest.Chosen(t, "sqlite:flows.db", "flows"), storage: storagetest.Chosen(t, "memory:"),
		mails: make(chan mail, 16), now: time.Now(),
	}
	post := httptest.NewServer(http.HandlerFunc(s.post))
	served := flowtest.Start(t, flowtest.QuickPasswords(flows.New), map[string]string{
		"DATABASE_URL": s.db, "STORAGE_URL": s.storage, "TRUSTED_PROXIES": "127.0.0.1", "MAIL_URL": post.URL, "PUBLIC_URL": "https://example.com",
	}, rt.WithLogWriter(io.Discard), rt.WithClock(s.clock))
	s.url, s.dir = served.URL, served.Dir
	s.end = sync.OnceFunc(func() {
		served.Close()
		post.Close()
	})
	t.Cleanup(s.end)
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

// mailed returns the token in the link that was mailed to an address, to a page.
func (s *server) mailed(t *testing.T, to, page string) string {
	t.Helper()
	select {
	case m := <-s.mails:
		token, ok := strings.CutPrefix(m.Text, "https://example.com/"+page+"#")
		if m.To != to || !ok || len(token) < 32 {
			t.Fatalf("mailed %+v, want a link to %s for %s", m, page, to)
		}
		return token
	case <-time.After(5 * time.Second):
		t.Fatal("nothing was mailed")
		return ""
	}
}

// unmailed wants that all that was mailed has been looked at. What comes after an answer is done before the server has closed.
func (s *server) unmailed(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if len(s.mails) > 0 {
			t.Errorf("mailed %+v", <-s.mails)
		}
	})
}

// do sends a request, with the cookie session where that is not "", and wants that answer. It returns the session that was set.
func (s *server) do(t *testing.T, session, method, path, body string, status int, text string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if session != "" {
		request.AddCookie(&http.Cookie{Name: "session", Value: session})
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status || text != "*" && string(got) != text {
		t.Errorf("%s %s is answered %d %s (%v), want %d %s", method, path, response.StatusCode, got, err, status, text)
	}
	cookies := response.Cookies()
	if len(cookies) == 0 {
		return ""
	}
	c := cookies[0] // they set the session only
	if c.Name != "session" || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie is %s", c)
	}
	return c.Value
}

// signedUp is a server with an account, and a session of it.
func signedUp(t *testing.T) (s *server, session string) {
	t.Helper()
	s = start(t)
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	session = s.welcome(t, s.mailed(t, address, "welcome"))
	return s, session
}

// welcome makes the account that a link was mailed for.
func (s *server) welcome(t *testing.T, token string) string {
	t.Helper()
	return s.do(t, "", "POST", "/welcome", `{"token": "`+token+`", "password": "`+password+`"}`, http.StatusNoContent, "")
}

// enter enters by a link.
func (s *server) enter(t *testing.T, token string) string {
	t.Helper()
	return s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusNoContent, "")
}

// prove follows a link that was mailed to another address of the account.
func (s *server) prove(t *testing.T, session, token string, status int, text string) {
	t.Helper()
	s.do(t, session, "POST", "/me/email/proof", `{"token": "`+token+`"}`, status, text)
}

// wantIn wants that a session is one, and out that it is none.
func (s *server) wantIn(t *testing.T, session, email string) {
	t.Helper()
	s.do(t, session, "GET", "/me", "", http.StatusOK, `{"id":1,"email":"`+email+`"}`)
}

func (s *server) wantOut(t *testing.T, session string) {
	t.Helper()
	s.do(t, session, "GET", "/me", "", http.StatusUnauthorized, `{"error":"no session"}`)
}
