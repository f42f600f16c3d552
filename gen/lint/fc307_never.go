package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// impossible reports a wired output that the node can't take whatever happens, for what its fields say.
func impossible(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			wires := s.Node.Targets(out.Name)
			if s.Trust != ir.Proved || out.Spec == nil || out.Spec.Never == nil || len(wires) == 0 {
				continue
			}
			if why := out.Spec.Never(ir.NewPass(s)); why != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span: wires[0].Handle, Output: out.Name,
					Message: fmt.Sprintf("output %q of %q can never be taken: %s", out.Name, s.Node.ID.Value, why),
					Hint:    "remove what it leads to",
				})
			}
		}
	})
}
