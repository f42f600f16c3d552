package golden_test

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// What a mistake with wires leads to, told a second time and in the plainest way: by walking over wires as drawn.

// required reports whether an output must be wired. After an answer that is where a caller is not let through, or a region
// begins.
func (d *draft) required(id, output string) bool {
	waits := d.reached(id, func(e *schema.Edge) bool { return d.node(e.Source.Value).Type.Value != "response" })
	return slices.ContainsFunc(d.meaning(id).Outputs(), func(o *templates.Output) bool {
		return o.Name == output && o.Required && (waits || o.Name == "invalid" || o.Role == templates.Try)
	})
}

// meaning is a node as the compiler understands it.
func (d *draft) meaning(id string) *ir.Node {
	return d.meant.Nodes[slices.IndexFunc(d.meant.Nodes, func(n *ir.Node) bool { return n.ID.Value == id })]
}

// reached reports whether the entry point leads to a node by those wires that count; nil is all.
func (d *draft) reached(id string, counts func(*schema.Edge) bool) bool {
	return slices.ContainsFunc(d.entries(), func(entry string) bool { return id == entry || d.leads(entry, id, counts) })
}

// leads reports whether wires that count lead from one node to another.
func (d *draft) leads(from, to string, counts func(*schema.Edge) bool) bool {
	seen := map[string]bool{}
	pending := []string{from}
	for len(pending) > 0 {
		id := pending[0]
		pending = pending[1:]
		for _, e := range d.doc.Edges {
			if e.Source.Value != id || seen[e.Target.Value] || counts != nil && !counts(e) {
				continue
			}
			if e.Target.Value == to {
				return true
			}
			seen[e.Target.Value] = true
			pending = append(pending, e.Target.Value)
		}
	}
	return false
}

// rewired is the document with another wire in place of one.
func (d *draft) rewired(i int, e *schema.Edge) *draft {
	other, doc := *d, *d.doc
	doc.Edges = slices.Clone(doc.Edges)
	doc.Edges[i] = e
	other.doc = &doc
	return &other
}

// unread wants one of the codes at the nodes that read another one that has not run on some way to them, and had in the
// document as it was.
func (d *draft) unread(codes string, before *draft) []finding {
	var want []finding
	for _, n := range d.doc.Nodes {
		for _, read := range d.reads(n) {
			if d.around(n.ID.Value, read) && (!before.around(n.ID.Value, read) || !d.reached(read, nil)) {
				want = append(want, at(codes, n.ID.Value, "/data")...)
			}
		}
	}
	return want
}

// around reports whether wires lead to a node that do not cross another one.
func (d *draft) around(id, other string) bool {
	return !d.isEntry(other) && d.reached(id, func(e *schema.Edge) bool { return e.Target.Value != other })
}

// atReaders wants one of the codes at the nodes that read another one.
func (d *draft) atReaders(codes, read string) []finding {
	var want []finding
	for _, n := range d.doc.Nodes {
		if slices.Contains(d.reads(n), read) {
			want = append(want, at(codes, n.ID.Value, "/data")...)
		}
	}
	return want
}

// atSenders wants one of the codes at the nodes of which a wire leads to one.
func (d *draft) atSenders(codes, id string) []finding {
	var want []finding
	for _, e := range d.doc.Edges {
		if e.Target.Value == id {
			want = append(want, at(codes, e.Source.Value, "*")...)
		}
	}
	return want
}

// atAny wants one of the codes at a node, at one that it leads to, or at the entry point.
func (d *draft) atAny(codes, id string) []finding {
	want := slices.Concat(at(codes, id, ""), d.atEntries(codes))
	for _, n := range d.doc.Nodes {
		if d.leads(id, n.ID.Value, nil) {
			want = append(want, at(codes, n.ID.Value, "")...)
		}
	}
	for i, e := range d.doc.Edges {
		if e.Source.Value == id || d.leads(id, e.Source.Value, nil) {
			want = append(want, atEdge(codes, i)...)
		}
	}
	return want
}
