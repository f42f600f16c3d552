package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// verifier is one of the package's functions with its input.
type verifier func(x *rt.Exec, r *rt.WebhookRequest) error

// function is one of those that take an Input.
type function func(ctx context.Context, r *rt.WebhookRequest, in webhook.Input) error

// given makes a verifier of a function.
func given(f function, in webhook.Input) verifier {
	return func(x *rt.Exec, r *rt.WebhookRequest) error { return f(x.Context(), r, in) }
}

// message is a request to a Webhook.
type message struct {
	header http.Header
	body   string
}

// with returns the message with a header set, or without it where value is "".
func (m message) with(name, value string) message {
	m.header = m.header.Clone()
	m.header.Set(name, value)
	if value == "" {
		m.header.Del(name)
	}
	return m
}

// hmacWith makes a verifier of webhook.HMAC.
func hmacWith(in webhook.HMACInput) verifier {
	return func(x *rt.Exec, r *rt.WebhookRequest) error { return webhook.HMAC(x.Context(), r, in) }
}

// receiver is a server with one Webhook at a fixed time.
type receiver struct {
	mux *http.ServeMux
}

func newReceiver(t testing.TB, at time.Time, v verifier) *receiver {
	t.Helper()
	return newReceiverIn(t, "preview", io.Discard, at, v)
}

// newReceiverIn is newReceiver in an environment, with a log.
func newReceiverIn(t testing.TB, environment string, log io.Writer, at time.Time, v verifier) *receiver {
	t.Helper()
	env := map[string]string{"STORAGE_URL": "memory:", "FLOWC_ENV": environment}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(log),
		rt.WithClock(func() time.Time { return at }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	mux := http.NewServeMux()
	for _, path := range []string{"/a", "/b", "/of/{shop}"} {
		in := rt.NewWebhook[struct{}](app.Setup(), rt.WebhookEntry{
			Workflow: "hook", Node: "in", ID: "k3v7q2m7x4t6w3z6r5y2n2b7cd", Path: path, Method: "POST", Verify: v,
		})
		in.Register(mux, func(x *rt.Exec) error { return x.Empty(http.StatusNoContent) })
	}
	return &receiver{mux: mux}
}

const accepted = "accepted"

// send returns accepted, the reason of a 401, or the status.
func (r *receiver) send(t testing.TB, path string, m message) string {
	t.Helper()
	w := r.answer(path, m)
	switch w.Code {
	case http.StatusNoContent:
		return accepted
	case http.StatusUnauthorized:
		var p struct {
			Reason string `json:"reason"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		return p.Reason
	}
	return strconv.Itoa(w.Code)
}

func (r *receiver) answer(path string, m message) *httptest.ResponseRecorder {
	req := httptest.NewRequest("POST", "/webhooks/k3v7q2m7x4t6w3z6r5y2n2b7cd"+path, strings.NewReader(m.body))
	req.Header = m.header.Clone()
	w := httptest.NewRecorder()
	r.mux.ServeHTTP(w, req)
	return w
}

// mac is what the services sign with.
func mac(key, text string) []byte {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(text))
	return m.Sum(nil)
}

func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}
