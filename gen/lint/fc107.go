package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
)

var fc107 = Rule{
	Rule: diag.Rule{
		Code: "FC107", Severity: diag.Warning, Title: "node that no entry point reaches",
		Doc: "The node never runs: no wire leads to it from an entry point.",
	},
	Run: reached,
}

func reached(p *Pass) {
	for _, w := range p.Program.Workflows {
		for _, n := range w.Nodes {
			if w.Broken || n.Reached || n.Tainted {
				continue
			}
			p.ReportNode(n, diag.Diagnostic{
				Span:    n.ID.Span,
				Message: fmt.Sprintf("no entry point reaches %q", n.ID.Value),
				Hint:    "wire it, or remove it",
			})
		}
	}
}
