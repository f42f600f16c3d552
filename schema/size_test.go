package schema_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func TestTenThousandNodesWithAMistakeEach(t *testing.T) {
	const n = 10_000
	w, problems := parse(manyNodes(n))
	if len(w.Nodes) != n || len(w.Edges) != n || len(problems) != n {
		t.Fatalf("%d nodes, %d edges, %d problems", len(w.Nodes), len(w.Edges), len(problems))
	}
	var text, json bytes.Buffer
	if err := diag.WriteText(&text, problems, false); err != nil {
		t.Fatal(err)
	}
	if err := diag.WriteJSON(&json, problems); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(json.String(), `"/nodes/9999/positio"`) || !strings.Contains(json.String(), `"n9999"`) {
		t.Error("the last node is not named")
	}
	for line := range strings.Lines(text.String()) {
		if len(line) > 300 {
			t.Fatalf("a printed line has %d bytes", len(line))
		}
	}
	if _, err := schema.Format(w.File.Src); err != nil {
		t.Error(err)
	}
}
