package system_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/golden/requests/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// orderService takes access tokens, until they are revoked, and counts.
type orderService struct {
	*httptest.Server
	mu      sync.Mutex
	tokens  map[string]int  // calls by token
	revoked map[string]bool // tokens
}

func startOrderService(t *testing.T) *orderService {
	t.Helper()
	o := &orderService{tokens: map[string]int{}, revoked: map[string]bool{}}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		parts := strings.Split(token, ".")
		o.mu.Lock()
		defer o.mu.Unlock()
		if len(parts) != 3 || o.revoked[token] {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		o.tokens[token]++
		claims, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		if _, err := w.Write(claims); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(o.Close)
	return o
}

// revokeAll has the service take no token that it has seen.
func (o *orderService) revokeAll() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for token := range o.tokens {
		o.revoked[token] = true
	}
}

// serveMachine serves golden/requests, which calls the service with tokens of the provider.
func serveMachine(t *testing.T, provider *oidcProvider, service *orderService, secret string, log io.Writer) string {
	t.Helper()
	env := map[string]string{
		"PUBLIC_ORDERS_URL": service.URL, "PUBLIC_ECHO_URL": service.URL, "PUBLIC_TOKEN_URL": provider.issuer + "/token", "CLIENT_SECRET": secret, "LOG_LEVEL": "debug",
	}
	return flowtest.Start(t, flows.New, env, rt.WithLogWriter(log)).URL + "/machine"
}

// TestClientCredentials has a real authorization server give the program its tokens: one for all who wait, for the audience and
// the scopes that the workflow names, and another one once the service does not take it any more.
func TestClientCredentials(t *testing.T) {
	t.Parallel()
	provider := startProvider(t, client{ID: "machine", Secret: shopSecret, RedirectURIs: []string{"http://127.0.0.1/"}, GrantTypes: []string{"authorization_code", "client_credentials"}})
	service := startOrderService(t)
	var log bytes.Buffer
	url := serveMachine(t, provider, service, shopSecret, &log)
	for round := 1; round <= 2; round++ {
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if status, answer := getMachine(t, url); status != 200 || answer.Audience != "https://orders.example" || answer.Scope != "orders:read" || answer.Client != "machine" {
					t.Errorf("answered %d %+v", status, answer)
				}
			})
		}
		all.Wait()
		service.mu.Lock()
		calls := 0
		for _, n := range service.tokens {
			calls += n
		}
		if len(service.tokens) != round || calls != 32*round {
			t.Errorf("round %d: %d tokens for %d calls\n%s", round, len(service.tokens), calls, log.String())
		}
		for token := range service.tokens {
			if strings.Contains(log.String(), token) {
				t.Error("the log shows a token")
			}
		}
		service.mu.Unlock()
		service.revokeAll()
	}
	if strings.Contains(log.String(), shopSecret) {
		t.Error("the log shows the secret")
	}
}

// TestWrongClientSecret fails the node, and tells the caller nothing of it.
func TestWrongClientSecret(t *testing.T) {
	t.Parallel()
	provider := startProvider(t, client{ID: "machine", Secret: shopSecret, RedirectURIs: []string{"http://127.0.0.1/"}, GrantTypes: []string{"authorization_code", "client_credentials"}})
	service := startOrderService(t)
	var log bytes.Buffer
	wrong := "wrong-" + shopSecret
	if status, _ := getMachine(t, serveMachine(t, provider, service, wrong, &log)); status != 500 {
		t.Errorf("answered %d", status)
	}
	if text := log.String(); !strings.Contains(text, "answered with status 401, invalid_client") || strings.Contains(text, wrong) {
		t.Errorf("the log says\n%s", text)
	}
}

type machineAnswer struct {
	Audience string `json:"aud"`
	Scope    string `json:"scope"`
	Client   string `json:"client_id"`
}

func getMachine(t *testing.T, url string) (status int, answer machineAnswer) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Error(err)
		return 0, answer
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, answer
	}
	defer w.Body.Close()
	if err := json.NewDecoder(w.Body).Decode(&answer); err != nil {
		t.Error(fmt.Errorf("status %d: %w", w.StatusCode, err))
	}
	return w.StatusCode, answer
}
