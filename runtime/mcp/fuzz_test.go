package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// FuzzMessages sends whatever to the endpoint: it must answer in JSON, and never fail itself.
func FuzzMessages(f *testing.F) {
	for _, message := range []string{
		ping, call("say", `{"words":"x"}`), call("say", `{"words":1,"times":[]}`), call("panic", "null"), "[" + ping + "]", `{"a":1,"a":2}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`,
	} {
		f.Add(message)
	}
	app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite::memory:", "PUBLIC_URL": "http://127.0.0.1"}), rt.WithLogWriter(io.Discard))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = app.Close() })
	setup, mux := app.Setup(), http.NewServeMux()
	register(setup, mux)
	token, err := mcptoken.Open(setup).Create(f.Context(), "a", []string{"a:run", "b:run"}, time.Hour)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, message string) {
		if strings.Contains(message, "wait") {
			return // as it is told to
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		request := httptest.NewRequestWithContext(ctx, "POST", "/mcp", strings.NewReader(message))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		request.Header.Set("Authorization", "Bearer "+token)
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, request)
		if ctx.Err() != nil {
			t.Fatalf("%q is not answered", message)
		}
		if answer.Code >= 500 || answer.Body.Len() > 0 && !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%q is answered %d: %s", message, answer.Code, answer.Body)
		}
	})
}
