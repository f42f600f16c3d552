package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc217 = Rule{Code: diag.FC217, Run: notProved}

func notProved(p *Pass) {
	if !p.Program.Schema {
		return // FC211 has said more
	}
	var nodes []*ir.Node
	p.Steps(func(s *ir.Step) {
		if s.Node.Unproved() != "" && !slices.Contains(nodes, s.Node) {
			nodes = append(nodes, s.Node)
		}
	})
	if len(nodes) == 0 {
		return
	}
	d := diag.Diagnostic{
		Span:    statementSpan(nodes[0]),
		Message: fmt.Sprintf("the statement of %q is not proved: %s", nodes[0].ID.Value, nodes[0].Unproved()),
	}
	for _, n := range nodes[1:] {
		d.Related = append(d.Related, diag.Related{File: n.Workflow.File, Span: statementSpan(n), Message: "nor is this one: " + n.Unproved()})
	}
	p.ReportNode(nodes[0], d)
}

func statementSpan(n *ir.Node) diag.Span { return n.Shaped(templates.Query).JSON.Span }
