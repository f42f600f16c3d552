package system_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// applicable are the scenarios of the public conformance runner about what the tools of workflows do.
var applicable = []string{
	"dns-rebinding-protection", "ping", "server-initialize", "tools-call-error", "tools-call-simple-text", "tools-list",
}

// Why scenarios do not apply.
const (
	toolsOnly = "the endpoint says that it has tools alone"
	stateless = "the endpoint is stateless: it begins no request of its own, and sends nothing but the answer"
	otherKind = "what a Response answers with is JSON or text"
)

// inapplicable are all others.
var inapplicable = map[string]string{
	"completion-complete":           toolsOnly,
	"logging-set-level":             toolsOnly,
	"prompts-get-embedded-resource": toolsOnly,
	"prompts-get-simple":            toolsOnly,
	"prompts-get-with-args":         toolsOnly,
	"prompts-get-with-image":        toolsOnly,
	"prompts-list":                  toolsOnly,
	"resources-list":                toolsOnly,
	"resources-read-binary":         toolsOnly,
	"resources-read-text":           toolsOnly,
	"resources-subscribe":           toolsOnly,
	"resources-templates-read":      toolsOnly,
	"resources-unsubscribe":         toolsOnly,
	"elicitation-sep1034-defaults":  stateless,
	"elicitation-sep1330-enums":     stateless,
	"server-sse-multiple-streams":   stateless,
	"server-sse-polling":            stateless,
	"tools-call-elicitation":        stateless,
	"tools-call-sampling":           stateless,
	"tools-call-with-logging":       stateless,
	"tools-call-with-progress":      stateless,
	"tools-call-audio":              otherKind,
	"tools-call-embedded-resource":  otherKind,
	"tools-call-image":              otherKind,
	"tools-call-mixed-content":      otherKind,
	"json-schema-2020-12":           "schemas are made from the fields of tools: none is written by hand, to be kept as it is",
}

// TestMCPConformance runs those that apply. The runner sends no token: a proxy adds it.
func TestMCPConformance(t *testing.T) {
	t.Parallel()
	modules := harness.NodeModules(t, "mcp", "@modelcontextprotocol/conformance")
	n := startNotebook(t)
	target, err := url.Parse(n.url)
	if err != nil {
		t.Fatal(err)
	}
	token := n.token(t, "conformance", "conformance:run")
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+token)
	}})
	defer proxy.Close()
	if all := slices.Sorted(slices.Values(slices.Concat(applicable, slices.Collect(maps.Keys(inapplicable))))); !slices.Equal(all, listed(t, modules)) {
		t.Errorf("the runner has the scenarios %v, and here are %v", listed(t, modules), all)
	}
	for _, scenario := range applicable {
		t.Run(scenario, func(t *testing.T) {
			out, err := runner(t, modules, "server", "--url", proxy.URL+"/mcp", "--scenario", scenario)
			if err != nil || !strings.Contains(string(out), "0 failed") || strings.Contains(string(out), "Passed: 0/") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	if response, err := http.Get(n.url + "/mcp"); err != nil || response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("the project has ended: %v", err)
	} else {
		response.Body.Close()
	}
}

// runner runs the conformance runner.
func runner(t *testing.T, modules string, args ...string) ([]byte, error) {
	t.Helper()
	program := filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	return exec.CommandContext(t.Context(), "node", append([]string{"--import", "./mcp/older.mjs", program}, args...)...).CombinedOutput()
}

// listed are the runner's scenarios for servers, sorted.
func listed(t *testing.T, modules string) []string {
	t.Helper()
	out, err := runner(t, modules, "list", "--server")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			name, _, _ = strings.Cut(name, " ")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
