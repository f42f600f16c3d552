package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc306 = Rule{
	Rule: diag.Rule{
		Code: "FC306", Severity: diag.Error, Title: "wire that crosses the border of a region",
		Doc: "A region is what the output `try` alone leads to. Nothing leaves it by a wire of its own: its ends go on " +
			"at `done`, its failures at `catch` or `failed`. Wire `done` to what should follow.",
	},
	Run: borders,
}

func borders(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		for _, n := range f.Workflow.Nodes {
			for _, w := range n.Wires {
				around := f.Crossing[w]
				if around == nil || n.Tainted {
					continue
				}
				p.ReportNode(n, diag.Diagnostic{
					Span: w.Span, Output: w.Output,
					Message: fmt.Sprintf("wire from %q to %q leaves the region of %q", n.ID.Value, w.To.ID.Value, around.ID.Value),
					Hint:    fmt.Sprintf("wire output \"done\" of %q to %q instead", around.ID.Value, w.To.ID.Value),
				})
			}
		}
	})
}
