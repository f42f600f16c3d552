package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// assistant is a client of the official SDK.
type assistant struct{ *mcp.ClientSession }

// withToken sends a token with every request.
type withToken string

func (token withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(r)
}

func (s *server) connect(t *testing.T, token string) assistant {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: withToken(token)}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return assistant{session}
}

// result is what a tool returned.
type result struct {
	failed     bool
	text       string
	structured map[string]any
}

func (a assistant) call(t *testing.T, tool string, arguments map[string]any) result {
	t.Helper()
	got, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	r := result{failed: got.IsError}
	r.structured, _ = got.StructuredContent.(map[string]any)
	for _, content := range got.Content {
		r.text += content.(*mcp.TextContent).Text
	}
	return r
}

func (a assistant) tools(t *testing.T) []string {
	t.Helper()
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestScopesOpenTools(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, c := range []struct {
		scopes []string
		want   []string
	}{
		{[]string{"notes:run"}, []string{"find_notes", "read_note"}},
		{[]string{"notes:write"}, []string{"add_note"}},
		{[]string{"notes:run", "notes:write"}, []string{"add_note", "find_notes", "read_note"}},
		{[]string{"notes"}, nil},
	} {
		name := strings.ReplaceAll(strings.Join(c.scopes, "+"), ":", "-")
		if got := s.connect(t, s.token(t, name, c.scopes...)).tools(t); !slices.Equal(got, c.want) {
			t.Errorf("a token for %s sees %v, want %v", name, got, c.want)
		}
	}
}

func TestErrorsOfTools(t *testing.T) {
	t.Parallel()
	s := start(t)
	claude := s.connect(t, s.token(t, "claude", "notes:run", "notes:write"))
	if r := claude.call(t, "read_note", map[string]any{"id": 7}); !r.failed || !strings.Contains(r.text, "no such note") {
		t.Errorf("a note that is not there: %+v, want a tool error", r)
	}
	for _, arguments := range []map[string]any{{}, {"id": "seven"}, {"id": 0}, {"id": nil}} {
		if r := claude.call(t, "read_note", arguments); !r.failed || !strings.Contains(r.text, `"errors":{"id":`) {
			t.Errorf("arguments %v: %+v, want a tool error that names id", arguments, r)
		}
	}
}

func TestLogHoldsNoToken(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.token(t, "claude", "notes:write")
	s.connect(t, token).call(t, "add_note", map[string]any{"text": "remember " + token})
	s.do(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_notes"}}`, token)
	if err := s.tokens.Revoke(t.Context(), "claude"); err != nil {
		t.Fatal(err)
	}
	if a := s.do(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, token); a.status != http.StatusUnauthorized {
		t.Errorf("a revoked token: %d, want 401", a.status)
	}
	log := s.log.String()
	for _, want := range []string{`"entry":"tool"`, `"nodes":"tool note created"`, "insufficient scope", "unknown token"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %s: it is no proof", want)
		}
	}
	if strings.Contains(log, token) {
		t.Error("the log holds the token")
	}
}
