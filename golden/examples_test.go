package golden_test

import (
	"testing"

	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestNodeExamples wants an example of each node type, short enough to be taken in at a glance, and with what its type must have.
func TestNodeExamples(t *testing.T) {
	const longest = 1000 // bytes
	for _, template := range all.Templates() {
		text, err := golden.NodeExample(template.Type)
		if err != nil || text == "" || len(text) > longest {
			t.Errorf("the example of %s is %d bytes, want 1 to %d (%v): name a node of a starter, or of a case in golden/nodes, in golden/examples.go", template.Type, len(text), longest, err)
		}
	}
}
