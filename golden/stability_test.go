package golden_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestRenamedNode wants that another name of a node changes the lines that have the name, and no other ones.
func TestRenamedNode(t *testing.T) {
	files, before := app(t, "apps/auth/flows")
	files["login.flow.json"] = replaced(files["login.flow.json"],
		`"id": "user"`, `"id": "account"`, `"source": "user"`, `"source": "account"`, `"target": "user"`, `"target": "account"`, "{{user.", "{{account.")
	after, _ := compile(t, files)
	for name, text := range before {
		if name == "login.flow.go" {
			text = replaced(text, "loginUser", "loginAccount", " users ", " users ", "user", "account")
		}
		if diff := cmp.Diff(aligned(text), aligned(after[name])); diff != "" {
			t.Errorf("%s (-wanted +generated):\n%s", name, diff)
		}
	}
}

// TestAddedWorkflow wants that a workflow adds a file and lines of its own, so that branches that add workflows merge.
func TestAddedWorkflow(t *testing.T) {
	files, before := app(t, "apps/auth/flows")
	files["ping.flow.json"] = []byte(`{
		"version": 1, "id": "p5i2n7g4u6b3x7k2m5q4w6e3r7", "name": "ping",
		"nodes": [
			{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/ping"}},
			{"id": "ok", "type": "response", "data": {"responseStatus": 204}}
		],
		"edges": [{"source": "in", "target": "ok"}]
	}`)
	after, _ := compile(t, files)
	if len(after) != len(before)+1 || after["ping.flow.go"] == nil {
		t.Errorf("a workflow more makes %v of %v", after.names(), before.names())
	}
	after["flows.flow.go"] = without(after["flows.flow.go"], "ping.register(mux)", "newPing(s)", "*pingFlow")
	for name := range before {
		if diff := cmp.Diff(aligned(before[name]), aligned(after[name])); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
	}
}

// without leaves out the one line that each of the parts is in.
func without(text []byte, parts ...string) []byte {
	for _, part := range parts {
		at := bytes.Index(text, []byte(part))
		start, end := bytes.LastIndexByte(text[:at], '\n'), bytes.IndexByte(text[at:], '\n')
		text = slices.Concat(text[:start], text[at+end:])
	}
	return text
}

// TestAddedNode puts a node into each wire of the apps that can take one, and wants no line of another node to change:
// above all no local to be called something else. Without FLOWC_TEST_LONG=1 it does so in every fourth wire.
func TestAddedNode(t *testing.T) {
	seen, tried, every, wanted := 0, 0, 4, 100
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		every, wanted = 1, 390
	}
	for _, c := range folders(t, "apps") {
		before, _ := compile(t, c.files)
		for _, name := range c.documents().names() {
			text := c.files[name]
			for i, w := range wires(t, text) {
				if equals(t, text, w.Source) {
					continue // the longest way goes straight down: that may be another one now
				}
				if seen++; seen%every > 0 {
					continue
				}
				if checkSplit(t, c, before, name, i) {
					tried++
				}
			}
		}
	}
	if tried < wanted {
		t.Errorf("only %d of %d wires took a node", tried, seen)
	}
}

// equals reports whether no output of a node is the main one: of a Condition, or of a Call.
func equals(t *testing.T, text []byte, id string) bool {
	t.Helper()
	var d struct{ Nodes []struct{ ID, Type string } }
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for _, n := range d.Nodes {
		if n.ID == id {
			return slices.ContainsFunc(all.Templates(), func(known *templates.Template) bool { return known.Type == n.Type && known.Equal })
		}
	}
	t.Fatalf("there is no node %s", id)
	return false
}

// checkSplit puts a node into wire i of a document and reports whether the wire could take it: a verifier's can't, nor one
// whose other end reads what arrives.
func checkSplit(t *testing.T, c *goCase, before fileSet, name string, i int) bool {
	t.Helper()
	files := maps.Clone(c.files)
	files[name] = split(t, c.files[name], i)
	out, list, err := gen.Compile(files.folder())
	if err != nil {
		t.Fatal(err)
	}
	if list.HasErrors() {
		return false
	}
	for _, f := range out {
		if f.Name == strings.TrimSuffix(name, ".json")+".go" {
			if !slices.Equal(functions(f.Content), functions(before[f.Name])) {
				return false // one became too long to stay one
			}
			if line := lost(aligned(before[f.Name]), aligned(f.Content)); line != "" {
				t.Errorf("%s/%s, with a node in wire %d, loses %q", c.name, name, i, line)
			}
		}
	}
	return true
}

// functions are the names of those of a file, sorted.
func functions(text []byte) []string {
	var names []string
	for _, m := range functionName.FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	slices.Sort(names)
	return names
}

var functionName = regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)

// leads says whether a line leads to a node, begins its method or tells what leads to it: all change with the node before
// it. So does the end of a function, where a call says itself whether it failed, the isolation of a Transaction, which is
// chosen by what its region does, and the test for two outputs that share a tail, where a node is put before one of them.
func leads(line string) bool {
	return slices.ContainsFunc([]string{"is reached from", "runs after", "return ", "x.After(", "func (", "database.NewTransaction(", "|| err == nil && !found {"}, func(part string) bool {
		return strings.Contains(line, part)
	})
}

// app is a folder of workflows as it is, and what it is compiled to.
func app(t *testing.T, name string) (files, generated fileSet) {
	t.Helper()
	for _, c := range folders(t, strings.TrimSuffix(name, "/flows")) {
		if c.name == name {
			generated, _ = compile(t, c.files)
			return maps.Clone(c.files), generated
		}
	}
	t.Fatalf("there is no %s", name)
	return nil, nil
}

func replaced(text []byte, oldnew ...string) []byte {
	return []byte(strings.NewReplacer(oldnew...).Replace(string(text)))
}

// lost is the first line of a text that another one does not have, or not in its place.
func lost(before, after []string) string {
	for _, line := range before {
		if leads(line) {
			continue
		}
		at := slices.IndexFunc(after, func(l string) bool { return l == line || l == assigned(line) })
		if at < 0 {
			return line
		}
		after = after[at+1:]
	}
	return ""
}

// assigned is a line without a result of its own, as it is where the node before has declared found and err.
func assigned(line string) string {
	if strings.HasPrefix(line, "_, ") {
		return strings.Replace(line, " := ", " = ", 1)
	}
	return line
}

// aligned are the lines of a text, without the blanks that align them.
func aligned(text []byte) []string {
	var list []string
	for line := range bytes.Lines(text) {
		list = append(list, strings.Join(strings.Fields(string(line)), " "))
	}
	return list
}

// wires are those of a document.
func wires(t *testing.T, text []byte) []wire {
	t.Helper()
	var d struct{ Edges []wire }
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d.Edges
}

// split puts a node into wire i: a query that has an answer of its own where there is no row.
func split(t *testing.T, text []byte, i int) []byte {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	edges := d["edges"].([]any)
	target := edges[i].(map[string]any)["target"]
	edges[i].(map[string]any)["target"] = "newcomer"
	d["edges"] = append(edges,
		map[string]any{"source": "newcomer", "target": target},
		map[string]any{"source": "newcomer", "sourceHandle": "notFound", "target": "newcomerNone"})
	d["nodes"] = append(d["nodes"].([]any),
		map[string]any{"id": "newcomer", "type": "sql", "data": map[string]any{"sqlMode": "one", "sqlQuery": "SELECT 1 AS n"}},
		map[string]any{"id": "newcomerNone", "type": "response", "data": map[string]any{"responseStatus": 404}})
	changed, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}
