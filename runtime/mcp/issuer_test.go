package mcp_test

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// authority is an OAuth authorization server: it publishes its metadata and its key, and issues what a test wants.
type authority struct {
	*httptest.Server
	key    *rsa.PrivateKey
	down   atomic.Bool
	asks   atomic.Int64                                                             // for its metadata
	before atomic.Pointer[func(http.ResponseWriter, *http.Request) (answered bool)] // it answers for them, where it is not nil
}

func startAuthority(t *testing.T, metadataPath string) *authority {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if before := a.before.Load(); before != nil && r.URL.Path == metadataPath && (*before)(w, r) {
			return
		}
		switch {
		case a.down.Load():
			a.asks.Add(1)
			w.WriteHeader(http.StatusBadGateway)
		case r.URL.Path == metadataPath:
			a.asks.Add(1)
			fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q, "token_endpoint": "x"}`, a.URL, a.URL+"/keys")
		case r.URL.Path == "/keys":
			n, e := base64.RawURLEncoding.EncodeToString(key.N.Bytes()), base64.RawURLEncoding.EncodeToString(big.NewInt(int64(key.E)).Bytes())
			fmt.Fprintf(w, `{"keys": [{"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "n": %q, "e": %q}]}`, n, e)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(a.Close)
	return a
}

// issue signs claims, to which issuer, subject and expiry are added where they are not among them.
func (a *authority) issue(claims string) string {
	for name, value := range map[string]string{"iss": `"` + a.URL + `"`, "sub": `"ada"`, "exp": fmt.Sprint(time.Now().Add(time.Hour).Unix())} {
		if !strings.Contains(claims, `"`+name+`"`) {
			claims = strings.Replace(claims, "{", `{"`+name+`":`+value+`,`, 1)
		}
	}
	return jwttest.Forge(`{"alg":"RS256","kid":"k","typ":"at+jwt"}`, claims, func(input string) []byte {
		sum := sha256.Sum256([]byte(input))
		signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA256, sum[:])
		if err != nil {
			panic(err)
		}
		return signature
	})
}

// accessToken is what an authorization server issued, and what it opens.
type accessToken struct {
	token  string
	reason string // "" is let in
	tools  []string
}

// accessTokens are tokens for https://notes.example of a, but for those that other has signed.
func accessTokens(a, other *authority) map[string]accessToken {
	const audience = `"aud":"https://notes.example/mcp"`
	unsigned := jwttest.Forge(`{"alg":"none"}`, `{"iss":"`+a.URL+`","sub":"ada","exp":4000000000,`+audience+`,"scope":"a:run"}`, func(string) []byte { return nil })
	return map[string]accessToken{
		"scope":              {a.issue(`{` + audience + `,"scope":"openid a:run"}`), "", []string{"say", "shout"}},
		"several audiences":  {a.issue(`{"aud":["x","https://notes.example/mcp"],"scope":"a:run"}`), "", []string{"say", "shout"}},
		"scp, a list":        {a.issue(`{` + audience + `,"scp":["a:run"]}`), "", []string{"say", "shout"}},
		"scp, a text":        {a.issue(`{` + audience + `,"scp":"a:run x"}`), "", []string{"say", "shout"}},
		"no scope":           {a.issue(`{` + audience + `}`), "", nil},
		"another scope":      {a.issue(`{` + audience + `,"scope":"a:runner"}`), "", nil},
		"no audience":        {a.issue(`{"scope":"a:run"}`), "wrong audience", nil},
		"another audience":   {a.issue(`{"aud":"https://notes.example","scope":"a:run"}`), "wrong audience", nil},
		"longer audience":    {a.issue(`{"aud":"https://notes.example/mcp/","scope":"a:run"}`), "wrong audience", nil},
		"an ID token":        {a.issue(`{"aud":"client","nonce":"n","scope":"a:run"}`), "wrong audience", nil},
		"another issuer":     {other.issue(`{"iss":"` + a.URL + `",` + audience + `,"scope":"a:run"}`), "wrong signature", nil},
		"of another issuer":  {a.issue(`{"iss":"https://other.example",` + audience + `,"scope":"a:run"}`), "wrong issuer", nil},
		"expired":            {a.issue(`{"exp":1000000000,` + audience + `,"scope":"a:run"}`), "expired", nil},
		"not yet":            {a.issue(`{"nbf":4000000000,` + audience + `,"scope":"a:run"}`), "not yet valid", nil},
		"never expires":      {a.issue(`{"exp":null,` + audience + `,"scope":"a:run"}`), "malformed token", nil},
		"scopes given twice": {a.issue(`{` + audience + `,"scope":"x","scope":"a:run"}`), "malformed token", nil},
		"no algorithm":       {unsigned, "wrong algorithm", nil},
	}
}

// TestAccessTokens holds which of an authorization server's tokens open what: only those for this resource.
func TestAccessTokens(t *testing.T) {
	t.Parallel()
	a, other := startAuthority(t, "/.well-known/openid-configuration"), startAuthority(t, "/.well-known/openid-configuration")
	s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
	for name, c := range accessTokens(a, other) {
		t.Run(name, func(t *testing.T) {
			answer := s.post(t, call("say", `{"words":"x"}`), "Authorization", "Bearer "+c.token)
			switch {
			case c.reason != "":
				wantProblem(t, answer, http.StatusUnauthorized)
				wantChallenge(t, answer, `error="invalid_token"`)
				if answer.body["reason"] != c.reason {
					t.Errorf("the reason is %v, want %s", answer.body["reason"], c.reason)
				}
			case c.tools == nil:
				wantProblem(t, answer, http.StatusForbidden)
				wantChallenge(t, answer, `error="insufficient_scope"`, `scope="a:run"`)
			case !strings.Contains(answer.text, `\"by\":\"ada\"`):
				t.Errorf("answered %d: %s, want it to be ada's", answer.status, answer.text)
			}
			if c.reason == "" {
				list, err := s.mustConnect(t, c.token).ListTools(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := names(list); !slices.Equal(got, c.tools) {
					t.Errorf("lists %v, want %v", got, c.tools)
				}
			}
		})
	}
	if strings.Contains(s.log.String(), a.issue(`{}`)[:20]) {
		t.Error("the log holds the beginning of a token")
	}
}

// The project's own tokens work beside an issuer's, by RFC 8414 too, and for another audience.
func TestIssuerBesideOwnTokens(t *testing.T) {
	t.Parallel()
	a := startAuthority(t, "/.well-known/oauth-authorization-server")
	s := serve(t, "MCP_ISSUER="+a.URL, "MCP_AUDIENCE=api://notes")
	for name, token := range map[string]string{
		"its own": s.token(t, "claude", "a:run"), "the issuer's": a.issue(`{"aud":"api://notes","scope":"a:run"}`),
	} {
		if answer := s.post(t, ping, "Authorization", "Bearer "+token); answer.status != http.StatusOK {
			t.Errorf("%s: %d %s", name, answer.status, answer.text)
		}
	}
	if asks := a.asks.Load(); asks != 1 {
		t.Errorf("the metadata was asked for %d times, want once", asks)
	}
}

// A server that is down is asked again, but not by every request; tokens of the project's own do not need it.
func TestIssuerIsDown(t *testing.T) {
	t.Parallel()
	a := startAuthority(t, "/.well-known/openid-configuration")
	a.down.Store(true)
	s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
	token := "Bearer " + a.issue(`{"aud":"https://notes.example/mcp"}`)
	for range 3 {
		answer := s.post(t, ping, "Authorization", token)
		wantProblem(t, answer, http.StatusServiceUnavailable)
		if strings.Contains(answer.text, a.URL) {
			t.Errorf("answered %s", answer.text)
		}
	}
	if asks := a.asks.Load(); asks != 2 { // its two addresses, once
		t.Errorf("it was asked %d times, want 2", asks)
	}
	if answer := s.post(t, ping, "Authorization", "Bearer "+s.token(t, "claude", "a:run")); answer.status != http.StatusOK {
		t.Errorf("the project's own token: %d %s", answer.status, answer.text)
	}
	a.down.Store(false)
	s.wait(11 * time.Second)
	if answer := s.post(t, ping, "Authorization", token); answer.status != http.StatusOK {
		t.Errorf("after it is up again: %d %s", answer.status, answer.text)
	}
}

// TestSlowIssuer has all callers wait for one search, each for as long as it likes: that one of them leaves keeps nobody waiting and
// ends the search for nobody, and who has a token of the project's own does not wait.
func TestSlowIssuer(t *testing.T) {
	t.Parallel()
	a := startAuthority(t, "/.well-known/openid-configuration")
	asked, answer := make(chan struct{}, 100), make(chan struct{})
	release := sync.OnceFunc(func() { close(answer) })
	t.Cleanup(release) // before the authority is closed, which waits for its handlers
	a.before.Store(new(func(http.ResponseWriter, *http.Request) bool {
		asked <- struct{}{}
		<-answer
		return false
	}))
	s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
	token := "Bearer " + a.issue(`{"aud":"https://notes.example/mcp"}`)
	var staying sync.WaitGroup
	stay := func() {
		if got := s.post(t, ping, "Authorization", token); got.status != http.StatusOK {
			t.Errorf("who stays is answered %d: %s", got.status, got.text)
		}
	}
	leave := s.comesAndGoes(t, token) // the search is his
	<-asked
	for range 8 {
		staying.Go(stay)
	}
	leaveToo := s.comesAndGoes(t, token)
	if got := s.post(t, ping, "Authorization", "Bearer "+s.token(t, "claude", "a:run")); got.status != http.StatusOK {
		t.Errorf("the project's own token: %d %s", got.status, got.text)
	}
	leave()
	leaveToo()
	until(t, "two who left are let go", func() bool { return strings.Count(s.log.String(), "context canceled") == 2 })
	release()
	staying.Wait()
	if asks := a.asks.Load(); asks != 1 {
		t.Errorf("it was asked %d times, want once", asks)
	}
}

// comesAndGoes sends a request, and returns what has the caller leave before it is answered. It has no body, as a server that has not
// read the body does not see who leaves.
func (s *service) comesAndGoes(t *testing.T, token string) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, "POST", s.url+"/mcp", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", token)
	written, gone := make(chan struct{}), make(chan struct{})
	request = request.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(written) }}))
	go func() {
		defer close(gone)
		if answer, err := http.DefaultClient.Do(request); err == nil {
			answer.Body.Close()
			t.Errorf("who leaves is answered %d", answer.StatusCode)
		}
	}()
	<-written
	return func() {
		cancel()
		<-gone
	}
}

// TestCloseEndsSearch has App.Close end a search for a server that never answers.
func TestCloseEndsSearch(t *testing.T) {
	t.Parallel()
	a := startAuthority(t, "/.well-known/openid-configuration")
	asked := make(chan struct{}, 1)
	a.before.Store(new(func(_ http.ResponseWriter, r *http.Request) bool {
		asked <- struct{}{}
		<-r.Context().Done()
		return true
	}))
	s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
	token := "Bearer " + a.issue(`{}`)
	var waiting sync.WaitGroup
	waiting.Go(func() { wantProblem(t, s.post(t, ping, "Authorization", token), http.StatusServiceUnavailable) })
	<-asked
	if err := s.app.Close(); err != nil {
		t.Error(err)
	}
	waiting.Wait()
	if log := s.log.String(); !strings.Contains(log, "finding the keys of MCP_ISSUER") || !strings.Contains(log, "context canceled") || strings.Contains(log, "Client.Timeout") {
		t.Errorf("the search was not ended by Close:\n%s", log)
	}
}

// TestIssuerMetadata believes only what the issuer says of itself, at its own address: keys of anybody else would sign tokens.
func TestIssuerMetadata(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]func(w http.ResponseWriter, r *http.Request, issuer, keys string){
		"another issuer": func(w http.ResponseWriter, _ *http.Request, issuer, keys string) {
			fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q}`, issuer+"/", keys)
		},
		"no issuer": func(w http.ResponseWriter, _ *http.Request, _, keys string) { fmt.Fprintf(w, `{"jwks_uri": %q}`, keys) },
		"keys in clear": func(w http.ResponseWriter, _ *http.Request, issuer, keys string) {
			fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q}`, issuer, strings.Replace(keys, "127.0.0.1", "id.invalid", 1))
		},
		"keys nowhere": func(w http.ResponseWriter, _ *http.Request, issuer, _ string) {
			fmt.Fprintf(w, `{"issuer": %q}`, issuer)
		},
		"a failure": func(w http.ResponseWriter, _ *http.Request, issuer, keys string) {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q}`, issuer, keys)
		},
		"a redirect": func(w http.ResponseWriter, r *http.Request, issuer, keys string) {
			if r.URL.RawQuery == "" {
				http.Redirect(w, r, r.URL.Path+"?elsewhere", http.StatusFound)
				return
			}
			fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q}`, issuer, keys)
		},
		"much": func(w http.ResponseWriter, _ *http.Request, issuer, keys string) {
			fmt.Fprintf(w, `{"issuer": %q, "filler": %q, "jwks_uri": %q}`, issuer, strings.Repeat("x", 1<<20), keys)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := startAuthority(t, "/.well-known/openid-configuration")
			a.before.Store(new(func(w http.ResponseWriter, r *http.Request) bool {
				says(w, r, a.URL, a.URL+"/keys")
				return true
			}))
			s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
			wantProblem(t, s.post(t, ping, "Authorization", "Bearer "+a.issue(`{"aud":"https://notes.example/mcp"}`)), http.StatusServiceUnavailable)
		})
	}
}

// TestTextsThatAreNoTokens are refused without a question to the issuer, whom anybody could have asked by them.
func TestTextsThatAreNoTokens(t *testing.T) {
	t.Parallel()
	a := startAuthority(t, "/.well-known/openid-configuration")
	s := serve(t, "MCP_ISSUER="+a.URL, "PUBLIC_URL=https://notes.example")
	for _, text := range []string{"nonsense", "a.b", "a.b.c.d.e", "flowc_mcp_short"} {
		answer := s.post(t, ping, "Authorization", "Bearer "+text)
		wantProblem(t, answer, http.StatusUnauthorized)
		if answer.body["reason"] != "unknown token" {
			t.Errorf("%s: the reason is %v", text, answer.body["reason"])
		}
	}
	if asks := a.asks.Load(); asks != 0 {
		t.Errorf("the issuer was asked %d times", asks)
	}
}

func TestIssuerConfiguration(t *testing.T) {
	t.Parallel()
	for variable, want := range map[string]string{
		"MCP_ISSUER=http://id.example.com":  "MCP_ISSUER must begin with https://",
		"MCP_ISSUER=id.example.com":         "MCP_ISSUER must begin with https://",
		"MCP_ISSUER=https://u:p@id.example": "MCP_ISSUER must begin with https://",
		"MCP_ALGORITHM=HS256":               "MCP_ALGORITHM must be one of RS256, ",
		"PUBLIC_URL=notes.example":          "PUBLIC_URL must begin with",
	} {
		name, value, _ := strings.Cut(variable, "=")
		env := map[string]string{"DATABASE_URL": "sqlite::memory:", "MCP_ISSUER": "https://id.example.com"}
		env[name] = value
		app, err := rt.Open(rt.WithEnv(env), rt.WithLogWriter(&buffer{}))
		if err != nil {
			t.Fatal(err)
		}
		setup := app.Setup()
		add(setup, http.NewServeMux(), "tool", "a:run", nil)
		if err := setup.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", variable, err, want)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	}
}
