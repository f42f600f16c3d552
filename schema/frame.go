package schema

// placement holds where nodes stand as the document says it: relative to their parents.
type placement map[string]placed

type placed struct {
	at     *Position
	parent string
}

func (p placement) add(n *Node, v *Value) {
	parent := v.Get("parentId")
	if parent == nil {
		parent = v.Get("parentNode") // until React Flow 11
	}
	here := placed{at: n.Position}
	if parent != nil {
		here.parent = parent.Text
	}
	p[n.ID.Value] = here
}

// resolve gives nodes their places on the canvas. A parent that is not there, or is inside of itself, moves none.
func (p placement) resolve(nodes []*Node) {
	for _, n := range nodes {
		if n.Position == nil {
			continue
		}
		at, seen := *n.Position, map[string]bool{n.ID.Value: true}
		for parent := p[n.ID.Value].parent; parent != "" && !seen[parent]; parent = p[parent].parent {
			seen[parent] = true
			if frame := p[parent].at; frame != nil {
				at.X, at.Y = at.X+frame.X, at.Y+frame.Y
			}
		}
		n.Position = &at
	}
}
