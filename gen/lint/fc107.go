package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc107 = Rule{
	Rule: diag.Rule{
		Code: "FC107", Severity: diag.Warning, Title: "node that no entry point reaches",
		Doc: "The node never runs: no wire leads to it from an entry point. Of nodes that are wired to each other, the " +
			"first is reported. Where an output without a wire is an error, that is the wire which is missing.",
	},
	Run: reached,
}

func reached(p *Pass) {
	ends := looseEnds(p)
	for _, w := range p.Program.Workflows {
		first := firstUnreached(w)
		if len(first) <= ends[w] {
			continue // the wires that are missing are reported where they begin
		}
		for _, n := range first {
			p.ReportNode(n, diag.Diagnostic{
				Span:    n.ID.Span,
				Message: fmt.Sprintf("no entry point reaches %q", n.ID.Value),
				Hint:    "wire it, or remove it",
			})
		}
	}
}

// looseEnds counts the outputs of each workflow that lack a wire (FC301 to FC303).
func looseEnds(p *Pass) map[*ir.Workflow]int {
	type end struct {
		node   *ir.Node
		output string
	}
	seen, ends := map[end]bool{}, map[*ir.Workflow]int{}
	count := func(s *ir.Step, output string) {
		if e := (end{s.Node, output}); !seen[e] {
			seen[e] = true
			ends[s.Node.Workflow]++
		}
	}
	missing(p, count)
	unanswered(p, count)
	return ends
}

// firstUnreached returns the nodes without a way to them that no other one leads to. Where one is read that they lead
// to, FC205 has said that it has not run.
func firstUnreached(w *ir.Workflow) []*ir.Node {
	if w.Broken {
		return nil
	}
	led := map[*ir.Node]bool{}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			led[wire.To] = led[wire.To] || !n.Reached
		}
	}
	var first []*ir.Node
	for _, n := range w.Nodes {
		if !n.Reached && !n.Tainted && !led[n] && !leadsToMissed(n, map[*ir.Node]bool{}) {
			first = append(first, n)
		}
	}
	return first
}

// leadsToMissed reports whether a node is read where it has not run, or one that it leads to.
func leadsToMissed(n *ir.Node, seen map[*ir.Node]bool) bool {
	seen[n] = true
	for _, f := range n.Workflow.Flows {
		if f.Missed(n) {
			return true
		}
	}
	for _, w := range n.Wires {
		if !w.To.Reached && !seen[w.To] && leadsToMissed(w.To, seen) {
			return true
		}
	}
	return false
}
