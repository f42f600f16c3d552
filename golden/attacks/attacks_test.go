// Package attacks_test sends tokens of attackers to workflows that verify them, over a socket.
package attacks_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/attacks/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// service is a server whose endpoints verify tokens, each target by both nodes.
type service struct {
	*httptest.Server
	log *bytes.Buffer
}

func start(t *testing.T, targets []jwttest.Target) *service {
	t.Helper()
	env := map[string]string{}
	for _, target := range targets {
		env["KEY_"+strings.ToUpper(target.Name)] = target.Key
	}
	s := &service{log: &bytes.Buffer{}}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithClock(jwttest.Now))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	s.Server = httptest.NewServer(app.Handler(mux))
	t.Cleanup(func() {
		s.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer is what a caller is told.
type answer struct {
	status    int
	challenge string
	Sub       string
	Reason    string
}

func (s *service) send(t *testing.T, r *http.Request) answer {
	t.Helper()
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, challenge: response.Header.Get("WWW-Authenticate")}
	if err := json.Unmarshal(body, &a); err != nil {
		t.Errorf("answered %d, with no JSON: %s", a.status, body)
	}
	return a
}

// auth sends header values of Authorization to the Auth node.
func (s *service) auth(t *testing.T, target string, values ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/auth/"+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header["Authorization"] = values
	return s.send(t, r)
}

// verify sends a token to the JWT node. JSON carries what a header can't.
func (s *service) verify(t *testing.T, target, token string) answer {
	t.Helper()
	body, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/verify/"+target, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return s.send(t, r)
}

// TestAttacks sends every attack to both nodes: each is refused for its reason, and a good token passes.
func TestAttacks(t *testing.T) {
	targets := jwttest.Targets()
	s := start(t, targets)
	byAuth, byJWT := 0, 0
	for _, target := range targets {
		if got := s.auth(t, target.Name, "Bearer "+target.Good); got.status != http.StatusOK || got.Sub != "7" {
			t.Errorf("%s: Auth answers a good token %+v", target.Name, got)
		}
		if got := s.verify(t, target.Name, target.Good); got.status != http.StatusOK || got.Sub != "7" {
			t.Errorf("%s: JWT answers a good token %+v", target.Name, got)
		}
		for _, attack := range target.Attacks {
			got := s.verify(t, target.Name, attack.Token)
			refused(t, target.Name+": JWT: "+attack.Name, got, attack.Reason)
			byJWT++
			if !fitsHeader(attack.Token) {
				continue
			}
			got = s.auth(t, target.Name, "Bearer "+attack.Token)
			refused(t, target.Name+": Auth: "+attack.Name, got, attack.Reason)
			wantChallenge(t, got)
			byAuth++
		}
	}
	if byAuth < 60 || byJWT < 60 {
		t.Errorf("%d attacks on Auth and %d on JWT are too few", byAuth, byJWT)
	}
	t.Logf("%d attacks on Auth and %d on JWT were refused", byAuth, byJWT)
	for _, target := range targets {
		if _, claims, _ := strings.Cut(target.Good, "."); strings.Contains(s.log.String(), claims) {
			t.Errorf("%s: a token is in the log", target.Name)
		}
	}
}

func refused(t *testing.T, what string, got answer, reason string) {
	t.Helper()
	if got.status != http.StatusUnauthorized || got.Reason != reason || got.Sub != "" {
		t.Errorf("%s: answered %+v, want 401 and %q", what, got, reason)
	}
}

// wantChallenge wants the challenge of RFC 6750, section 3: an error where there was a token, and none where not.
func wantChallenge(t *testing.T, got answer) {
	t.Helper()
	named := strings.Contains(got.challenge, `error="invalid_token"`)
	if !strings.HasPrefix(got.challenge, "Bearer ") || named != (got.Reason != "missing token") {
		t.Errorf("%s: the challenge is %q", got.Reason, got.challenge)
	}
}

// fitsHeader reports whether a header can carry the token: nothing that HTTP forbids there, and not more than the server
// of the runtime takes.
func fitsHeader(token string) bool {
	return len(token) < 28<<10 && !strings.ContainsAny(token, "\r\n") && strings.TrimSpace(token) == token
}

// TestAuthorizationHeader has no token, or more than one.
func TestAuthorizationHeader(t *testing.T) {
	targets := jwttest.Targets()
	s, good := start(t, targets), targets[0].Good
	for _, test := range []struct {
		name   string
		values []string
		reason string
	}{
		{"none", nil, "missing token"},
		{"empty", []string{""}, "missing token"},
		{"another scheme", []string{"Basic " + good}, "missing token"},
		{"no scheme", []string{good}, "missing token"},
		{"a scheme that begins alike", []string{"Bearers " + good}, "missing token"},
		{"nothing after the scheme", []string{"Bearer"}, "missing token"},
		{"two headers", []string{"Bearer " + good, "Bearer " + good}, "malformed token"},
		{"two headers, one of them empty", []string{"Bearer " + good, ""}, "malformed token"},
		{"two tokens", []string{"Bearer " + good + " " + good}, "malformed token"},
		{"two tokens with a comma", []string{"Bearer " + good + ",Bearer " + good}, "malformed token"},
		{"a parameter after the token", []string{"Bearer " + good + `, realm="x"`}, "malformed token"},
	} {
		got := s.auth(t, "hs256", test.values...)
		refused(t, test.name, got, test.reason)
		wantChallenge(t, got)
	}
	for _, scheme := range []string{"Bearer", "bearer", "BEARER"} { // RFC 9110, section 11.1
		if got := s.auth(t, "hs256", scheme+" "+good); got.status != http.StatusOK {
			t.Errorf("%s: answered %+v, want 200", scheme, got)
		}
	}
}
