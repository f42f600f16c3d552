package golden_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
)

// What is drawn once and called is what the projects save: each must stay as small as it is said to be, and do as much.
func TestReuseSaves(t *testing.T) {
	wanted := map[string]struct {
		most  int // nodes that are drawn
		least int // nodes that would be, if each entry point had all of its own
	}{
		"apps/todo/flows": {82, 123},
	}
	for _, c := range folders(t, "apps") {
		want, ok := wanted[c.name]
		if !ok {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			program, list := gen.Program(c.files.folder())
			if len(list) > 0 {
				t.Fatal(list)
			}
			drawn, without := 0, 0
			for _, w := range program.Workflows {
				drawn += len(w.Nodes)
				for _, f := range w.Flows {
					if !f.Called() {
						without += drawnOut(program, f)
					}
				}
			}
			t.Logf("%d nodes are drawn, instead of %d", drawn, without)
			if drawn > want.most || without < want.least {
				t.Errorf("%d nodes are drawn instead of %d, want at most %d instead of at least %d", drawn, without, want.most, want.least)
			}
		})
	}
}

// drawnOut counts the nodes that a flow would have if nothing were called: for a Call those of what it calls. What follows
// a Return stands behind the Call once for each output, and would once for each Return.
func drawnOut(program *ir.Program, f *ir.Flow) int {
	n, outputs := 0, map[string]bool{}
	for node := range nodesOf(f) {
		switch output := node.Returns(); {
		case node.Calls() != nil:
			n += drawnOut(program, flowCalled(program, node.Calls().Stem))
		case output == "" && (node != f.Entry || !f.Called()), outputs[output]:
			n++
		default:
			outputs[output] = true
		}
	}
	return n
}

// nodesOf are the nodes that an entry point leads to, whatever the number of ways.
func nodesOf(f *ir.Flow) map[*ir.Node]bool {
	nodes := map[*ir.Node]bool{}
	for _, s := range f.Steps {
		nodes[s.Node] = true
	}
	return nodes
}

// flowCalled is what runs where a workflow is called.
func flowCalled(program *ir.Program, stem string) *ir.Flow {
	for _, w := range program.Workflows {
		for _, f := range w.Flows {
			if w.Stem == stem && f.Called() {
				return f
			}
		}
	}
	return nil
}
