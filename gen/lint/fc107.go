package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc107 = Rule{
	Rule: diag.Rule{
		Code: "FC107", Severity: diag.Warning, Title: "node that no entry point reaches",
		Doc: "The node never runs: no wire leads to it from an entry point. Of nodes that are wired to each other, the " +
			"first is reported, and none where an output without a wire is an error: that is the wire which is missing. Or a wire does " +
			"lead to it, of an output that is never taken: `done` of a region in which everything answers.",
	},
	Run: reached,
}

func reached(p *Pass) {
	loose := looseEnds(p)
	for _, w := range p.Program.Workflows {
		neverTaken(p, w)
		if loose[w] {
			continue // the wires that are missing are reported where they begin
		}
		for _, n := range firstUnreached(w) {
			p.ReportNode(n, diag.Diagnostic{
				Span:    n.ID.Span,
				Message: fmt.Sprintf("no entry point reaches %q", n.ID.Value),
				Hint:    "wire it, or remove it",
			})
		}
	}
}

// looseEnds tells which workflows have outputs that lack a wire (FC301 to FC303).
func looseEnds(p *Pass) map[*ir.Workflow]bool {
	loose := map[*ir.Workflow]bool{}
	found := func(s *ir.Step, _ string) { loose[s.Node.Workflow] = true }
	missing(p, found)
	unanswered(p, found)
	return loose
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

// neverTaken reports nodes that wires lead to of which none is ever taken, and that no other such node leads to.
func neverTaken(p *Pass, w *ir.Workflow) {
	if w.Broken || leftOut(w) {
		return
	}
	for _, from := range w.Nodes {
		for _, wire := range from.Wires {
			if n := wire.To; runs(from) && n.Reached && !n.Tainted && !runs(n) {
				p.ReportNode(n, diag.Diagnostic{
					Span:    n.ID.Span,
					Message: fmt.Sprintf("%q never runs: output %q of %q is never taken", n.ID.Value, wire.Output, from.ID.Value),
					Hint:    fmt.Sprintf("end a branch of the region of %q without a Response, or remove %q", from.ID.Value, n.ID.Value),
					Related: []diag.Related{{File: w.File, Span: wire.Span, Message: "by this wire"}},
				})
			}
		}
	}
}

// runs reports whether the node is a step of any entry point.
func runs(n *ir.Node) bool {
	return slices.ContainsFunc(n.Workflow.Flows, func(f *ir.Flow) bool { return len(f.Runs(n)) > 0 })
}

// leftOut reports whether wires were left out, or are missing, that another rule reports (FC301, FC302, FC306, FC308): what
// is not reached may be their fault.
func leftOut(w *ir.Workflow) bool {
	return slices.ContainsFunc(w.Flows, func(f *ir.Flow) bool {
		return f.Misfits || f.Overflow != nil || len(f.Crossing) > 0 || slices.ContainsFunc(f.Steps, lacksWire)
	})
}

func lacksWire(s *ir.Step) bool {
	return slices.ContainsFunc(s.Outs, func(o *ir.Out) bool { return o.Missing })
}
