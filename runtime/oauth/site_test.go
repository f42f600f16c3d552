package oauth_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

const (
	clientID     = "shop"
	clientSecret = "client secret/of the shop+0123456789"
	audience     = "https://api.example.com"
	public       = "https://shop.example.com"
	hour         = time.Hour
)

// start is what the clock of a site says at first.
var start = time.Unix(1_800_000_000, 0)

// site is an application with one page, /login, for browsers and for bearers of tokens; it takes POST too.
type site struct {
	t   testing.TB
	app *rt.App
	mux *http.ServeMux

	mu      sync.Mutex
	again   bool // it checks twice
	refuses bool // it answers 401 whoever calls
	hints   []oauth.Param
	now     time.Time
	log     bytes.Buffer
	secrets []string // that were sent to it or made by it
}

// claims are those that the site's workflow declares.
type claims struct {
	Level *int64 `json:"level"`
}

// said is what the site answers.
type said struct {
	Valid, Login                  bool
	URL, Reason, Sub, Email, Name string
	Issuer                        string
	Claims                        object
	Access                        *string // the token of a login
	Rights                        object  // what it says
	Level                         *int64
	Refusal                       int64 // the status that the verifier would answer with
	status                        int
	header                        http.Header
}

// newSite makes a site of a provider; change changes its configuration, and options the App's.
func newSite(t testing.TB, i *issuer, change func(*oauth.Config), options ...rt.Option) *site {
	t.Helper()
	s := &site{t: t, now: start, mux: http.NewServeMux()}
	c := oauth.Config{
		Provider: oauth.OIDC, ClientID: clientID, ClientSecret: clientSecret, IssuerName: "OIDC_ISSUER",
		Audiences: []string{audience}, Realm: "shop", Browser: true,
	}
	if i != nil {
		c.Issuer = i.url
	}
	if change != nil {
		change(&c)
	}
	environment := map[string]string{"PUBLIC_URL": public, "LOG_FORMAT": "json", "LOG_LEVEL": "debug", "SECRET": clientSecret}
	options = append([]rt.Option{rt.WithEnv(environment), rt.WithDir(t.TempDir()), rt.WithLogWriter(s), rt.WithClock(s.clock)}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	s.app = app
	setup := app.Setup()
	setup.Secret("SECRET") // as generated code reads it, which masks it
	s.register(setup, oauth.NewVerifier[claims](setup, c))
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
		s.checkLog(t)
	})
	return s
}

func (s *site) register(setup *rt.Setup, v *oauth.Verifier[claims]) {
	for _, method := range []string{"GET", "POST"} {
		in := rt.NewEndpoint[struct{}](setup, rt.Entry{Workflow: "login", Node: "in", Method: method, Path: "/login"})
		in.Register(s.mux, s.workflow(v))
	}
}

// workflow answers what the verifier finds.
func (s *site) workflow(v *oauth.Verifier[claims]) func(x *rt.Exec) error {
	return func(x *rt.Exec) error {
		x.Enter("auth")
		u := v.Check(x, s.hints...)
		if s.again { // as a node does that is in a Retry, or behind two branches
			u = v.Check(x)
		}
		body := said{Valid: u.Valid, Login: u.Login, URL: u.URL, Reason: u.Reason, Sub: u.Sub, Issuer: u.Issuer, Email: fn.Or(u.Email, ""), Name: fn.Or(u.Name, ""), Level: u.Typed.Level, Refusal: u.Status()}
		if text, err := rt.ToJSON(u.Claims); u.Valid && err == nil {
			_ = json.Unmarshal([]byte(text), &body.Claims)
		}
		if text, err := rt.ToJSON(u.AccessClaims); err == nil {
			_ = json.Unmarshal([]byte(text), &body.Rights)
		}
		body.Access = u.AccessToken
		x.Enter("answer")
		x.SetHeader("Cache-Control", "public, max-age=3600") // as a workflow might
		if s.refuses {
			return x.JSON(http.StatusUnauthorized, said{Reason: "refused by the workflow"})
		}
		if u.Valid || u.Login {
			return x.JSON(http.StatusOK, body)
		}
		return x.JSON(http.StatusUnauthorized, body)
	}
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *site) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// Write implements io.Writer for the log.
func (s *site) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(p)
}

// secret remembers what must not be in the log.
func (s *site) secret(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range values {
		if len(v) >= 8 {
			s.secrets = append(s.secrets, v)
		}
	}
}

// in makes the site one of a run of a fuzz target, without a past.
func (s *site) in(t testing.TB) *site {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t, s.secrets = t, nil
	s.log.Reset()
	return s
}

// checkLog looks for every secret in the log, in every form that a log may hold it in.
func (s *site) checkLog(t testing.TB) {
	t.Helper()
	s.checkText(t, "the log", s.log.String())
}

func (s *site) checkText(t testing.TB, place, text string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, secret := range append(s.secrets, clientSecret) {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret))} {
			if strings.Contains(text, form) {
				t.Errorf("secret %d is in %s", i, place)
			}
		}
	}
}

// get opens the page, and returns what it says.
func (s *site) get(query url.Values, header http.Header) said {
	s.t.Helper()
	return s.send(http.MethodGet, query, header)
}

func (s *site) send(method string, query url.Values, header http.Header) said {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, "/login?"+query.Encode(), nil)
	maps.Copy(r.Header, header)
	s.secret(query.Get("code"), query.Get("state"))
	w := httptest.NewRecorder()
	s.app.Handler(s.mux).ServeHTTP(w, r)
	answer := said{status: w.Code, header: w.Header()}
	if w.Code == http.StatusUnauthorized {
		s.checkText(s.t, "a refusal", w.Body.String())
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		s.t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if (answer.status == http.StatusUnauthorized) != (answer.Reason != "") || answer.Reason != "" && (answer.Sub != "" || len(answer.Claims) > 0) {
		s.t.Errorf("refused with %d, reason %q, sub %q", answer.status, answer.Reason, answer.Sub)
	}
	return answer
}

// bearer sends a token.
func (s *site) bearer(token string) said {
	s.t.Helper()
	s.secret(token)
	return s.get(nil, http.Header{"Authorization": {"Bearer " + token}})
}

// login is a login under way in one browser.
type login struct {
	url    string
	cookie *http.Cookie
}

// begin opens the page in a browser without anything.
func (s *site) begin() login {
	s.t.Helper()
	answer := s.get(nil, nil)
	cookies := (&http.Response{Header: answer.header}).Cookies()
	if !answer.Login || len(cookies) != 1 {
		s.t.Fatalf("no login: %d %q", answer.status, answer.Reason)
	}
	u, err := url.Parse(answer.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	s.secret(u.Query().Get("state"), u.Query().Get("nonce"), cookies[0].Value)
	return login{answer.URL, cookies[0]}
}

// back is the browser coming back.
func (s *site) back(query url.Values, cookies ...*http.Cookie) said {
	s.t.Helper()
	header := http.Header{}
	for _, c := range cookies {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	return s.get(query, header)
}

// finish logs in from beginning to end.
func (s *site) finish(i *issuer) said {
	s.t.Helper()
	l := s.begin()
	s.secret(i.access)
	return s.back(i.authorize(s.t, l.url), l.cookie)
}

// wantReason checks why somebody was refused.
func wantReason(t testing.TB, got said, want string) {
	t.Helper()
	if got.Valid || got.Login || got.Reason != want {
		t.Errorf("got valid %t, login %t, reason %q; want %q", got.Valid, got.Login, got.Reason, want)
	}
	if got.header.Get("WWW-Authenticate") == "" {
		t.Error("a 401 without WWW-Authenticate")
	}
}

// wantRefusal checks whose fault it is that somebody was refused: his with a 401, that of others with a 503.
func wantRefusal(t testing.TB, got said, want int64) {
	t.Helper()
	if got.Refusal != want {
		t.Errorf("refused with %q and status %d, want %d", got.Reason, got.Refusal, want)
	}
}

// wantUser checks who was let in.
func wantUser(t testing.TB, got said, sub string) {
	t.Helper()
	if !got.Valid || got.Sub != sub || got.Issuer == "" {
		t.Errorf("got valid %t, sub %q of issuer %q, reason %q; want %q", got.Valid, got.Sub, got.Issuer, got.Reason, sub)
	}
}

// withEnv makes a site see other variables.
func withEnv(env map[string]string) rt.Option {
	all := map[string]string{"LOG_FORMAT": "json", "LOG_LEVEL": "debug", "SECRET": clientSecret}
	maps.Copy(all, env)
	return rt.WithEnv(all)
}
