package serve

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/golden/harness"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// TestSigned has the shell, and studio, sign what the verifiers of the runtime then take, for each of them.
func TestSigned(t *testing.T) {
	harness.Needs(t, "curl", "openssl")
	const secret = "c2VjcmV0IG9mIHRoZSB0ZXN0" // base64 too
	for _, test := range []struct {
		function, input string
		verify          func(context.Context, *rt.WebhookRequest, string) error
	}{
		{"GitHub", "", verifier(webhook.GitHub)},
		{"Shopify", "", verifier(webhook.Shopify)},
		{"Slack", "", verifier(webhook.Slack)},
		{"Standard", "", verifier(webhook.Standard)},
		{"Stripe", "", verifier(webhook.Stripe)},
		{"HMAC", `, "header": "X-Sum", "algorithm": "sha512", "encoding": "base64"`, func(ctx context.Context, r *rt.WebhookRequest, secret string) error {
			return webhook.HMAC(ctx, r, webhook.HMACInput{Secret: secret, Header: "X-Sum", Algorithm: "sha512", Encoding: "base64"})
		}},
		{"HMAC", `, "header": "X-Sum"`, func(ctx context.Context, r *rt.WebhookRequest, secret string) error {
			return webhook.HMAC(ctx, r, webhook.HMACInput{Secret: secret, Header: "X-Sum"})
		}},
	} {
		t.Run(test.function+test.input, func(t *testing.T) {
			calls := 0
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				calls++
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				request := &rt.WebhookRequest{Header: r.Header, Body: body}
				if err := test.verify(r.Context(), request, secret); err != nil {
					t.Errorf("%s: %v", body, err)
				}
				if err := test.verify(r.Context(), request, "YW5vdGhlciBvbmUgZW50aXJlbHk="); err == nil {
					t.Error("any secret is right")
				}
			}))
			defer server.Close()
			route := hookRoute(t, "webhook."+test.function, test.input)
			commands := route.sender.signed("curl -sS "+server.URL, `{"it's":"100 %s"}`)
			shell := exec.CommandContext(t.Context(), "sh", "-ec", "S='"+secret+"'\n"+commands)
			var notes bytes.Buffer
			shell.Stderr = &notes
			if err := shell.Run(); err != nil || calls != 1 {
				t.Errorf("%v, called %d times: %s", err, calls, notes.String())
			}
			filler := Filler{Base: server.URL, Env: func(string) string { return secret }, Now: time.Now}
			request, err := filler.Request(t.Context(), route, route.Form())
			if err != nil {
				t.Fatal(err)
			}
			request.URL.Path = "/"
			if response, err := http.DefaultClient.Do(request); err != nil || response.Body.Close() != nil || calls != 2 {
				t.Errorf("%v, called %d times", err, calls)
			}
		})
	}
}

// verifier makes one of those that take a webhook.Input.
func verifier(verify func(context.Context, *rt.WebhookRequest, webhook.Input) error) func(context.Context, *rt.WebhookRequest, string) error {
	return func(ctx context.Context, r *rt.WebhookRequest, secret string) error {
		return verify(ctx, r, webhook.Input{Secret: secret})
	}
}

// hookRoute is the route of a Webhook whose sender function verifies.
func hookRoute(t *testing.T, function, input string) Route {
	t.Helper()
	dir, err := os.MkdirTemp("testdata", "hook") // in the module, so that runtime/webhook is found
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	harness.Write(t, dir+"/hook.flow.json", `{
		"version": 1, "id": "signedsignedsignedsignedsi", "name": "hook",
		"nodes": [
			{"id": "in", "type": "webhook", "data": {"webhookMethod": "POST", "webhookFields": {"text": {"type": "string", "required": true}}}},
			{"id": "verify", "type": "code", "data": {"codeFunction": "`+function+`", "codeInput": {"secret": "{{env.S}}"`+input+`}}},
			{"id": "ok", "type": "response", "data": {"responseStatus": 204}}
		],
		"edges": [{"source": "in", "target": "verify"}, {"source": "verify", "target": "ok"}]
	}`)
	f, err := project.ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	program, list := gen.Program(&f.Folder)
	if list.HasErrors() {
		t.Fatalf("the document has errors: %v", list)
	}
	return RoutesOf([]*ir.Program{program})[0]
}
