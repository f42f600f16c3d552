package golden_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/graph"
	"github.com/flowc-dev/flowc/schema/diag"
)

var drawnIn = regexp.MustCompile(`(?s)<!-- graph (nodes/\S+)\.txtar (\S+) -->\n.*?<!-- end of graph -->`)

// flowReference is written by hand, but for its drawings: each is a workflow of golden/nodes, as `flowc graph` draws it.
func flowReference(t *testing.T) string {
	t.Helper()
	cases := map[string]*goCase{}
	for _, c := range nodeCases(t) {
		cases[c.name] = c
	}
	text := drawnIn.ReplaceAllStringFunc(flow.Reference(), func(block string) string {
		m := drawnIn.FindStringSubmatch(block)
		c := cases[m[1]]
		if c == nil {
			t.Fatalf("the reference of control flow draws %s.txtar, which is not there", m[1])
		}
		program, list := gen.Program(c.files.folder())
		for _, w := range program.Workflows {
			if w.Stem != m[2] || list.HasErrors() {
				continue
			}
			var picture bytes.Buffer
			if err := graph.Draw(&picture, w, graph.Style{Format: "mermaid"}); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("<!-- graph %s.txtar %s -->\n```mermaid\n%s```\n<!-- end of graph -->", m[1], m[2], picture.String())
		}
		t.Fatalf("%s.txtar has no workflow %s without a mistake", m[1], m[2])
		return ""
	})
	if n := strings.Count(text, "```mermaid"); n != strings.Count(text, "<!-- graph ") || n < 10 {
		t.Errorf("the reference of control flow has %d drawings", n)
	}
	return text
}

// TestFlowReferenceIsLinked wants each rule that says that control flow explains it to be linked from there.
func TestFlowReferenceIsLinked(t *testing.T) {
	for _, c := range diag.Codes() {
		if linked := strings.Contains(flow.Reference(), fmt.Sprintf("[%s](../lint/README.md#%s)", c.Name, strings.ToLower(c.Name))); linked && !c.Flow {
			t.Errorf("the reference of control flow speaks of %s, whose explanation does not lead there", c.Name)
		}
	}
}
