package assist_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestRepliesAreRight draws a new answer behind every output of the apps that refuses and leads somewhere, and accepts
// nothing that lint says of it, but that others return other values by that name.
func TestRepliesAreRight(t *testing.T) {
	tried := map[string]int{}
	for _, f := range append(apps(t), others(t)...) {
		for _, doc := range f.Documents {
			d := open(f, doc)
			for _, n := range d.Workflow.Nodes {
				for _, o := range n.Outputs() {
					if o.NewBehind("").Reply.Status < 400 || !slices.ContainsFunc(n.Wires, func(w *ir.Wire) bool { return w.Output == o.Name }) {
						continue
					}
					follow := d.Follow(n.ID.Value, o.Name)
					for _, typ := range follow.Types {
						if data := follow.Data[typ]; data != nil {
							tried[n.Type.Value+" "+o.Name+" "+typ]++
							judgeReply(t, f, doc, n.ID.Value, o.Name, typ, data)
						}
					}
				}
			}
		}
	}
	for _, want := range []string{
		"auth invalid response", "jwt invalid response", "hash invalid response", "apiEndpoint invalid response", "rateLimit limited response",
		"sql notFound response", "sql conflict response", "localStorage missing response", "api refused response", "rateLimit limited return",
	} {
		if tried[want] == 0 {
			t.Errorf("%s was not tried, of %v", want, tried)
		}
	}
}

// judgeReply leads an output to a new node alone, and reports what is wrong with that.
func judgeReply(t *testing.T, f *gen.Folder, doc *diag.File, from, output, typ string, data map[string]any) {
	t.Helper()
	var drawn map[string]any
	if err := json.Unmarshal(doc.Src, &drawn); err != nil {
		t.Fatal(err)
	}
	edges := slices.DeleteFunc(drawn["edges"].([]any), func(e any) bool {
		wire := e.(map[string]any)
		handle, _ := wire["sourceHandle"].(string)
		return wire["source"] == from && (handle == output || handle == "" && output == "out")
	})
	drawn["edges"] = append(edges, map[string]any{"source": from, "sourceHandle": output, "target": "fresh"})
	drawn["nodes"] = append(drawn["nodes"].([]any), map[string]any{"id": "fresh", "type": typ, "data": data})
	text, err := json.Marshal(drawn)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range assist.Open([]*gen.Folder{f}, 0, doc.Name, text).Found {
		if p.Node == "fresh" && p.Code != diag.FC206 || p.Node == from && p.Output == output {
			t.Errorf("%s: behind %s of %s, %s %v: %s %s", doc.Name, output, from, typ, data, p.Code.Name, p.Message)
		}
	}
}

// TestLooseEndsAreConnected takes all answers out of login, connects what must be, and accepts no mistake then.
func TestLooseEndsAreConnected(t *testing.T) {
	f := folder(t, "../../golden/apps/auth/flows")
	i := slices.IndexFunc(f.Documents, func(d *diag.File) bool { return strings.HasSuffix(d.Name, "login.flow.json") })
	var drawn struct {
		Nodes, Edges []map[string]any
	}
	if err := json.Unmarshal(f.Documents[i].Src, &drawn); err != nil {
		t.Fatal(err)
	}
	answers := func(id any) bool { return id == "ok" || id == "no" }
	drawn.Nodes = slices.DeleteFunc(drawn.Nodes, func(n map[string]any) bool { return answers(n["id"]) })
	drawn.Edges = slices.DeleteFunc(drawn.Edges, func(e map[string]any) bool { return answers(e["target"]) })
	draw := func() *assist.Draft {
		text, err := json.Marshal(map[string]any{"version": 1, "id": "k3v7q2m7x4t6w3z6r5y2n2b7cd", "name": "login", "nodes": drawn.Nodes, "edges": drawn.Edges})
		if err != nil {
			t.Fatal(err)
		}
		return assist.Open([]*gen.Folder{f}, 0, f.Documents[i].Name, text)
	}
	statuses := map[string]any{}
	for n, loose := range draw().Loose() {
		id := fmt.Sprintf("fresh%d", n)
		statuses[loose.Node+"."+loose.Output] = loose.Data["responseStatus"]
		drawn.Nodes = append(drawn.Nodes, map[string]any{"id": id, "type": loose.Type, "data": loose.Data})
		drawn.Edges = append(drawn.Edges, map[string]any{"source": loose.Node, "sourceHandle": loose.Output, "target": id})
	}
	if len(statuses) != 2 || statuses["check.invalid"] != 401 || statuses["token.out"] != 200 {
		t.Errorf("connected are %v", statuses)
	}
	if after := draw(); len(after.Loose()) > 0 || after.Found.HasErrors() {
		t.Errorf("then %v is loose, and wrong is %v", after.Loose(), after.Found)
	}
}
