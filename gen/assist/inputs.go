package assist

// Input is one that a node's function takes, or the workflow that the node calls.
type Input struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
}

// Inputs are what a node's function takes, or the workflow that it calls; none where that is not known.
func (d *Draft) Inputs(node string) []Input {
	list := []Input{}
	n := d.node(node)
	if n == nil || n.Template == nil {
		return list
	}
	if called := n.Calls(); called != nil {
		for _, f := range called.In.Fields {
			list = append(list, Input{f.Name, f.Type.String(), called.Takes[f.Name]})
		}
		return list
	}
	for _, f := range n.Function().In.Fields {
		list = append(list, Input{f.Name, f.Type.String(), !f.Type.Nullable})
	}
	return list
}
