package schema_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func loginDocument(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/login.flow.json")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestParseReadsTheWholeDocument(t *testing.T) {
	f := diag.NewFile("flows/login.flow.json", loginDocument(t))
	w, problems := schema.Parse(f)
	wantReport(t, problems, "")
	if w.Stem != "login" || w.ID.Value != "k3v7q2m7x4t6w3z6r5y2n2b7cd" || w.Name.Value != "login" {
		t.Errorf("stem %q, id %q, name %q", w.Stem, w.ID.Value, w.Name.Value)
	}
	var nodes, edges []string
	for _, n := range w.Nodes {
		nodes = append(nodes, n.ID.Value+" "+n.Type.Value+" "+n.Name.Value)
		if s := at(f, n.Span); s[0] != '{' || s[len(s)-1] != '}' {
			t.Errorf("span of node %s is %q", n.ID.Value, s)
		}
		if got := at(f, n.ID.Span); got != `"`+n.ID.Value+`"` {
			t.Errorf("span of id %s is %q", n.ID.Value, got)
		}
	}
	for _, e := range w.Edges {
		edges = append(edges, e.Source.Value+"."+e.Handle.Value+" "+e.Target.Value)
	}
	if diff := cmp.Diff([]string{"in apiEndpoint in", "user sql user", "check hash check", "token jwt token", "ok response ok", "no response no"}, nodes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"in.out user", "user.out check", "check.valid token", "check.invalid no", "token.out ok"}, edges); diff != "" {
		t.Error(diff)
	}
	if got := at(f, w.Nodes[1].Field("sqlMode").Span); got != `"one"` {
		t.Errorf("span of sqlMode is %q", got)
	}
}

func TestParseKeepsWhatBelongsToCanvasAndPeople(t *testing.T) {
	w, problems := parse(head + `"description": "d", "viewport": {"x": 0, "y": 0, "zoom": 1}, "x-team": [1],
		"lint": {"ignore": [{"rule": "FC404", "reason": "health check"}]},
		"nodes": [
			{"id": "a", "type": "set", "measured": {"width": 1}, "selected": true, "x-color": null,
			 "data": {"name": "first", "label": "First", "lint": {"ignore": [{"rule": "FC107", "reason": "later"}]}}},
			{"id": "n", "type": "note", "data": {"text": "hi", "name": 5, "lint": "any"}},
			{"id": "b", "type": "tryCatch"}],
		"edges": [{"id": "e1", "source": "a", "sourceHandle": null, "target": "n", "targetHandle": null, "type": "smoothstep", "data": {}, "animated": true}]}`)
	wantReport(t, problems, "")
	if len(w.Nodes) != 2 || !w.Notes["n"] || len(w.Edges) != 1 {
		t.Fatalf("nodes %d, notes %v, edges %d", len(w.Nodes), w.Notes, len(w.Edges))
	}
	a, b := w.Nodes[0], w.Nodes[1]
	if a.Name.Value != "first" || a.Ignores[0].Reason.Value != "later" || w.Ignores[0].Rule.Value != "FC404" {
		t.Errorf("name %q, ignores %v and %v", a.Name.Value, a.Ignores, w.Ignores)
	}
	if b.Data == nil || b.Data.Kind != schema.Object || b.Field("name") != nil {
		t.Errorf("data of a node without data is %v", b.Data)
	}
	if e := w.Edges[0]; e.Handle.Value != "out" || e.Handle.Span != e.Span {
		t.Errorf("handle %v of edge %v", e.Handle, e.Span)
	}
}

// TestParseFrames reads what React Flow makes of a selection that is grouped: a node of type group, and places relative to it.
func TestParseFrames(t *testing.T) {
	w, problems := parse(head + `"nodes": [
		{"id": "inner", "type": "group", "position": {"x": 10, "y": 20}, "parentId": "outer", "data": {"label": "Look-up", "name": 5}},
		{"id": "outer", "type": "group", "position": {"x": 100, "y": 200}, "style": {"width": 400}},
		{"id": "a", "type": "set", "position": {"x": 1, "y": 2}, "parentId": "inner", "extent": "parent"},
		{"id": "b", "type": "set", "position": {"x": 1, "y": 2}, "parentNode": "outer"},
		{"id": "c", "type": "set", "position": {"x": 1, "y": 2}, "parentId": "gone"},
		{"id": "d", "type": "set", "position": {"x": 1, "y": 2}, "parentId": "d"},
		{"id": "e", "type": "set", "parentId": "outer"}],
		"edges": [{"source": "a", "target": "outer"}]}`)
	wantReport(t, problems, "")
	if len(w.Nodes) != 5 || !w.Notes["inner"] || !w.Notes["outer"] {
		t.Fatalf("nodes %d, notes %v", len(w.Nodes), w.Notes)
	}
	for i, want := range []*schema.Position{{X: 111, Y: 222}, {X: 101, Y: 202}, {X: 1, Y: 2}, {X: 1, Y: 2}, nil} {
		if got := w.Nodes[i].Position; (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("node %s stands at %v, want %v", w.Nodes[i].ID.Value, got, want)
		}
	}
}

// TestParseAcceptsEveryKeyOfACanvas lists the properties of @xyflow/react 12, whose documents a
// user must never have to clean up.
func TestParseAcceptsEveryKeyOfACanvas(t *testing.T) {
	const keys = `animated ariaLabel ariaRole className connectable deletable domAttributes dragHandle draggable dragging expandParent
		extent focusable handles height hidden initialHeight initialWidth interactionWidth label labelBgBorderRadius labelBgPadding
		labelBgStyle labelShowBg labelStyle markerEnd markerStart measured origin parentId parentNode pathOptions positionAbsolute
		reconnectable resizing selectable selected sourcePosition style targetPosition viewport width zIndex x- x-any`
	for key := range strings.FieldsSeq(keys) {
		extra := `"` + key + `": null`
		_, problems := parse(head + extra + `, "nodes": [{"id": "a", "type": "set", ` + extra + `}], "edges": [{"source": "a", "target": "a", ` + extra + `}]}`)
		wantReport(t, problems, "")
	}
}

func TestParseReportsShape(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"unknown key of the document", head + `"nodez": 1, "nodes": [], "edges": []}`, `
1:69 FC002 unknown key "nodez"
  hint: did you mean "nodes"?
`},
		{"unknown key of a node", head + "\"edges\": [], \"nodes\": [\n\t{\"id\": \"a\", \"typ\": 1, \"type\": \"set\", \"sqlQuery\": 2}]}", `
2:14 FC002 unknown key "typ"
  hint: did you mean "type"?
2:39 FC002 unknown key "sqlQuery"
  hint: use "data", "id", "position", "type", or a key that begins with "x-"
`},
		{"unknown key of an edge", head + `"nodes": [], "edges": [{"source": "a", "target": "b", "Animated": 1}]}`, `
1:123 FC002 unknown key "Animated"
  hint: did you mean "animated"?
`},
		{"a key of edges only", head + `"edges": [], "nodes": [], "data": 1}`, `
1:95 FC002 unknown key "data"
  hint: use "$schema", "description", "edges", "id", "lint", "name", "nodes", "version", or a key that begins with "x-"
`},
		{"document", `[]`, "1:1 FC003 document must be an object, got an array\n"},
		{"nodes", head + `"nodes": {}, "edges": []}`, "1:78 FC003 \"nodes\" must be an array, got an object\n  hint: write a list, in [ and ]\n"},
		{"no edges", head + `"nodes": []}`, "1:1 FC003 \"edges\" is missing, want an array\n"},
		{"a node", head + `"nodes": [7], "edges": []}`, "1:79 FC003 node must be an object, got a number\n"},
		{"everything of a node", head + `"nodes": [{"type": null, "data": [], "position": {"x": "0"}}, {"id": "", "type": "set"}], "edges": []}`, `
1:79 FC003 "id" is missing, want a string
1:88 FC003 "type" must be a string, got null
1:102 FC003 "data" must be an object, got an array
1:118 FC003 "y" is missing, want a number
1:124 FC003 "x" must be a number, got a string
  hint: write 0, without quotes
1:138 FC003 "id" of a node is empty
`},
		{"everything of an edge", head + `"nodes": [], "edges": [{"source": true, "sourceHandle": 1, "targetHandle": 2, "id": 3}]}`, `
1:92 FC003 "target" is missing, want a string
1:103 FC003 "source" must be a string, got a boolean
1:125 FC003 "sourceHandle" must be a string, got a number
  hint: write "1"
1:144 FC003 "targetHandle" must be a string, got a number
  hint: write "2"
1:153 FC003 "id" must be a string, got a number
  hint: write "3"
`},
		{"texts", `{"version": 1, "id": 5, "name": [], "description": 1, "$schema": 2, "nodes": [], "edges": []}`, `
1:22 FC003 "id" must be a string, got a number
1:33 FC003 "name" must be a string, got an array
1:52 FC003 "description" must be a string, got a number
  hint: write "1"
1:66 FC003 "$schema" must be a string, got a number
  hint: write "2"
`},
		{"lint", head + `"nodes": [], "edges": [], "lint": {"ignored": [], "ignore": [1, {"rule": "FC404", "reason": " "}]}}`, `
1:104 FC002 unknown key "ignored"
  hint: did you mean "ignore"?
1:130 FC003 entry of "ignore" must be an object, got a number
1:161 FC003 "reason" is empty
  hint: say why the rule does not apply here
`},
		{"node name", head + `"edges": [], "nodes": [{"id": "a", "type": "set", "data": {"name": ""}}]}`, `
1:136 FC003 "name" of a node is empty
  hint: leave "name" out to use the node's id
`},
		{"duplicate keys anywhere", head + `"nodes": [], "edges": [], "x-a": [{"k": 1, "\u006b": 2, "k": 3}], "name": "again"}`, `
1:112 FC004 duplicate key "k"
  1:104 first used here
1:125 FC004 duplicate key "k"
  1:104 first used here
1:135 FC004 duplicate key "name"
  1:52 first used here
`},
		{"duplicate id and name", head + `"edges": [], "nodes": [
{"id": "a", "type": "set"},
{"id": "b", "type": "set", "data": {"name": "a"}},
{"id": "a", "type": "set"},
{"id": "n", "type": "note"},
{"id": "n", "type": "note"},
{"id": "c", "type": "set", "data": {"name": "n"}}]}`, `
3:45 FC004 duplicate node name "a"
  2:8 first used here
4:8 FC004 duplicate node id "a"
  2:8 first used here
6:8 FC004 duplicate node id "n"
  5:8 first used here
`},
		{"version", `{"version": 2, "nodez": 1}`, "1:13 FC005 unsupported version 2, want 1\n"},
		{"version as text", `{"version": "1"}`, "1:13 FC005 unsupported version \"1\", want 1\n  hint: write 1, without quotes\n"},
		{"no version", "\n {}", "2:2 FC005 \"version\" is missing\n  hint: add \"version\": 1\n"},
		{"id and name malformed", `{"version": 1.0, "id": "K3v7q2m7x4t6w3z6r5y2n2b7cd", "name": "1st", "nodes": [], "edges": []}`, `
1:24 FC006 workflow id "K3v7q2m7x4t6w3z6r5y2n2b7cd" is malformed, want at least 20 characters of a-z and 0-9
  hint: flowc fix -w writes one
1:62 FC006 workflow name "1st" is malformed, want a letter, then letters, digits, spaces, "_" and "-"
`},
		{"id and name missing", `{"version": 1, "nodes": [], "edges": []}`, `
1:1 FC006 "id" is missing, want at least 20 characters of a-z and 0-9
  hint: flowc fix -w writes one
1:1 FC006 "name" is missing, want a letter, then letters, digits, spaces, "_" and "-"
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, problems := parse(test.src)
			wantReport(t, problems, test.want)
		})
	}
}

func TestParseOfFileNames(t *testing.T) {
	rest := head + `"nodes": [], "edges": []}`
	tests := []struct{ name, stem, want string }{
		{`C:\shop\flows\a-1.flow.json`, "a-1", ""},
		{"flows/flows.flow.json", "flows", "1:1 FC006 file name \"flows.flow.json\" is taken: flows.flow.go is the package's own file\n  hint: rename the file\n"},
		{"1a.flow.json", "1a", "1:1 FC006 file name \"1a.flow.json\" is malformed, want a-z, then a-z, 0-9 and \"-\", before \".flow.json\"\n  hint: rename the file\n"},
		{".flow.json", "", "1:1 FC006 file name \".flow.json\" is malformed, want a-z, then a-z, 0-9 and \"-\", before \".flow.json\"\n  hint: rename the file\n"},
		{"login.json", "login.json", "1:1 FC006 file name \"login.json\" does not end in \".flow.json\"\n"},
	}
	for _, test := range tests {
		w, problems := schema.Parse(diag.NewFile(test.name, []byte(rest)))
		wantReport(t, problems, test.want)
		if w.Stem != test.stem {
			t.Errorf("stem of %s is %q, want %q", test.name, w.Stem, test.stem)
		}
	}
}

func TestParseStopsWhereMoreWouldMislead(t *testing.T) {
	tests := []struct {
		name, src string
		usable    bool
	}{
		{"broken position", head + `"edges": [], "nodes": [{"id": "a", "type": "set", "position": 1}]}`, true},
		{"broken lint", head + `"edges": [], "nodes": [{"id": "a", "type": "set", "data": {"lint": 1}}]}`, true},
		{"duplicate id", head + `"edges": [], "nodes": [{"id": "a", "type": "set"}, {"id": "a", "type": "set"}]}`, true},
		{"bad name", strings.Replace(head, "login", "1", 1) + `"edges": [], "nodes": []}`, true},
		{"syntax", head, false},
		{"version", `{"version": 3, "nodes": [], "edges": []}`, false},
		{"nodes", head + `"nodes": null, "edges": []}`, false},
		{"no edges", head + `"nodes": []}`, false},
		{"node without type", head + `"edges": [], "nodes": [{"id": "a"}]}`, false},
		{"edge without target", head + `"edges": [{"source": "a"}], "nodes": []}`, false},
	}
	for _, test := range tests {
		w, problems := parse(test.src)
		if !problems.HasErrors() || (w != nil) != test.usable {
			t.Errorf("%s: workflow %v, want usable %v; problems:\n%s", test.name, w, test.usable, report(problems))
		}
	}
}

func TestParseNamesTheNodeOfAProblem(t *testing.T) {
	_, problems := parse(head + `"x": 1, "edges": [{"source": "a", "target": "a", "y": 1}], "nodes": [{"id": "a", "type": "set", "z": 1, "data": {"k": 1, "k": 2}}]}`)
	var got []string
	for _, d := range problems.Sorted() {
		got = append(got, d.Node)
	}
	if diff := cmp.Diff([]string{"", "", "a", "a"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestAnotherToolsWorkflow wants no version written into an export of n8n: nothing of it would be right.
func TestAnotherToolsWorkflow(t *testing.T) {
	_, problems := parse(`{"name": "x", "nodes": [], "connections": {}}`)
	wantReport(t, problems, "1:1 FC005 \"version\" is missing\n  hint: a workflow of another tool has to be drawn anew: flowc new NAME writes one to begin with\n")
}
