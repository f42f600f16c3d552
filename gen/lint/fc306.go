package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc306 = Rule{Code: diag.FC306, Run: borders}

func borders(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		for _, n := range f.Workflow.Nodes {
			for _, w := range n.Wires {
				around := f.Crossing[w]
				if around == nil || n.Trust == ir.Lost {
					continue
				}
				p.ReportNode(n, crossing(w, around))
			}
		}
	})
}

// crossing says which way a wire crosses the border of the region of around.
func crossing(w *ir.Wire, around *ir.Node) diag.Diagnostic {
	d := diag.Diagnostic{
		Span: w.Span, Output: w.Output,
		Message: fmt.Sprintf("wire from %q to %q leaves the region of %q", w.From.ID.Value, w.To.ID.Value, around.ID.Value),
		Hint:    fmt.Sprintf("wire output \"done\" of %q to %q instead", around.ID.Value, w.To.ID.Value),
	}
	for _, into := range around.Wires {
		if out := around.Output(into.Output); into != w && into.To == w.To && out != nil && out.Role == templates.Try {
			d.Message = fmt.Sprintf("wire from %q to %q leads into the region of %q", w.From.ID.Value, w.To.ID.Value, around.ID.Value)
			d.Hint = fmt.Sprintf("give the region nodes of its own, and wire output \"done\" of %q to what both ways have in common", around.ID.Value)
			d.Related = []diag.Related{{File: w.From.Workflow.File, Span: into.Span, Message: "the region begins here"}}
		}
	}
	return d
}
