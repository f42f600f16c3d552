package serve

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// TestSigned has the shell sign what the verifiers of the runtime then take.
func TestSigned(t *testing.T) {
	needProgram(t, "curl")
	needProgram(t, "openssl")
	for function, verify := range map[string]func(context.Context, *rt.WebhookRequest, webhook.Input) error{
		"webhook.GitHub": webhook.GitHub, "webhook.Stripe": webhook.Stripe, "webhook.Slack": webhook.Slack, "webhook.Shopify": webhook.Shopify,
	} {
		t.Run(function, func(t *testing.T) {
			called := false
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				called = true
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				request := &rt.WebhookRequest{Header: r.Header, Body: body}
				if err := verify(r.Context(), request, webhook.Input{Secret: "a secret of the test"}); err != nil {
					t.Errorf("%s: %v", body, err)
				}
				if err := verify(r.Context(), request, webhook.Input{Secret: "another one"}); err == nil {
					t.Error("any secret is right")
				}
			}))
			defer server.Close()
			how, ok := signings(function)
			if !ok {
				t.Fatal("there is no signing")
			}
			commands := (&sender{secret: "S", how: how}).signed("curl -sS "+server.URL, `{"it's":"100 %s"}`)
			shell := exec.CommandContext(t.Context(), "sh", "-ec", "S='a secret of the test'\n"+commands)
			var notes bytes.Buffer
			shell.Stderr = &notes
			if err := shell.Run(); err != nil || !called {
				t.Errorf("%v, called %t: %s", err, called, notes.String())
			}
		})
	}
}
