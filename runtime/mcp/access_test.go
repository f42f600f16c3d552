package mcp_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// bearers are the tokens of the matrix, each with the tools that it opens; none where it is not let in at all.
func bearers(t *testing.T, s *service) map[string]struct {
	token string
	in    bool
	tools []string
} {
	a, b := []string{"say", "shout"}, []string{"exit", "fail", "list", "nothing", "panic", "refuse", "wait"}
	both := slices.Sorted(slices.Values(slices.Concat(a, b)))
	revoked := s.token(t, "revoked", "a:run", "b:run")
	if err := s.tokens.Revoke(t.Context(), "revoked"); err != nil {
		t.Fatal(err)
	}
	expired := s.token(t, "expired", "a:run", "b:run")
	s.wait(time.Hour)
	good := s.token(t, "all", "a:run", "b:run", "c:run")
	return map[string]struct {
		token string
		in    bool
		tools []string
	}{
		"a":           {s.token(t, "a", "a:run"), true, a},
		"b":           {s.token(t, "b", "b:run"), true, b},
		"a and b":     {good, true, both},
		"another":     {s.token(t, "c", "c:run"), true, nil},
		"a prefix":    {s.token(t, "prefix", "a"), true, nil},
		"other case":  {s.token(t, "case", "A:RUN"), true, nil},
		"expired":     {expired, false, nil},
		"revoked":     {revoked, false, nil},
		"none":        {"", false, nil},
		"cut":         {good[:len(good)-1], false, nil},
		"longer":      {good + "A", false, nil},
		"changed":     {good[:len(good)-2] + "zz", false, nil},
		"the name":    {"all", false, nil},
		"a JWT":       {"eyJhbGciOiJub25lIn0.e30.", false, nil},
		"only prefix": {"flowc_mcp_", false, nil},
	}
}

// TestMatrix holds every tool × token, for listing and for calling: what is not listed can't be called.
func TestMatrix(t *testing.T) {
	t.Parallel()
	s := serve(t)
	scopes := map[string]string{"exit": "b:run", "say": "a:run", "shout": "a:run", "fail": "b:run", "list": "b:run", "nothing": "b:run", "panic": "b:run", "refuse": "b:run"}
	for name, b := range bearers(t, s) {
		t.Run(name, func(t *testing.T) {
			session, err := s.connect(t.Context(), b.token)
			if (err == nil) != b.in {
				t.Fatalf("connecting: %v, want in: %v", err, b.in)
			}
			if b.in {
				list, err := session.ListTools(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := names(list); !slices.Equal(got, b.tools) {
					t.Errorf("lists %v, want %v", got, b.tools)
				}
				_ = session.Close()
			}
			for tool, scope := range scopes {
				a := s.post(t, call(tool, `{"words":"x"}`), "Authorization", "Bearer "+b.token)
				switch {
				case !b.in:
					wantProblem(t, a, http.StatusUnauthorized)
				case slices.Contains(b.tools, tool):
					if a.status != http.StatusOK || a.body["result"] == nil {
						t.Errorf("calling %s answered %d: %s", tool, a.status, a.text)
					}
				default:
					wantProblem(t, a, http.StatusForbidden)
					wantChallenge(t, a, `error="insufficient_scope"`, `scope="`+scope+`"`, "resource_metadata=")
				}
			}
			if b.in {
				a := s.post(t, call("nosuch", `{}`), "Authorization", "Bearer "+b.token)
				if a.status != http.StatusOK || !strings.Contains(a.text, `unknown tool`) {
					t.Errorf("calling a tool that does not exist answered %d: %s", a.status, a.text)
				}
			}
		})
	}
}

func names(list *sdk.ListToolsResult) []string {
	var all []string
	for _, tool := range list.Tools {
		all = append(all, tool.Name)
	}
	return all
}

func wantChallenge(t *testing.T, a answer, parts ...string) {
	t.Helper()
	challenge := a.header.Get("WWW-Authenticate")
	for _, part := range append(parts, "Bearer ") {
		if !strings.Contains(challenge, part) {
			t.Errorf("WWW-Authenticate is %q, want %s in it", challenge, part)
		}
	}
}

func TestChallenges(t *testing.T) {
	t.Parallel()
	s := serve(t)
	expired := s.token(t, "expired", "a:run")
	s.wait(time.Hour)
	metadata := `resource_metadata="` + s.url + `/.well-known/oauth-protected-resource/mcp"`
	for _, c := range []struct {
		authorization, reason string
		code                  bool
	}{
		{"", "missing token", false},
		{"Basic dTpw", "missing token", false},
		{"Bearer ", "missing token", false},
		{"Bearer nonsense", "unknown token", true},
		{"bearer nonsense", "unknown token", true},
		{"Bearer " + expired, "expired", true},
	} {
		a := s.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Authorization", c.authorization)
		wantProblem(t, a, http.StatusUnauthorized)
		wantChallenge(t, a, metadata, `scope="a:run b:run"`)
		if a.body["reason"] != c.reason {
			t.Errorf("%q: the reason is %v, want %s", c.authorization, a.body["reason"], c.reason)
		}
		if got := strings.Contains(a.header.Get("WWW-Authenticate"), `error="invalid_token"`); got != c.code {
			t.Errorf("%q: WWW-Authenticate is %s", c.authorization, a.header.Get("WWW-Authenticate"))
		}
	}
}

// Of two Authorization headers neither is believed.
func TestTwoTokens(t *testing.T) {
	t.Parallel()
	s := serve(t)
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/mcp", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header["Authorization"] = []string{"Bearer " + s.token(t, "a", "a:run"), "Bearer other"}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("answered %d, want 401", response.StatusCode)
	}
}

// A token that is revoked opens nothing from then on: not even in a session that it has begun.
func TestRevocationIsAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t)
	session := s.mustConnect(t, s.token(t, "a", "a:run"))
	if _, err := session.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := s.tokens.Revoke(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := session.ListTools(t.Context(), nil); err == nil {
		t.Error("the session goes on")
	}
}

func TestDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := serve(t, "DATABASE_URL=postgres://u:a-secret-password@127.0.0.1:1/none")
	a := s.post(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Authorization", "Bearer flowc_mcp_"+strings.Repeat("a", 43))
	wantProblem(t, a, http.StatusServiceUnavailable)
	if strings.Contains(a.text, "127.0.0.1") || strings.Contains(s.log.String(), "a-secret-password") {
		t.Errorf("answered %s, and logged\n%s", a.text, s.log.String())
	}
}

// No token may reach the log or an answer, in whatever part of a request it was.
func TestTokensStayOut(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := s.token(t, "claude", "a:run")
	for _, message := range []string{
		call("say", `{"words":"`+token[:20]+`","x":"`+token+`"}`), call("say", `{"words":"`+token+`"}`), call(token, "{}"), call("fail", "{}"),
		`{"jsonrpc":"2.0","id":"` + token + `","method":"nosuch"}`, `{"` + token + `":1,"` + token + `":2}`, token,
	} {
		a := s.post(t, message, "Authorization", "Bearer "+token)
		if a.status >= 400 && strings.Contains(a.text, token) {
			t.Errorf("%s: the problem holds the token: %s", message, a.text)
		}
		s.post(t, message, "Authorization", token)
		s.post(t, message, "Authorization", "Bearer "+token+"x")
	}
	s.do(t, "POST", "/mcp?token="+token, "", "Authorization", "Bearer x")
	if strings.Contains(s.log.String(), token) {
		t.Errorf("the log holds the token:\n%s", s.log.String())
	}
}
