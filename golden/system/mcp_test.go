package system_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// conformance has the tools that the public conformance runner calls, of those that a workflow can be.
const conformance = `{
  "version": 1,
  "id": "c1o2n3f4o5r6m7a2n3c4e5m6c7p",
  "name": "conformance",
  "nodes": [
    {"id": "text", "type": "mcpTool", "data": {"mcpName": "test_simple_text", "mcpDescription": "Answers with text."}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": "This is a simple text response for testing."}},
    {"id": "error", "type": "mcpTool", "data": {"mcpName": "test_error_handling", "mcpDescription": "Fails."}},
    {"id": "no", "type": "response", "data": {"responseStatus": 500, "responseBody": "This tool intentionally returns an error for testing"}}
  ],
  "edges": [{"source": "text", "target": "ok"}, {"source": "error", "target": "no"}]
}`

// notebook is golden/apps/assistant as a process, with the tools of conformance too, and flowc's own command beside it.
type notebook struct {
	*process
	flowc string
}

func startNotebook(t *testing.T, environment ...string) *notebook {
	t.Helper()
	files := workflows(t, "assistant")
	files["conformance.flow.json"] = []byte(conformance)
	program := buildChanged(t, "assistant", files)
	environment = append(environment, "JWT_SECRET="+strings.Repeat("s", 64), "LOG_LEVEL=debug")
	return &notebook{start(t, program, environment...), build(t, "./cmd/flowc", nil)}
}

// token makes a token by the command, in the running project's folder.
func (n *notebook) token(t *testing.T, name string, scopes ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), n.flowc, "mcp", "token", "create", "--expires", "1h", "--name", name, "--scope", strings.Join(scopes, ","), n.dir)
	cmd.Env = []string{"HOME=" + n.dir}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("flowc mcp token create: %v", err)
	}
	return strings.TrimSpace(string(out))
}

func (n *notebook) revoke(t *testing.T, name string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), n.flowc, "mcp", "token", "revoke", name, n.dir)
	cmd.Env = []string{"HOME=" + n.dir}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("flowc mcp token revoke: %v\n%s", err, out)
	}
}

// toolResult is a result as clients print it.
type toolResult struct {
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	Structured map[string]any `json:"structuredContent"`
	IsError    bool           `json:"isError"`
	Error      string         `json:"error"` // of the protocol
}

func (r *toolResult) text() string {
	var all strings.Builder
	for _, c := range r.Content {
		all.WriteString(c.Text)
	}
	return all.String()
}

// told is what client.mjs prints.
type told struct {
	Error   string         `json:"error"`
	Code    int            `json:"code"` // the status that a request was refused with
	Tools   []toolListed   `json:"tools"`
	Results []toolResult   `json:"results"`
	Server  map[string]any `json:"server"`
}

type toolListed struct {
	Name   string         `json:"name"`
	Input  map[string]any `json:"inputSchema"`
	Output map[string]any `json:"outputSchema"`
}

func namesOf(tools []toolListed) []string {
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

// TestMCPClient lets npm's client of the official SDK list and call tools of a running project, with tokens of the
// command: it must see what its scopes open, and nothing else, until its token is revoked.
func TestMCPClient(t *testing.T) {
	t.Parallel()
	modules := harness.NodeModules(t, "mcp", "@modelcontextprotocol/sdk")
	n := startNotebook(t)
	reader, writer := n.token(t, "reader", "notes:run"), n.token(t, "writer", "notes:run", "notes:write")

	got := n.client(t, modules, writer, `[{"name": "add_note", "arguments": {"text": "the printer is on fire"}},
		{"name": "find_notes", "arguments": {"words": "printer"}}, {"name": "read_note", "arguments": {"id": 1}}, {"name": "read_note", "arguments": {"id": 2}},
		{"name": "read_note", "arguments": {"id": "one"}}, {"name": "nosuch", "arguments": {}}]`)
	if names := namesOf(got.Tools); got.Error != "" || !slices.Equal(names, []string{"add_note", "find_notes", "read_note"}) || len(got.Results) != 6 {
		t.Fatalf("the writer is told %+v", got)
	}
	if r := got.Results[0]; r.IsError || r.Structured["author"] != "writer" {
		t.Errorf("add_note: %+v", r)
	}
	if r := got.Results[1]; r.IsError || r.Structured["count"] != float64(1) || !strings.Contains(r.text(), "the printer is on fire") {
		t.Errorf("find_notes: %+v", r)
	}
	if r := got.Results[2]; r.IsError || r.Structured["text"] != "the printer is on fire" {
		t.Errorf("read_note: %+v", r)
	}
	if r := got.Results[3]; !r.IsError || r.text() != `{"error":"no such note"}` {
		t.Errorf("read_note of what is not there: %+v", r)
	}
	if r := got.Results[4]; !r.IsError || !strings.Contains(r.text(), `"errors":{"id":`) {
		t.Errorf("read_note with a wrong argument: %+v", r)
	}
	if r := got.Results[5]; !strings.Contains(r.Error, "unknown tool") {
		t.Errorf("a tool that does not exist: %+v", r)
	}
	if got.Server["tools"] == nil || got.Server["logging"] != nil || got.Server["resources"] != nil {
		t.Errorf("the server says that it can do %v", got.Server)
	}

	got = n.client(t, modules, reader, `[{"name": "add_note", "arguments": {"text": "x"}}, {"name": "find_notes", "arguments": {"words": "printer"}}]`)
	if names := namesOf(got.Tools); !slices.Equal(names, []string{"find_notes", "read_note"}) {
		t.Errorf("the reader sees %v", names)
	}
	if !strings.Contains(got.Results[0].Error, "403") && !strings.Contains(got.Results[0].Error, "scope") || got.Results[1].IsError {
		t.Errorf("the reader's results are %+v", got.Results)
	}

	n.revoke(t, "reader")
	if got = n.client(t, modules, reader, `[]`); got.Error == "" {
		t.Errorf("after the token was revoked: %+v", got)
	}
	n.holdsNo(t, reader, writer)
}

func (n *notebook) client(t *testing.T, modules, token, calls string) told {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join("mcp", "client.mjs"), modules, n.url+"/mcp", calls)
	cmd.Env = append(os.Environ(), "MCP_TOKEN="+token)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("client.mjs: %v\n%s", err, out)
	}
	var got told
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("client.mjs printed %s: %v", out, err)
	}
	return got
}

// holdsNo ends the project and looks for tokens in its log.
func (n *notebook) holdsNo(t *testing.T, tokens ...string) {
	t.Helper()
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	executions := 0
	for r := range n.records {
		if r.Message == "execution" {
			executions++
		}
		for _, token := range tokens {
			if strings.Contains(r.Line, token) {
				t.Errorf("the log holds a token: %s", strings.ReplaceAll(r.Line, token, "TOKEN"))
			}
		}
	}
	if executions == 0 {
		t.Error("the log has no execution: it is no proof")
	}
}

// TestMCPInspector does the same by the command line of npm's inspector.
func TestMCPInspector(t *testing.T) {
	t.Parallel()
	modules := harness.NodeModules(t, "mcp", "@modelcontextprotocol/inspector")
	n := startNotebook(t)
	token := n.token(t, "inspector", "notes:run", "notes:write")
	var list struct {
		Tools []toolListed `json:"tools"`
	}
	n.inspect(t, modules, token, &list, "--method", "tools/list")
	if names := namesOf(list.Tools); !slices.Equal(names, []string{"add_note", "find_notes", "read_note"}) {
		t.Errorf("the inspector sees %v", names)
	}
	for _, tool := range list.Tools {
		if tool.Input["type"] != "object" || tool.Output["type"] != "object" {
			t.Errorf("%s has the schemas %v and %v", tool.Name, tool.Input, tool.Output)
		}
	}
	var r toolResult
	n.inspect(t, modules, token, &r, "--method", "tools/call", "--tool-name", "add_note", "--tool-arg", "text=from the inspector")
	if r.IsError || r.Structured["author"] != "inspector" {
		t.Errorf("add_note: %+v", r)
	}
}

func (n *notebook) inspect(t *testing.T, modules, token string, to any, args ...string) {
	t.Helper()
	program := filepath.Join(modules, ".bin", "mcp-inspector")
	cmd := exec.CommandContext(t.Context(), "node", append([]string{
		program, "--cli", n.url + "/mcp", "--transport", "http", "--header", "Authorization: Bearer " + token,
	}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	start := strings.Index(string(out), "{")
	if err != nil || start < 0 {
		t.Fatalf("the inspector: %v\n%s", err, strings.ReplaceAll(string(out), token, "TOKEN"))
	}
	if err := json.NewDecoder(strings.NewReader(string(out[start:]))).Decode(to); err != nil {
		t.Fatalf("the inspector printed %s: %v", out, err)
	}
}
