package mcp_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/mcp"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// everything has a field of each type that the compiler writes, with the rules that JSON Schema can say.
type everything struct {
	Text   string            `json:"text" validate:"required,min=2,max=5"`
	Mail   string            `json:"mail" validate:"email"`
	Kind   string            `json:"kind" validate:"oneof=a b"`
	Maybe  *string           `json:"maybe" validate:"omitempty,oneof=a b"`
	Count  int64             `json:"count" validate:"gte=1,lt=10"`
	Share  float64           `json:"share" validate:"gt=0,lte=1"`
	On     bool              `json:"on"`
	Raw    []byte            `json:"raw"`
	At     time.Time         `json:"at"`
	Wait   time.Duration     `json:"wait"`
	Any    rt.Value          `json:"any"`
	Some   rt.Value          `json:"some,omitzero"`
	List   []string          `json:"list" validate:"min=1,dive,max=3"`
	Map    map[string]int64  `json:"map"`
	Object part              `json:"object"`
	Parts  []part            `json:"parts"`
	Index  map[string]part   `json:"index"`
	Secret string            `json:"secret" flowc:"password"`
	Sub    string            `caller:"sub"`
	Labels map[string]string `json:"labels" description:"Whatever you like."`
}

type part struct {
	ID   int64 `json:"id"`
	More *part `json:"more"`
}

// A tool's schema is one, and says what its arguments must be.
func TestInputSchema(t *testing.T) {
	t.Parallel()
	schema := schemaOf[everything](t)
	good := map[string]string{
		"text": `"abc"`, "mail": `"a@b.c"`, "kind": `"a"`, "count": `1`, "share": `0.5`, "on": `true`, "raw": `"eA=="`, "at": `"2030-01-31T12:00:00Z"`,
		"wait": `"15m"`, "any": `null`, "list": `["x"]`, "map": `{"a":1}`, "object": `{"id":1}`, "parts": `[{"id":1,"more":null}]`, "index": `{"a":{"id":1}}`,
		"secret": `"s"`, "labels": `{}`,
	}
	for _, c := range []struct {
		name, value string
		valid       bool
	}{
		{"text", `"a"`, false}, {"text", `"ab"`, true}, {"text", `"abcdef"`, false}, {"text", `1`, false}, {"text", "", false},
		{"kind", `"c"`, false}, {"maybe", `null`, true}, {"maybe", `"b"`, true}, {"maybe", `"c"`, false},
		{"count", `0`, false}, {"count", `10`, false}, {"count", `1.5`, false}, {"share", `0`, false}, {"share", `1`, true}, {"on", `"true"`, false},
		{"list", `[]`, false}, {"list", `[1]`, false}, {"map", `{"a":"b"}`, false}, {"object", `{}`, false}, {"object", `{"id":1,"more":{"id":"deep"}}`, true},
		{"any", `[1,"x"]`, true}, {"any", "", false}, {"some", `1`, true}, {"sub", `"me"`, true}, {"unknown", `1`, true},
	} {
		document := maps.Clone(good)
		if document[c.name] = c.value; c.value == "" {
			delete(document, c.name)
		}
		if err := schema.Validate(valueOf(t, document)); (err == nil) != c.valid {
			t.Errorf("with %s %s: %v, want valid: %v", c.name, c.value, err, c.valid)
		}
	}
}

// valueOf is an object whose members are written as JSON.
func valueOf(t *testing.T, members map[string]string) any {
	t.Helper()
	var parts []string
	for name, value := range members {
		parts = append(parts, `"`+name+`":`+value)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader("{" + strings.Join(parts, ",") + "}"))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// schemaOf compiles the input schema that a tool with arguments of type In declares.
func schemaOf[In any](t *testing.T) *jsonschema.Schema {
	t.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:tokens.db", "PUBLIC_URL": "http://127.0.0.1"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(&buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	setup, mux := app.Setup(), http.NewServeMux()
	tool := mcp.NewTool[In](setup, mcp.Entry{Workflow: "w", Node: "n", Name: "tool", Scope: "a:run"})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	tool.Register(mux, nil)
	listener := httptest.NewServer(mux)
	t.Cleanup(listener.Close)
	s := &service{url: listener.URL, tokens: mcptoken.Open(setup)}
	list, err := s.mustConnect(t, s.token(t, "a", "a:run")).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(jsonOf(t, list.Tools[0].InputSchema)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("tool.json", document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("tool.json")
}
