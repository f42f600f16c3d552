package graph

import "github.com/flowc-dev/flowc/gen/ir"

// Handle is an output of a node, where wires begin.
type Handle struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Required bool   `json:"required"`
	Wired    bool   `json:"wired"`
}

// handles are the outputs of a node: those of its type that apply, and others that a wire takes.
func handles(n *ir.Node) []Handle {
	list := []Handle{}
	for _, o := range n.Outputs() {
		list = append(list, Handle{o.Name, o.About(), o.Required, len(n.Targets(o.Name)) > 0})
	}
	for _, wire := range n.Wires {
		if n.Output(wire.Output) == nil {
			list = append(list, Handle{Name: wire.Output, Wired: true})
		}
	}
	return list
}
