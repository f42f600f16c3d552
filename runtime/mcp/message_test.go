package mcp_test

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// Whatever is refused before the protocol begins is a problem, as everywhere.
func TestMessages(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := "Bearer " + s.token(t, "a", "a:run")
	for name, c := range map[string]struct {
		message string
		headers []string
		status  int
		detail  string
	}{
		"a batch":           {"[" + ping + "," + ping + "]", nil, 400, "batches"},
		"a key twice":       {`{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"ping"}`, nil, 400, "a key twice"},
		"a name twice":      {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fail","name":"say"}}`, nil, 400, "a key twice"},
		"an argument twice": {call("say", `{"words":"a","words":"b"}`), nil, 400, "a key twice"},
		"no JSON":           {`{"jsonrpc":`, nil, 400, "not valid JSON"},
		"two values":        {ping + ping, nil, 400, ""},
		"nothing":           {"", nil, 400, ""},
		"no UTF-8":          {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xffing\"}", nil, 400, "not valid JSON"},
		"too deep":          {call("say", strings.Repeat(`{"x":`, 130)+"1"+strings.Repeat("}", 130)), nil, 400, "deeper than 128"},
		"too large":         {call("say", `{"words":"`+strings.Repeat("x", 1<<20)+`"}`), nil, 413, "more than"},
		"another type":      {ping, []string{"Content-Type", "text/plain"}, 415, "Content-Type"},
		"no type":           {ping, []string{"Content-Type", ""}, 415, "Content-Type"},
		"JSON alone":        {ping, []string{"Accept", "application/json"}, 400, "Accept"},
		"an old version":    {ping, []string{"Mcp-Protocol-Version", "2020-01-01"}, 400, "version"},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.post(t, c.message, append(c.headers, "Authorization", token)...)
			wantProblem(t, a, c.status)
			if challenge := a.header.Get("WWW-Authenticate"); challenge != "" {
				t.Errorf("a %d carries the challenge %s", c.status, challenge)
			}
			if detail, _ := a.body["detail"].(string); !strings.Contains(detail, c.detail) {
				t.Errorf("the detail is %q, want %q in it", detail, c.detail)
			}
		})
	}
	for _, method := range []string{"GET", "DELETE", "PUT"} {
		a := s.do(t, method, "/mcp", "", "Authorization", token)
		wantProblem(t, a, http.StatusMethodNotAllowed)
		if a.header.Get("Allow") != "POST" {
			t.Errorf("%s: Allow is %q, want POST", method, a.header.Get("Allow"))
		}
	}
}

// Messages count in the memory that all bodies may take, as long as they are worked on: who comes when there is none left is told
// to come again, and what is done gives its part back. A message is counted three times, and once or twice more by its execution:
// two of those that wait fit, one more does not, and one alone does.
func TestMemoryOfMessagesIsCapped(t *testing.T) {
	t.Parallel()
	s := serveWithin(t, rt.Limits{MaxBodies: 1200 << 10})
	token := s.token(t, "a", "b:run")
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range 2 {
		waiting.Go(func() { s.wait100KiB(ctx, t, token) })
	}
	full := call("nothing", `{"filler":"`+strings.Repeat("x", 200<<10)+`"}`)
	until(t, "a message is turned away", func() bool {
		a := s.post(t, full, "Authorization", "Bearer "+token)
		return a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") == "1"
	})
	if a := s.post(t, ping, "Authorization", "Bearer "+token); a.status != http.StatusOK {
		t.Errorf("a small one is answered %d: %s", a.status, a.text)
	}
	cancel()
	waiting.Wait()
	until(t, "there is room again", func() bool {
		return s.post(t, full, "Authorization", "Bearer "+token).status == http.StatusOK
	})
}

// wait100KiB has a call of that size wait until ctx ends. It comes again where it is turned away itself.
func (s *service) wait100KiB(ctx context.Context, t *testing.T, token string) {
	message := call("wait", `{"filler":"`+strings.Repeat("x", 100<<10)+`"}`)
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(ctx, "POST", s.url+"/mcp", strings.NewReader(message))
		if err != nil {
			t.Error(err)
			return
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		request.Header.Set("Authorization", "Bearer "+token)
		if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
		}
	}
}

// until asks again and again, for as long as a test may take, whether something is so.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
		runtime.Gosched()
	}
}

// What the endpoint has no use for is unknown to it.
func TestOtherMethods(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := "Bearer " + s.token(t, "a", "a:run")
	for _, method := range []string{"resources/list", "prompts/list", "completion/complete", "logging/setLevel", "subscriptions/listen"} {
		a := s.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"level":"debug","ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"x","value":"y"}}}`,
			"Authorization", token)
		if a.status == http.StatusOK && !strings.Contains(a.text, `"code":-32601`) {
			t.Errorf("%s answered %d: %s", method, a.status, a.text)
		}
	}
	if a := s.post(t, ping, "Authorization", token); a.status != http.StatusOK || a.body["result"] == nil {
		t.Errorf("ping answered %d: %s", a.status, a.text)
	}
}

// TestUnknownMethods wants the protocol's own answers to what is not known: an error with the id of a call, and nothing but 202 for a
// notification, which nobody waits for.
func TestUnknownMethods(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := "Bearer " + s.token(t, "a", "a:run")
	for _, method := range []string{"canary/list", "resources/list", "subscriptions/listen", "notifications/canary"} {
		a := s.post(t, `{"jsonrpc":"2.0","id":"7","method":"`+method+`"}`, "Authorization", token)
		if want := `{"jsonrpc":"2.0","id":"7","error":{"code":-32601,"message":"method not found"}}`; a.status != http.StatusOK || strings.TrimSpace(a.text) != want {
			t.Errorf("%s answered %d: %s, want %s", method, a.status, a.text, want)
		}
		if media := a.header.Get("Content-Type"); media != "application/json" {
			t.Errorf("%s answered %s", method, media)
		}
	}
	a := s.post(t, `{"jsonrpc":"2.0","id":7,"method":"canary/list"}`, "Authorization", token, "Mcp-Protocol-Version", "2026-07-28")
	if a.status != http.StatusNotFound || !strings.Contains(a.text, "-32601") { // as that version has it
		t.Errorf("answered %d: %s", a.status, a.text)
	}
	for _, method := range []string{"notifications/canary", "notifications/progress", "notifications/roots/list_changed", "canary"} {
		a := s.post(t, `{"jsonrpc":"2.0","method":"`+method+`"}`, "Authorization", token)
		if a.status != http.StatusAccepted || a.text != "" {
			t.Errorf("%s answered %d: %s, want 202", method, a.status, a.text)
		}
	}
}

// TestIDsKeepTheirDigits wants each id back as it was sent: a float64 holds no more than 15 digits of each number.
func TestIDsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := "Bearer " + s.token(t, "a", "a:run")
	for _, id := range []string{
		"0", "-1", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
		"1.5", "1e3", `"9007199254740993"`, `"a \u00e9"`,
	} {
		for _, rest := range []string{
			`"method":"ping"`, `"method":"tools/list"`, `"method":"canary"`, `"method":"tools/call","params":{"name":"canary"}`,
			`"method":"tools/call","params":{"name":"say","arguments":{"words":"\"id\":1"}}`,
		} {
			a := s.post(t, `{"jsonrpc":"2.0","id":`+id+`,`+rest+`}`, "Authorization", token)
			var got struct {
				ID     jsontext.Value `json:"id"`
				Result jsontext.Value `json:"result"`
				Error  jsontext.Value `json:"error"`
			}
			if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.status != http.StatusOK || got.Result == nil && got.Error == nil {
				t.Errorf("%s %s answered %d: %s (%v)", id, rest, a.status, a.text, err)
			}
			want := jsontext.Value(id)
			if want.Kind() == '"' {
				_, _ = want.Canonicalize(), got.ID.Canonicalize()
			}
			if string(got.ID) != string(want) {
				t.Errorf("%s %s: the id is %s", id, rest, got.ID)
			}
		}
	}
}

// Pages of other sites get nothing, by whatever name they reach this machine.
func TestOrigins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		public, host, origin string // "" is none, the listener's, none
		status               int
	}{
		"a program":                  {"", "", "", 200},
		"this machine's name":        {"", "localhost:8080", "", 200},
		"its own page":               {"", "localhost:8080", "http://localhost:8080", 200},
		"another site":               {"", "", "https://evil.example", 403},
		"another port":               {"", "localhost:8080", "http://localhost:9090", 403},
		"a sandboxed page":           {"", "", "null", 403},
		"rebinding":                  {"", "evil.example", "", 403},
		"rebinding with origin":      {"", "evil.example", "http://evil.example", 403},
		"behind a proxy":             {"https://notes.example", "notes.example", "", 200},
		"behind a proxy, own page":   {"https://notes.example", "notes.example", "https://notes.example", 200},
		"behind a proxy, downgraded": {"https://notes.example", "127.0.0.1:8080", "http://notes.example", 403},
		"behind a proxy, other host": {"https://notes.example", "evil.example", "", 403},
		"behind a proxy, other site": {"https://notes.example", "notes.example", "https://evil.example", 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, "PUBLIC_URL="+cmp.Or(c.public, "http://127.0.0.1"))
			headers := []string{"Authorization", "Bearer " + s.token(t, "a", "a:run"), "Origin", c.origin}
			if c.host != "" {
				headers = append(headers, "Host", c.host)
			}
			a := s.post(t, ping, headers...)
			if a.status != c.status {
				t.Errorf("answered %d, want %d: %s", a.status, c.status, a.text)
			}
			if c.status != http.StatusOK {
				wantProblem(t, a, c.status)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		environment []string
		resource    string // "" is the listener's
		servers     string
	}{
		"alone":                  {nil, "", "null"},
		"a name of this machine": {[]string{"PUBLIC_URL=http://localhost:1"}, "", "null"},
		"public":                 {[]string{"PUBLIC_URL=https://notes.example/api/"}, "https://notes.example/api/mcp", "null"},
		"with issuer":            {[]string{"MCP_ISSUER=https://id.example.com"}, "", `["https://id.example.com"]`},
		"all together":           {[]string{"PUBLIC_URL=https://notes.example", "MCP_ISSUER=https://id.example.com", "MCP_AUDIENCE=api"}, "https://notes.example/mcp", `["https://id.example.com"]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, c.environment...)
			for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
				a := s.do(t, "GET", path, "")
				resource := c.resource
				if resource == "" {
					resource = s.url + "/mcp"
				}
				if a.status != http.StatusOK || a.body["resource"] != resource {
					t.Errorf("%s answered %d: %s", path, a.status, a.text)
				}
				if got := jsonOf(t, a.body["authorization_servers"]); got != c.servers {
					t.Errorf("%s: authorization_servers is %s, want %s", path, got, c.servers)
				}
				if got := jsonOf(t, a.body["scopes_supported"]); got != `["a:run","b:run"]` {
					t.Errorf("%s: scopes_supported is %s", path, got)
				}
				if a.header.Get("Access-Control-Allow-Origin") != "*" {
					t.Errorf("%s: a page may not read it", path)
				}
			}
		})
	}
}
