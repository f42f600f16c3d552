package schema

import "github.com/flowc-dev/flowc/schema/diag"

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

// readEdge returns nil where the wire's ends can't be read.
func (p *parser) readEdge(v *Value) *Edge {
	if v.Kind != Object {
		p.report(diag.FC003, v.Span, `write a wire as {"source": "in", "target": "ok"}`, "edge must be an object, got %s", withArticle(v.Kind))
		return nil
	}
	if p.isNode(v) {
		return nil
	}
	p.checkKeys(v, edgeKeys, canvasKeys, canvasEdgeKeys)
	p.optionalString(v, "id")
	p.handle(v, "targetHandle")
	e := &Edge{Span: v.Span}
	var sourceOK, targetOK, handleOK bool
	if p.namesNoNodes(v) {
		return nil
	}
	e.Source, sourceOK = p.requiredString(v, "source")
	e.Target, targetOK = p.requiredString(v, "target")
	e.Handle, handleOK = p.handle(v, "sourceHandle")
	if !sourceOK || !targetOK || !handleOK {
		return nil
	}
	return e
}

// namesNoNodes reports a wire both ends of which are written as something else than a node's id, once: its author has
// another format in mind.
func (p *parser) namesNoNodes(v *Value) bool {
	source, target := v.Get("source"), v.Get("target")
	if source == nil || target == nil || source.Kind == String || target.Kind != source.Kind {
		return false
	}
	p.report(diag.FC003, source.Span, `write the ids of the nodes themselves: "source": "in", "target": "ok"`, `"source" and "target" must be a string each, got %s`, withArticle(source.Kind))
	last := &p.problems[len(p.problems)-1]
	last.Related = append(last.Related, diag.Related{File: p.file, Span: target.Span, Message: "and here"})
	return true
}

// isNode reports a node among the wires, and that alone.
func (p *parser) isNode(v *Value) bool {
	if v.Get("source") != nil || v.Get("target") != nil || meant(v, "source") || meant(v, "target") {
		return false
	}
	hint := `a wire says where it begins and ends: {"source": "in", "target": "ok"}`
	if v.Get("id") != nil && v.Get("type") != nil {
		hint = `this is a node: write it into "nodes"`
	}
	p.report(diag.FC003, opening(v), hint, `"source" and "target" are missing, want a string each`)
	return true
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
