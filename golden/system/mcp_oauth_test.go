package system_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestMCPAccessTokens lets a real authorization server issue access tokens, which npm's client of the official SDK sends:
// those for this resource open the tools whose scope they have, those for another one nothing.
func TestMCPAccessTokens(t *testing.T) {
	t.Parallel()
	modules := harness.NodeModules(t, "mcp", "@modelcontextprotocol/sdk")
	provider := startProvider(t, client{ID: "agent", Secret: shopSecret, RedirectURIs: []string{"http://127.0.0.1/"}, GrantTypes: []string{"authorization_code", "client_credentials"}})
	const resource = "https://notes.example/mcp"
	n := startNotebook(t, "MCP_ISSUER="+provider.issuer, "PUBLIC_URL=https://notes.example")

	reader, writer := provider.machine(t, resource, "notes:run"), provider.machine(t, resource, "notes:run notes:write")
	elsewhere, unscoped := provider.machine(t, "https://shop.example/mcp", "notes:run notes:write"), provider.machine(t, resource, "orders:read")
	for _, c := range []struct {
		token string
		tools []string
	}{
		{reader, []string{"find_notes", "read_note"}},
		{writer, []string{"add_note", "find_notes", "read_note"}},
		{unscoped, nil},
	} {
		got := n.client(t, modules, c.token, `[{"name": "add_note", "arguments": {"text": "x"}}]`)
		if names := namesOf(got.Tools); got.Error != "" || !slices.Equal(names, c.tools) {
			t.Fatalf("sees %v, want %v (%s)", names, c.tools, got.Error)
		}
		if may := slices.Contains(c.tools, "add_note"); may != (got.Results[0].Structured["author"] == "agent") {
			t.Errorf("who sees %v calls add_note: %+v", c.tools, got.Results[0])
		}
	}
	if got := n.client(t, modules, elsewhere, "[]"); got.Error == "" {
		t.Errorf("a token for another resource sees %v", namesOf(got.Tools))
	}
	n.holdsNo(t, reader, writer, elsewhere, unscoped)
}

// machine gets an access token of the client's own (RFC 6749, section 4.4) for a resource (RFC 8707).
func (p *oidcProvider) machine(t *testing.T, resource, scope string) string {
	t.Helper()
	form := url.Values{"grant_type": {"client_credentials"}, "resource": {resource}, "scope": {scope}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.issuer+"/token", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("agent", shopSecret)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
		Error       string `json:"error_description"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || strings.Count(answer.AccessToken, ".") != 2 {
		t.Fatalf("the provider issues no JWT for %s: %s %s (%v)", resource, response.Status, answer.Error, err)
	}
	return answer.AccessToken
}
