package mcp_test

import (
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/mcp"
)

// texts joins the text contents of a result.
func texts(t *testing.T, r *sdk.CallToolResult) string {
	t.Helper()
	var all strings.Builder
	for _, content := range r.Content {
		text, ok := content.(*sdk.TextContent)
		if !ok {
			t.Fatalf("content is %T, want text", content)
		}
		all.WriteString(text.Text)
	}
	return all.String()
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What each kind of answer becomes: text always, structured content where it is an object and no error.
func TestResults(t *testing.T) {
	t.Parallel()
	s := serve(t)
	session := s.mustConnect(t, s.token(t, "claude", "a:run", "b:run"))
	for _, c := range []struct {
		tool       string
		arguments  map[string]any
		failed     bool
		text       string // a part of it
		structured string
	}{
		{"say", map[string]any{"words": "hello"}, false, `{"by":"claude","words":"hello"}`, `{"by":"claude","words":"hello"}`},
		{"shout", nil, false, "HEY", "null"},
		{"list", nil, false, "[9007199254740993]", "null"},
		{"nothing", nil, false, "", "null"},
		{"refuse", nil, true, `{"error":"taken"}`, "null"},
		{"fail", nil, true, `"status":500`, "null"},
		{"panic", nil, true, `"status":500`, "null"},
		{"exit", nil, true, `"status":500`, "null"},
		{"say", nil, true, `"errors":{"words":"is required"}`, "null"},
		{"say", map[string]any{"words": 1, "times": "x"}, true, `"errors":{"times":"must be an int","words":"must be a string"}`, "null"},
		{"say", map[string]any{"words": strings.Repeat("x", 21)}, true, `"errors":{"words":"must have at most 20 characters"}`, "null"},
	} {
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: c.tool, Arguments: c.arguments})
		if err != nil {
			t.Errorf("%s: %v", c.tool, err)
			continue
		}
		if r.IsError != c.failed || !strings.Contains(texts(t, r), c.text) || jsonOf(t, r.StructuredContent) != c.structured {
			t.Errorf("%s(%v): error %v, text %q, structured %s; want %v, %q, %s",
				c.tool, c.arguments, r.IsError, texts(t, r), jsonOf(t, r.StructuredContent), c.failed, c.text, c.structured)
		}
		if strings.Contains(texts(t, r), "fail.internal") || strings.Contains(texts(t, r), "luck") {
			t.Errorf("%s tells the caller: %s", c.tool, texts(t, r))
		}
	}
}

func TestExecutionsAreLogged(t *testing.T) {
	t.Parallel()
	s := serve(t)
	session := s.mustConnect(t, s.token(t, "claude", "a:run", "b:run"))
	for _, tool := range []string{"say", "fail"} {
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: map[string]any{"words": "x"}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		`"msg":"execution","workflow":"words","entry":"say","path":"/mcp"`, `"method":"POST","status":200`, `"nodes":"say ok"`,
		`"msg":"execution","workflow":"more","entry":"fail","path":"/mcp"`, `"status":500`, `"error":"the database of fail.internal is gone"`,
	} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("the log has no %s:\n%s", want, s.log.String())
		}
	}
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	s := serve(t)
	list, err := s.mustConnect(t, s.token(t, "claude", "a:run")).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var say *sdk.Tool
	for _, tool := range list.Tools {
		if tool.Name == "say" {
			say = tool
		}
	}
	const in = `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"times":{"type":["integer","null"]},"words":{"description":"What to say.","maxLength":20,"minLength":1,"type":"string"}},"required":["words"],"type":"object"}`
	const out = `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"by":{"type":"string"},"words":{"type":"string"}},"required":["by","words"],"type":"object"}`
	if got := jsonOf(t, say.InputSchema); got != in {
		t.Errorf("the input schema is\n%s, want\n%s", got, in)
	}
	if got := jsonOf(t, say.OutputSchema); got != out {
		t.Errorf("the output schema is\n%s, want\n%s", got, out)
	}
	if say.Description != "Says something." {
		t.Errorf("the description is %q", say.Description)
	}
}

// A caller who leaves ends the execution, as at an API Endpoint.
func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := s.token(t, "claude", "b:run")
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/mcp", strings.NewReader(call("wait", "{}")))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("Authorization", "Bearer "+token)
	client := &http.Client{Timeout: 200 * time.Millisecond}
	if _, err := client.Do(request); err == nil {
		t.Fatal("the tool answers, and never should")
	}
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(s.log.String(), `"status":499`); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("the execution goes on:\n%s", s.log.String())
		}
	}
}

// Packages of workflows share one endpoint, where a name means one tool.
func TestPackagesShareTheEndpoint(t *testing.T) {
	t.Parallel()
	app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite::memory:", "PUBLIC_URL": "http://127.0.0.1"}), rt.WithLogWriter(&buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	mux := http.NewServeMux()
	one, two := app.Setup(), app.Setup()
	add(one, mux, "first", "a:run", nil)
	add(two, mux, "second", "a:run", nil) // a second route would panic
	if err := errOf(one, two); err != nil {
		t.Fatal(err)
	}
	mcp.NewTool[struct{}](two, mcp.Entry{Workflow: "w", Node: "n", Name: "first"})
	if err := two.Err(); err == nil || !strings.Contains(err.Error(), `two MCP tools of the name "first"`) {
		t.Errorf("a second tool of one name: %v", err)
	}
}

func errOf(setups ...*rt.Setup) error {
	for _, s := range setups {
		if err := s.Err(); err != nil {
			return err
		}
	}
	return nil
}
