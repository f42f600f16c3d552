package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestErrorsAreInOurWords wants no text of the protocol's library in an answer: it names Go types, and quotes what was sent.
func TestErrorsAreInOurWords(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := "Bearer " + s.token(t, "a", "a:run")
	for name, c := range map[string]struct{ message, want string }{
		"another type of parameters": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["canary"]}}`, ""},
		"no parameters":              {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, ""},
		"a text for parameters":      {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"canary"}`, ""},
		"a bad cursor":               {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"canary"}}`, ""},
		"an unknown tool":            {call("canary", "{}"), "unknown tool"},
		"an unknown method":          {`{"jsonrpc":"2.0","id":1,"method":"canary/list"}`, ""},
		"another version":            {`{"jsonrpc":"1.0","id":1,"method":"canary"}`, ""},
		"no version":                 {`{"id":1,"method":"ping","canary":1}`, ""},
		"an id of another type":      {`{"jsonrpc":"2.0","id":{"canary":1},"method":"ping"}`, ""},
		"no method":                  {`{"jsonrpc":"2.0","id":1,"canary":true}`, ""},
		"no object":                  {`"canary"`, ""},
		"a number for a version":     {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5,"canary":1}}`, `"code":-32600`},
		"a list for initialize":      {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":["canary"]}`, `"code":-32600`},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.post(t, c.message, "Authorization", token)
			for _, word := range []string{"canary", "unmarshal", "mcp.", "jsonrpc.", "json:", "params\"", "Bad Request:", "malformed payload"} {
				if strings.Contains(a.text, word) {
					t.Errorf("answered %d: %s, which says %q", a.status, a.text, word)
				}
			}
			if !strings.Contains(a.text, c.want) || a.body["result"] != nil {
				t.Errorf("answered %d: %s, want an error with %q", a.status, a.text, c.want)
			}
			if strings.Contains(a.text, `"code":0`) {
				t.Errorf("answered %d: %s, with a code that JSON-RPC has no meaning for", a.status, a.text)
			}
		})
	}
}

// The list of tools is one token's: what lies between may not give it to another.
func TestListsAreNotCachedForOthers(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, version := range []string{"", "2025-06-18"} {
		a := s.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Authorization", "Bearer "+s.token(t, "a"+version, "a:run"), "Mcp-Protocol-Version", version)
		if a.status != http.StatusOK || !strings.Contains(a.text, `"cacheScope":"private"`) {
			t.Errorf("answered %d: %s", a.status, a.text)
		}
		if cached := a.header.Get("Cache-Control"); !strings.Contains(cached, "no-store") && !strings.Contains(cached, "no-cache") {
			t.Errorf("Cache-Control is %q", cached)
		}
	}
}

// faulty is an observer that fails where no execution catches it.
type faulty struct{}

func (faulty) Begin(context.Context, rt.Execution) context.Context { panic("a bug of canary.internal") }
func (faulty) Enter(ctx context.Context, _ string) context.Context { return ctx }
func (faulty) Leave(context.Context, string, string)               {}
func (faulty) End(context.Context, int, string)                    {}
func (faulty) Send(context.Context, http.Header)                   {}
func (faulty) Rerun(context.Context, string)                       {}

// A panic in a goroutine of the protocol's library would end the process.
func TestPanicsOutsideOfExecutions(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.app.Observe(faulty{})
	token := "Bearer " + s.token(t, "a", "a:run")
	for range 2 {
		a := s.post(t, call("shout", "{}"), "Authorization", token)
		if !strings.Contains(a.text, `"code":-32603`) || !strings.Contains(a.text, "internal error") || strings.Contains(a.text, "canary") {
			t.Errorf("answered %d: %s", a.status, a.text)
		}
	}
	if !strings.Contains(s.log.String(), "panic: a bug of canary.internal") {
		t.Errorf("the log does not show the panic: %s", s.log)
	}
}
