package graph

import (
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// View is a workflow as a canvas shows it.
type View struct {
	Nodes []ViewNode `json:"nodes"`
	Wires []ViewWire `json:"wires"`
}

// ViewNode is a node of a View.
type ViewNode struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	Kind      string   `json:"kind"` // "Hash: verify"
	Says      string   `json:"says"` // what it does in a line, as in pictures of the workflow
	X         float64  `json:"x"`
	Y         float64  `json:"y"`
	Entry     bool     `json:"entry"`
	Answers   bool     `json:"answers"`
	Protected bool     `json:"protected"` // every way to it crosses a guard
	Outputs   []Handle `json:"outputs"`
	Region    string   `json:"region"` // the id of the node whose region it is in, or ""
	Proof     string   `json:"proof"`  // which engines have proved its statement; "" where it has none
	Calls     string   `json:"calls"`  // the workflow of the folder that it calls, by its file without .flow.json, or ""
}

// ViewWire is a wire of a View.
type ViewWire struct {
	From   string `json:"from"` // id of the node
	To     string `json:"to"`
	Output string `json:"output"`
	Label  string `json:"label"` // the output, and its place in the order of execution where there are several
	Guard  bool   `json:"guard"` // what follows is protected
}

// Look returns what a canvas shows of w.
func Look(w *ir.Workflow) View {
	p := pictureOf(w)
	p.place(w)
	v := View{Nodes: []ViewNode{}, Wires: []ViewWire{}}
	for i, n := range w.Nodes {
		b := p.boxes[i]
		v.Nodes = append(v.Nodes, ViewNode{
			ID: n.ID.Value, Name: b.name, Type: n.Type.Value, Kind: b.kind, Says: b.says, X: b.x, Y: b.y,
			Entry: b.shape == entry, Answers: b.shape == answers, Protected: b.protected, Outputs: handles(n), Region: regionOf(n), Calls: callsOf(n), Proof: facts.ProvedBy(n),
		})
	}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			v.Wires = append(v.Wires, ViewWire{n.ID.Value, wire.To.ID.Value, wire.Output, label(n, wire), guards(w, wire)})
		}
	}
	return v
}

// Tidy returns where a canvas has the nodes of w by id, each behind all that lead to it, wherever they are now.
func Tidy(w *ir.Workflow) map[string]schema.Position {
	p := pictureOf(w)
	p.tidy()
	places := map[string]schema.Position{}
	for i, n := range w.Nodes {
		places[n.ID.Value] = schema.Position{X: p.boxes[i].x, Y: p.boxes[i].y}
	}
	return places
}

// regionOf is the id of the node whose region n is in, in every flow that runs it.
func regionOf(n *ir.Node) string {
	if r := innermost(n); r != nil {
		return r.Step.Node.ID.Value
	}
	return ""
}

// callsOf is the workflow that n calls, where that is known.
func callsOf(n *ir.Node) string {
	if called := n.Calls(); called != nil {
		return called.Stem
	}
	return ""
}
