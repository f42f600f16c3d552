// Package grow_test walks the walks of gen/README.md: a patch adds a node type, rules about paths and about values, a webhook
// sender, a word and a command to a copy of the tree, in exactly the files that the walks name, and the copy is built, tested and run.
package grow_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// ticket is a workflow with a node of the new type, and ticketTest what calls it in the project hello.
const ticket = `{
  "version": 1,
  "id": "t5kidq2mqmtwo66atliutztdph",
  "name": "ticket",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/ticket"}},
    {"id": "made", "type": "uuid"},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"ticket": "{{made.id}}"}}}
  ],
  "edges": [
    {"source": "in", "target": "made"},
    {"source": "made", "target": "ok"}
  ]
}
`

// hook is a workflow whose Webhook verifies the new sender.
const hook = `{
  "version": 1,
  "id": "h5ookq2mqmtwo66atliutztdph",
  "name": "hook",
  "nodes": [
    {"id": "in", "type": "webhook", "data": {"webhookMethod": "POST"}},
    {"id": "check", "type": "code", "data": {"codeFunction": "webhook.Linear", "codeInput": {"secret": "{{env.LINEAR_SECRET}}"}}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 202}},
    {"id": "no", "type": "response", "data": {"responseStatus": 401}},
    {"id": "again", "type": "response", "data": {"responseStatus": 204}}
  ],
  "edges": [
    {"source": "in", "target": "check"},
    {"source": "check", "target": "ok"},
    {"source": "check", "sourceHandle": "invalid", "target": "no"},
    {"source": "check", "sourceHandle": "replayed", "target": "again"}
  ]
}
`

// counted limits callers by a header that the new word names.
const counted = `{
  "version": 1,
  "id": "c5ntdq2mqmtwo66atliutztdph",
  "name": "counted",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/counted"}},
    {"id": "limit", "type": "rateLimit", "data": {"limitKey": "counted:{{or(request.headers['x-cluster-client-ip'], '')}}", "limitRate": "5/1m"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 204}},
    {"id": "no", "type": "response", "data": {"responseStatus": 429}}
  ],
  "edges": [
    {"source": "in", "target": "limit"},
    {"source": "limit", "sourceHandle": "allowed", "target": "ok"},
    {"source": "limit", "sourceHandle": "limited", "target": "no"}
  ]
}
`

const ticketTest = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/hello/flows"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

func TestTicket(t *testing.T) {
	answer, err := http.Get(start(t) + "/ticket")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !regexp.MustCompile("^{\"ticket\":\"[0-9a-f-]{36}\"}\n?$").Match(body) {
		t.Errorf("%s, %v", body, err)
	}
}

const secret = "a secret of more than thirty-two bytes"

func start(t *testing.T) string {
	return flowtest.Start(t, flows.New, map[string]string{"LINEAR_SECRET": secret, "STORAGE_URL": "memory:"}).URL
}

func TestHook(t *testing.T) {
	const body = "{\"webhookTimestamp\":1}"
	url := start(t) + "/webhooks/h5ookq2mqmtwo66atliutztdph"
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	for signature, status := range map[string]int{fmt.Sprintf("%x", mac.Sum(nil)): 202, "00": 401} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Linear-Signature", signature)
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != status {
			t.Errorf("%s is answered %d, want %d", signature, answer.StatusCode, status)
		}
	}
}
`

func TestWalks(t *testing.T) {
	c := copyTree(t)
	c.run("", "git", "apply", "--unidiff-zero", filepath.Join(c.root, "golden", "grow", "grow.patch"))
	c.run("", "git", "add", "--all")
	c.build("golden", "test", "-c", "./golden")

	// A node type: its case is generated, its documentation is made from it, its handler answers.
	c.run("golden", "./golden.test", "-test.run", "TestGo/nodes/uuid_make", "-update")
	c.contains(c.read("golden/nodes/uuid_make.txtar"), "made := rt.MakeUUID(x)")
	// Rules about paths and about values: their cases tell what lint says.
	c.run("golden", "./golden.test", "-test.run", "TestLint/FC59[89]", "-update")
	c.contains(c.read("golden/lint/FC598.txtar"), "the random value is answered and stored nowhere")
	// New files stand in the lists of their packages, and no figure rises.
	c.run("", "go", "run", "./golden/house", "-update")
	c.contains(c.read("runtime/webhook/doc.go"), "linear.go")
	// The references are made from the code.
	c.build("golden", "test", "-c", "./golden") // again: cases are embedded
	c.run("golden", "./golden.test", "-test.run", "TestReferences", "-update")
	c.contains(c.read("templates/README.md"), "Makes a random identifier")
	c.contains(c.read("gen/lint/README.md"), "the answer says 200 and has no body")

	c.build(".", "build", "./cmd/flowc") // with the cases as they are now
	c.contains(c.run("", "./flowc", "explain", "FC599"), "the answer says 200 and has no body")
	c.write("golden/apps/hello/flows/ticket.flow.json", ticket)
	c.write("golden/apps/hello/flows/hook.flow.json", hook)
	c.write("golden/apps/hello/ticket_test.go", ticketTest)
	c.run("", "./flowc", "generate", "./golden/apps/hello")
	c.run("", "go", "vet", "./golden/apps/hello/...")
	c.build("golden/apps/hello", "test", "-c", "./golden/apps/hello")
	c.run("golden/apps/hello", "./hello.test", "-test.run", "TestTicket|TestHook")
	// A word: rules that read its list know it.
	c.write("counted/counted.flow.json", counted)
	c.contains(c.run("", "./flowc", "lint", "./counted"), "[FC420")
	// The canvas has it in its palette, with its form and its documentation.
	c.build("cmd/flowc/studio", "test", "-c", "./cmd/flowc/studio")
	drawn := c.run("cmd/flowc/studio", "./studio.test", "-test.run", "TestEveryNodeTypeIsDrawn", "-test.v")
	if !strings.Contains(drawn, "--- SKIP: TestEveryNodeTypeIsDrawn") { // for want of a Chromium, where that is no failure
		c.contains(drawn, "--- PASS: TestEveryNodeTypeIsDrawn/uuid")
	}
	// A command.
	c.contains(c.run("", "./flowc", "tally", "./golden/apps/hello"), "uuid 1\n")
}

// TestWalksNameTheirFiles holds the walks of gen/README.md to the patch: they name what it touches, and nothing else.
func TestWalksNameTheirFiles(t *testing.T) {
	patch, err := os.ReadFile("grow.patch")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../gen/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, walks, found := strings.Cut(string(readme), "\n## Walks\n")
	if !found {
		t.Fatal("gen/README.md has no section Walks")
	}
	named := paths(regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)`"), walks)
	touched := paths(regexp.MustCompile(`(?m)^diff --git a/(\S+) `), string(patch))
	if !slices.Equal(named, touched) {
		t.Errorf("gen/README.md names\n%s\nand the patch touches\n%s", strings.Join(named, "\n"), strings.Join(touched, "\n"))
	}
}

func paths(pattern *regexp.Regexp, text string) []string {
	var list []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// tree is a copy of what is committed or about to be, outside of the repository.
type tree struct {
	*testing.T
	root  string // of the original
	dir   string
	built int // so many programs so far
}

func copyTree(t *testing.T) *tree {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	c := &tree{T: t, root: root, dir: harness.Folder(t)}
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		c.write(name, string(data))
	}
	c.run("", "git", "init", "--quiet")
	return c
}

func (c *tree) write(name, text string) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		c.Fatal(err)
	}
}

func (c *tree) read(name string) string {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

// build builds a package of the copy into a folder of it, by go build or by go test -c.
func (c *tree) build(folder, command string, args ...string) {
	c.Helper()
	c.built++
	// What is compiled without its path is compiled once for all copies.
	args = append([]string{"-trimpath", "-ldflags=-w"}, args...)
	harness.Build(c, fmt.Sprint("grow ", c.built), filepath.Join(c.dir, folder), c.dir, command, args...)
}

// run runs a command in a folder of the copy and returns what it prints.
func (c *tree) run(folder, name string, args ...string) string {
	c.Helper()
	cmd := exec.CommandContext(c.Context(), name, args...)
	cmd.Dir = filepath.Join(c.dir, folder)
	// What is compiled without its path is compiled once for all copies.
	cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return string(out)
}

func (c *tree) contains(text, part string) {
	c.Helper()
	if !strings.Contains(text, part) {
		c.Errorf("want %q in\n%s", part, text)
	}
}
