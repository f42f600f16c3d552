package assist

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Follow is what may stand behind an output.
type Follow struct {
	Types  []string `json:"types"`  // node types, in the order of the palette
	Likely []string `json:"likely"` // those of them that most often do
	Nodes  []string `json:"nodes"`  // ids of nodes that a wire may lead to
	// Data is the data that a new node of a type has there, of those for which the output decides.
	Data map[string]map[string]any `json:"data"`
}

// Loose is an output that must be connected and is not, and the node that answers there.
type Loose struct {
	Node   string         `json:"node"`
	Output string         `json:"output"`
	Type   string         `json:"type"`
	Data   map[string]any `json:"data"`
}

// Loose returns the outputs that must be connected and are not, each with a node that would answer there, in the order
// of the document.
func (d *Draft) Loose() []Loose {
	all := []Loose{}
	for _, p := range d.Found {
		n := d.node(p.Node)
		if n == nil || !Unconnected(p) {
			continue
		}
		f := d.types(n, p.Output)
		for _, t := range f.Types {
			if data := f.Data[t]; data != nil {
				all = append(all, Loose{p.Node, p.Output, t, data})
				break
			}
		}
	}
	return all
}

// Unconnected reports whether a diagnostic is of an output that lacks a wire.
func Unconnected(d diag.Diagnostic) bool {
	return d.Node != "" && d.Output != "" && slices.Contains([]*diag.Code{diag.FC301, diag.FC302, diag.FC303}, d.Code)
}

// Follow says what may stand behind an output of a node; the node "" is where executions begin.
func (d *Draft) Follow(node, output string) Follow {
	n := d.node(node)
	f := d.types(n, output)
	if n == nil {
		return f
	}
	for _, to := range n.Workflow.Nodes {
		if to.Template != nil && to.Template.Entry == nil && to != n && !leads(to, n, map[*ir.Node]bool{}) && slices.Contains(f.Types, to.Type.Value) {
			f.Nodes = append(f.Nodes, to.ID.Value)
		}
	}
	f.Nodes = d.reachable(n, output, f.Nodes)
	return f
}

// types are the node types that may stand behind an output of n, or where that is nil those that begin executions.
func (d *Draft) types(n *ir.Node, output string) Follow {
	f := Follow{Types: []string{}, Likely: []string{}, Nodes: []string{}, Data: map[string]map[string]any{}}
	for _, t := range d.folders[d.which].Templates {
		switch {
		case n == nil && t.Entry != nil:
			f.Types = append(f.Types, t.Type)
		case n != nil && t.Entry == nil && !(t.Answer.Ends && (afterAnswer(n) || (t.Reuse != nil) != n.Workflow.IsCalled())):
			f.Types = append(f.Types, t.Type)
			if t.Answer.Ends && leaves(n, output) {
				f.Likely = append(f.Likely, t.Type)
			}
			if o := n.Output(output); o != nil && t.Answer.Born != nil {
				f.Data[t.Type] = t.Answer.Born(o.NewBehind(n.Name.Value))
			}
		}
	}
	return f
}

// misled are the codes of what a wire that leads to the wrong node is.
var misled = []*diag.Code{diag.FC104, diag.FC106, diag.FC304, diag.FC306}

// reachable leaves out the nodes to which a wire would be wrong in itself: one that crosses the border of a region, or
// leads to a second answer. In a large document that is left to lint.
func (d *Draft) reachable(n *ir.Node, output string, ids []string) []string {
	edges := d.Root.Get("edges")
	if edges == nil || edges.Kind != schema.Array || len(ids)*len(n.Workflow.Nodes) > maxTried {
		return ids
	}
	texts := [][]byte{d.File.Src}
	for _, id := range ids {
		wire := fmt.Sprintf(`{"source": %s, "sourceHandle": %s, "target": %s}`, quoted(n.ID.Value), quoted(output), quoted(id))
		if len(edges.Items) > 0 {
			wire = ", " + wire // the last one: what was wired before goes first
		}
		at := edges.Span.End - 1
		texts = append(texts, slices.Concat(d.File.Src[:at], []byte(wire), d.File.Src[at:]))
	}
	lists, _ := d.trials(texts)
	good := []string{}
	for i, id := range ids {
		if !slices.ContainsFunc(lists[i+1], func(p diag.Diagnostic) bool { return slices.Contains(misled, p.Code) }) {
			good = append(good, id)
		}
	}
	return good
}

// leaves reports whether an output leaves the main way: an answer follows most often.
func leaves(n *ir.Node, output string) bool {
	outs := n.Outputs()
	if n.Template == nil || n.Template.Equal || len(outs) == 0 || outs[0].Name == output {
		return false
	}
	o := n.Output(output)
	return o != nil && (o.Role == templates.Plain || o.Role == templates.Handler)
}

// afterAnswer reports whether what follows n runs when the answer was sent.
func afterAnswer(n *ir.Node) bool {
	if n.Template != nil && n.Template.Answer.Ends {
		return true
	}
	return slices.ContainsFunc(lookerAt(n, "").steps, func(s *ir.Step) bool { return s.After })
}

// leads reports whether wires lead from one node to another.
func leads(from, to *ir.Node, seen map[*ir.Node]bool) bool {
	seen[from] = true
	for _, next := range from.Next() {
		if next == to || !seen[next] && leads(next, to, seen) {
			return true
		}
	}
	return false
}
