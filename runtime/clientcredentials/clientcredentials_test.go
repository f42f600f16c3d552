package clientcredentials_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
	"github.com/flowc-dev/flowc/runtime/clientcredentials"
)

const secret = "a-secret-of-the-program"

// services are an authorization server and a service that takes its tokens.
type services struct {
	app    *rt.App
	log    *bytes.Buffer
	setup  *rt.Setup
	now    atomic.Int64 // seconds
	tokens *httptest.Server
	orders *httptest.Server

	mu      sync.Mutex
	given   int              // tokens
	form    string           // of the last request for one
	answer  http.HandlerFunc // instead of a token, where it is not nil
	revoked map[string]bool
	served  int // orders
	bodies  []string
}

func start(t *testing.T) *services {
	t.Helper()
	s := &services{log: &bytes.Buffer{}, revoked: map[string]bool{}}
	s.now.Store(1_800_000_000)
	s.tokens = httptest.NewServer(http.HandlerFunc(s.give))
	s.orders = httptest.NewServer(http.HandlerFunc(s.serve))
	clock := func() time.Time { return time.Unix(s.now.Load(), 0) }
	app, err := rt.Open(rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithClock(clock))
	if err != nil {
		t.Fatal(err)
	}
	s.app, s.setup = app, app.Setup()
	t.Cleanup(func() {
		s.tokens.Close()
		s.orders.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *services) give(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answer != nil {
		s.answer(w, r)
		return
	}
	id, password, _ := r.BasicAuth()
	if err := r.ParseForm(); err != nil || id != "me" || password != secret {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.form = r.PostForm.Encode()
	s.given++
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":"token-number-%d","token_type":"Bearer","expires_in":60}`, s.given)
}

func (s *services) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body bytes.Buffer
	if _, err := body.ReadFrom(r.Body); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	s.bodies = append(s.bodies, body.String())
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer || s.revoked[token] {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.served++
	fmt.Fprintf(w, `{"by":%q}`, token)
}

func (s *services) revoke(tokens ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, token := range tokens {
		s.revoked[token] = true
	}
}

func (s *services) counts() (given, served int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.given, s.served
}

type answered struct {
	By string `json:"by"`
}

func (s *services) client(t *testing.T) *client.Client[answered] {
	t.Helper()
	made := client.New[answered](s.setup, client.Config{Method: "POST", Auth: clientcredentials.New(s.setup, clientcredentials.Config{
		TokenURL: s.tokens.URL, ClientID: "me", ClientSecret: secret, Scopes: "orders:read orders:write", Audience: "https://orders.example",
	})})
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	return made
}

// send makes a call in an execution of its own, and returns who the service says has called.
func (s *services) send(ctx context.Context, c *client.Client[answered]) (by string, err error) {
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](s.app.Setup(), rt.Entry{Workflow: "orders", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("call")
		var response client.Response[answered]
		response, err = c.Send(x, client.Request{URL: s.orders.URL, Body: map[string]int{"n": 1}})
		by = response.Body.By
		if err != nil {
			return err
		}
		return x.Empty(http.StatusNoContent)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	return by, err
}

// TestOneFetch has 32 callers at once wait for one token, from two nodes, and keeps it until shortly before it ends.
func TestOneFetch(t *testing.T) {
	s := start(t)
	clients := []*client.Client[answered]{s.client(t), s.client(t)}
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			if by, err := s.send(t.Context(), clients[i%2]); err != nil || by != "token-number-1" {
				t.Errorf("%q, %v", by, err)
			}
		})
	}
	all.Wait()
	if given, served := s.counts(); given != 1 || served != 32 {
		t.Errorf("%d tokens for %d calls", given, served)
	}
	if want := "audience=https%3A%2F%2Forders.example&grant_type=client_credentials&resource=https%3A%2F%2Forders.example&scope=orders%3Aread+orders%3Awrite"; s.form != want {
		t.Errorf("asked for %s\nwant %s", s.form, want)
	}
	s.now.Add(45)
	if by, err := s.send(t.Context(), clients[0]); err != nil || by != "token-number-1" {
		t.Errorf("while it holds: %q, %v", by, err)
	}
	s.now.Add(10)
	if by, err := s.send(t.Context(), clients[0]); err != nil || by != "token-number-2" {
		t.Errorf("shortly before its end: %q, %v", by, err)
	}
	if log := s.log.String(); strings.Contains(log, "token-number") || strings.Contains(log, secret) {
		t.Errorf("the log shows a token, or the secret:\n%s", log)
	}
}

// TestRefusedToken fetches a token anew once the service does not take it any more, once for all, and sends the call once more
// with its body. What is refused again is a failure.
func TestRefusedToken(t *testing.T) {
	s := start(t)
	c := s.client(t)
	if _, err := s.send(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s.revoke("token-number-1")
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			if by, err := s.send(t.Context(), c); err != nil || by != "token-number-2" {
				t.Errorf("%q, %v", by, err)
			}
		})
	}
	all.Wait()
	if given, served := s.counts(); given != 2 || served != 33 {
		t.Errorf("%d tokens, %d calls served", given, served)
	}
	for _, body := range s.bodies {
		if body != `{"n":1}` {
			t.Errorf("a call came with the body %q", body)
		}
	}
	s.revoke("token-number-2", "token-number-3")
	_, err := s.send(t.Context(), c)
	var failed *client.Error
	if given, _ := s.counts(); !errors.As(err, &failed) || failed.Status() != 401 || given != 3 {
		t.Errorf("%v after %d tokens", err, given)
	}
}

// TestTokenWithoutAnEnd keeps a token of which nobody says when it ends (RFC 6749, 5.1: expires_in is optional).
func TestTokenWithoutAnEnd(t *testing.T) {
	s := start(t)
	asked := 0
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"token-without-an-end","token_type":"Bearer"}`)
	}
	c := s.client(t)
	for range 3 {
		if by, err := s.send(t.Context(), c); err != nil || by != "token-without-an-end" {
			t.Fatalf("%q, %v", by, err)
		}
		s.now.Add(24 * 3600)
	}
	if asked != 1 {
		t.Errorf("%d tokens were asked for", asked)
	}
}

// TestNoToken says of a token that was not given why, without what the server quotes, and asks again at the next call.
func TestNoToken(t *testing.T) {
	for _, test := range []struct {
		name      string
		answer    http.HandlerFunc
		temporary bool
		want      string
	}{
		{"refused", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":"invalid_scope","error_description":"me and %s"}`, secret)
		}, false, "fetch a token: the authorization server answered with status 400, invalid_scope"},
		{"down", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }, true,
			"fetch a token: the authorization server answered with status 503"},
		{"busy", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }, true,
			"fetch a token: the authorization server answered with status 429"},
		{"moved", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, false, "fetch a token: the authorization server answered with status 307"},
		{"no token in it", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{}`) }, true, "fetch a token: "},
		{"no JSON", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `<html>`) }, true, "fetch a token: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t)
			c := s.client(t)
			s.answer = test.answer
			_, err := s.send(t.Context(), c)
			var failed *clientcredentials.Error
			if !errors.As(err, &failed) || failed.Temporary() != test.temporary || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("%v", err)
			}
			if _, served := s.counts(); served != 0 {
				t.Error("the service was called")
			}
			s.mu.Lock()
			s.answer = nil
			s.mu.Unlock()
			if by, err := s.send(t.Context(), c); err != nil || by != "token-number-1" {
				t.Errorf("then %q, %v", by, err)
			}
		})
	}
}

// TestLeavingCaller ends the fetch for nobody else.
func TestLeavingCaller(t *testing.T) {
	s := start(t)
	c := s.client(t)
	asked, go_ := make(chan struct{}), make(chan struct{})
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-go_
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"slow-token-it-was","token_type":"bearer"}`)
	}
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		var failed *clientcredentials.Error
		if _, err := s.send(ctx, c); !errors.As(err, &failed) || !failed.Temporary() {
			t.Errorf("who left: %v", err)
		}
	})
	<-asked
	leave()
	all.Wait()
	all.Go(func() {
		if by, err := s.send(t.Context(), c); err != nil || by != "slow-token-it-was" {
			t.Errorf("who stayed: %q, %v", by, err)
		}
	})
	close(go_)
	all.Wait()
}

// TestClose ends a fetch whose server does not answer, tells who waits for it, and lets none begin after it.
func TestClose(t *testing.T) {
	s := start(t)
	c := s.client(t)
	asked, ended := make(chan struct{}, 1), make(chan struct{})
	s.answer = func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server sees that a caller left once it has read what he sent
		asked <- struct{}{}
		<-r.Context().Done()
		close(ended)
	}
	waiting := make(chan error, 1)
	go func() {
		_, err := s.send(t.Context(), c)
		waiting <- err
	}()
	<-asked
	if err := s.app.Close(); err != nil {
		t.Error(err)
	}
	var failed *clientcredentials.Error
	if err := <-waiting; !errors.As(err, &failed) || !failed.Temporary() || !errors.Is(err, context.Canceled) { // by Close, not by its time-out
		t.Errorf("who waited: %v", err)
	}
	<-ended
	if _, err := s.send(t.Context(), c); !errors.As(err, &failed) || !failed.Temporary() || len(asked) != 0 {
		t.Errorf("after it: %v", err)
	}
}

// TestSourcesAreApart gives each configuration a token of its own: none stands in for another's, whatever is equal of them.
func TestSourcesAreApart(t *testing.T) {
	s := start(t)
	base := clientcredentials.Config{TokenURL: s.tokens.URL, ClientID: "me", ClientSecret: secret, Scopes: "a b", Audience: "c"}
	other := func(change func(*clientcredentials.Config)) clientcredentials.Config {
		c := base
		change(&c)
		return c
	}
	for i, c := range []clientcredentials.Config{
		base,
		other(func(c *clientcredentials.Config) { c.TokenURL += "/other" }),
		other(func(c *clientcredentials.Config) { c.Scopes = "a" }),
		other(func(c *clientcredentials.Config) { c.Audience = "d" }),
		other(func(c *clientcredentials.Config) { c.Scopes, c.Audience = "a ", "bc" }), // of the same letters in the same order
	} {
		by, err := s.send(t.Context(), client.New[answered](s.setup, client.Config{Method: "POST", Auth: clientcredentials.New(s.setup, c)}))
		if want := fmt.Sprintf("token-number-%d", i+1); err != nil || by != want {
			t.Errorf("%d: %q, %v; want %s", i, by, err, want)
		}
	}
	for name, c := range map[string]clientcredentials.Config{
		"another client": other(func(c *clientcredentials.Config) { c.ClientID = "you" }),
		"another secret": other(func(c *clientcredentials.Config) { c.ClientSecret = "a-guess" }),
	} {
		if by, err := s.send(t.Context(), client.New[answered](s.setup, client.Config{Method: "POST", Auth: clientcredentials.New(s.setup, c)})); err == nil {
			t.Errorf("%s: gets %s", name, by)
		}
	}
}

// TestUnreachableServer tells the log nothing of the address, which may hold a key.
func TestUnreachableServer(t *testing.T) {
	s := start(t)
	s.tokens.Close()
	source := clientcredentials.New(s.setup, clientcredentials.Config{TokenURL: s.tokens.URL + "/a-canary?key=a-canary", ClientID: "me", ClientSecret: secret})
	_, err := s.send(t.Context(), client.New[answered](s.setup, client.Config{Method: "POST", Auth: source}))
	var failed *clientcredentials.Error
	if !errors.As(err, &failed) || !failed.Temporary() || strings.Contains(err.Error(), "canary") || strings.Contains(s.log.String(), "canary") {
		t.Errorf("%v, logged as\n%s", err, s.log)
	}
}

// TestMalformedAddress is told at start.
func TestMalformedAddress(t *testing.T) {
	for _, address := range []string{"auth.example/token", "ftp://auth.example/token", "https:///token", "http://auth.example:port/"} {
		s := start(t)
		clientcredentials.New(s.setup, clientcredentials.Config{TokenURL: address, ClientID: "me", ClientSecret: secret})
		if err := s.setup.Err(); err == nil || !strings.Contains(err.Error(), "must begin with http:// or https://") || strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
