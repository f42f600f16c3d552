package outputs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// execution is the log's record of one.
type execution struct {
	Msg, Workflow, Nodes string
}

// takenIn returns the outputs that the executions in a log took.
func takenIn(t *testing.T, log []byte) map[string]bool {
	t.Helper()
	workflows := map[string]*ir.Workflow{}
	for _, w := range program(t).Workflows {
		workflows[w.Name.Value] = w
	}
	taken := map[string]bool{}
	for line := range bytes.Lines(log) {
		var e execution
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if e.Msg == "execution" {
			e.take(t, workflows[e.Workflow], taken)
		}
	}
	return taken
}

// take adds the outputs that led to the nodes that the execution entered: a node with one wire into it is entered by that
// wire alone. Where the log names the output that a node took, it must be that one.
func (e *execution) take(t *testing.T, w *ir.Workflow, taken map[string]bool) {
	t.Helper()
	entered, named := map[string]bool{}, map[string]string{}
	for _, text := range strings.Fields(e.Nodes) {
		id, output, _ := strings.Cut(text, ":")
		entered[id], named[id] = true, output
	}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			if !entered[n.ID.Value] || !entered[wire.To.ID.Value] {
				continue
			}
			if wiresInto(w, wire.To) != 1 {
				t.Errorf("%s: several wires lead to %s: the log does not tell which one was taken", w.Name.Value, wire.To.ID.Value)
			}
			if name := named[n.ID.Value]; name != "" && name != wire.Output && !takesSeveral(n) {
				t.Errorf("the log says that %s took %q, and it took %q: %s", n.ID.Value, name, wire.Output, e.Nodes)
			}
			taken[outputOf(n.Template, settingOf(n), declaredAs(n.Template, wire.Output))] = true
		}
	}
}

// declaredAs is the output as the node type declares it.
func declaredAs(t *templates.Template, output string) string {
	if t.Further != nil && !slices.ContainsFunc(t.Outputs, func(o templates.Output) bool { return o.Name == output }) {
		return further
	}
	return output
}

// takesSeveral reports whether a node has a region: it takes try first, and then catch or failed, and done.
func takesSeveral(n *ir.Node) bool {
	return slices.ContainsFunc(n.Outputs(), func(o *templates.Output) bool { return o.Role == templates.Try })
}

func wiresInto(w *ir.Workflow, to *ir.Node) int {
	count := 0
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			if wire.To == to {
				count++
			}
		}
	}
	return count
}

// settingOf is how a node is set.
func settingOf(n *ir.Node) setting {
	s := setting{}
	for _, f := range deciding(n.Template) {
		if v := n.Fields[f.Name]; v != nil {
			s[f.Name] = v.Text
		}
	}
	return s.meant(n.Template)
}

// program reads the workflows of flows.
func program(t *testing.T) *ir.Program {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"*.flow.json", "*.sql", "*.go"} {
		found, err := filepath.Glob("flows/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	folder := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: gocheck.NewImports("")}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch file := diag.NewFile(filepath.Base(path), text); {
		case strings.HasSuffix(path, ".flow.json"):
			folder.Documents = append(folder.Documents, file)
		case strings.HasSuffix(path, ".sql"):
			folder.Schema = file
		case !strings.HasSuffix(path, ".flow.go"):
			folder.Sources = append(folder.Sources, file)
		}
	}
	p, list := gen.Program(folder)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return p
}
