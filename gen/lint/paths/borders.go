package paths

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var Borders = rule.Rule{Code: diag.FC306, Run: borders}

// borders reports the regions whose borders wires cross, each once with all of these: one wire that leads elsewhere
// than its author wants makes others cross too.
func borders(p *rule.Pass) {
	for _, w := range p.Workflows {
		for _, around := range w.Nodes {
			if found := crossings(w, around); len(found) > 0 {
				d := found[0]
				for _, other := range found[1:] {
					d.Related = append(d.Related, diag.Related{File: w.File, Span: other.Span, Message: "so does this one: " + other.Message})
				}
				p.Report(d)
			}
		}
	}
}

// crossings says of each wire that crosses the border of the region of a node how it does, in the order in which they
// are drawn, but of those that other mistakes explain.
func crossings(w *ir.Workflow, around *ir.Node) []diag.Diagnostic {
	var found []diag.Diagnostic
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			crosses := func(f *ir.Flow) bool { return f.Crossing[wire] == around && !leadsTo(f.Misfits, wire.To) }
			if i := slices.IndexFunc(w.Flows, crosses); i >= 0 && n.Trust != ir.Lost {
				d := crossing(w.Flows[i], wire, around)
				d.File, d.Node = w.File, n.ID.Value
				found = append(found, d)
			}
		}
	}
	return found
}

// leadsTo reports whether a branch that can't run leads to a node too (FC308): without it, the node may be inside of
// the region.
func leadsTo(misfits []*ir.Misfit, n *ir.Node) bool {
	return slices.ContainsFunc(misfits, func(m *ir.Misfit) bool { return m.Wire.To == n && m.Shared == nil })
}

// crossing says which way a wire crosses the border of the region of around.
func crossing(f *ir.Flow, w *ir.Wire, around *ir.Node) diag.Diagnostic {
	d := diag.Diagnostic{
		Span: w.Span, Output: w.Output,
		Message: fmt.Sprintf("wire from %q to %q leaves the region of %q", w.From.ID.Value, w.To.ID.Value, around.ID.Value),
		Hint:    fmt.Sprintf("wire output \"done\" of %q to %q instead", around.ID.Value, w.To.ID.Value),
	}
	if begins := entered(f, w, around); begins != nil {
		d.Message = fmt.Sprintf("wire from %q to %q leads into the region of %q", w.From.ID.Value, w.To.ID.Value, around.ID.Value)
		d.Hint = fmt.Sprintf("give the region nodes of its own, and wire output \"done\" of %q to what both ways have in common", around.ID.Value)
		if visits(f, w, around) {
			d.Hint = fmt.Sprintf("lead it elsewhere, or to a copy of %q: %q does not run %q", w.To.ID.Value, f.Entry.ID.Value, around.ID.Value)
		}
		if left := FirstUnreached(f.Workflow); begins.To == w.To && len(left) > 0 {
			d.Hint = fmt.Sprintf("begin the region with %q, which nothing leads to, or ", left[0].ID.Value) + d.Hint
		}
		d.Related = []diag.Related{{File: w.From.Workflow.File, Span: begins.Span, Message: "the region begins here"}}
	}
	return d
}

// entered is the wire by which the region of a node begins, where another one leads into the region: to the same node,
// or from an entry point that does not run the node around it. It is nil where that leaves the region.
func entered(f *ir.Flow, w *ir.Wire, around *ir.Node) *ir.Wire {
	for _, into := range around.Wires {
		if out := around.Output(into.Output); into != w && (into.To == w.To || visits(f, w, around)) && out != nil && out.Role == templates.Try {
			return into
		}
	}
	return nil
}

// visits reports whether a wire is one by which an entry point gets into the region of a node that it does not run.
func visits(f *ir.Flow, w *ir.Wire, around *ir.Node) bool {
	return RunsIn(f, w.From) && !RunsIn(f, around)
}

// RunsIn reports whether a node is a step of an entry point.
func RunsIn(f *ir.Flow, n *ir.Node) bool { return len(f.Runs(n)) > 0 }

// Misplaced counts the wires that cross the border of a region: each may have been meant for a node that nothing leads
// to or, where it leads to where the region begins, the wire that begins it.
func Misplaced(f *ir.Flow) int { return len(f.Crossing) }

// FirstUnreached returns the nodes without a way to them that no other one leads to. Where one is read that they lead
// to, FC205 has said that it has not run.
func FirstUnreached(w *ir.Workflow) []*ir.Node {
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
		if !n.Reached && n.Trust != ir.Lost && n.Template != nil && !led[n] && !leadsToMissed(n) {
			first = append(first, n)
		}
	}
	return first
}

// leadsToMissed reports whether a node is read where it has not run, or one that it leads to.
func leadsToMissed(n *ir.Node) bool {
	unreached := func(n *ir.Node) []*ir.Node {
		return slices.DeleteFunc(n.Next(), func(to *ir.Node) bool { return to.Reached })
	}
	return flow.Leads(n, unreached, func(n *ir.Node) bool {
		return slices.ContainsFunc(n.Workflow.Flows, func(f *ir.Flow) bool { return f.Missed(n) })
	})
}
