package schema

// defaultHandle is the output that a wire takes where it names none.
const defaultHandle = "out"

// edges reads all wires into w.
func (p *parser) edges(w *Workflow) {
	for _, item := range p.list(w.Root, "edges") {
		if e := p.readEdge(item); e != nil {
			w.Edges = append(w.Edges, e)
		} else {
			p.unusable = true
		}
	}
}

// readEdge returns nil where the wire's ends can't be told.
func (p *parser) readEdge(v *Value) *Edge {
	if !p.checkKind(v, "edge", Object) {
		return nil
	}
	p.checkKeys(v, edgeKeys, canvasKeys, canvasEdgeKeys)
	p.optionalString(v, "id")
	p.handle(v, "targetHandle")
	e := &Edge{Span: v.Span}
	var sourceOK, targetOK, handleOK bool
	e.Source, sourceOK = p.requiredString(v, "source")
	e.Target, targetOK = p.requiredString(v, "target")
	e.Handle, handleOK = p.handle(v, "sourceHandle")
	if !sourceOK || !targetOK || !handleOK {
		return nil
	}
	return e
}

// handle reads a string that may be absent or null, as a canvas writes it.
func (p *parser) handle(edge *Value, key string) (Text, bool) {
	if meant(edge, key) {
		return Text{}, false
	}
	if h := edge.Get(key); h == nil || h.Kind == Null {
		return Text{defaultHandle, edge.Span}, true
	}
	return p.optionalString(edge, key)
}
