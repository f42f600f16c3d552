package schema

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// The types of the nodes that only people read: a text, and the frame that a canvas draws around the nodes which name
// it as their parent.
const (
	NoteType  = "note"
	FrameType = "group"
)

func isForPeople(n *Node) bool { return n.Type.Value == NoteType || n.Type.Value == FrameType }

// nodes reads all nodes into w, and reports ids and names that two of them share.
func (p *parser) nodes(w *Workflow) {
	items := p.list(w.Root, "nodes")
	ids := make(map[string]diag.Span, len(items))
	names := make(map[string]*Node, len(items))
	placed := placement{}
	for _, item := range items {
		n := p.readNode(item)
		if n == nil {
			p.unusable = true
			continue
		}
		fresh := p.checkID(n, ids)
		placed.add(n, item)
		if isForPeople(n) {
			w.Notes[n.ID.Value] = true
			continue
		}
		if fresh {
			p.checkName(n, names)
		}
		w.Nodes = append(w.Nodes, n)
	}
	placed.resolve(w.Nodes)
}

// readNode returns nil where the node's identity, type or data can't be read.
func (p *parser) readNode(v *Value) *Node {
	if !p.checkKind(v, "node", Object) {
		return nil
	}
	id, idOK := p.requiredString(v, "id")
	if p.besideData(v) {
		return nil
	}
	p.checkKeys(v, nodeKeys, canvasKeys)
	n := &Node{ID: id, Name: id, Span: v.Span, Position: p.readPosition(v.Get("position"))}
	if idOK && id.Value == "" {
		p.report(diag.FC003, id.Span, "", `"id" of a node is empty`)
		idOK = false
	}
	var typeOK bool
	n.Type, typeOK = p.requiredString(v, "type")
	if !p.readData(n, v) || !idOK || !typeOK {
		return nil
	}
	return n
}

// besideData reports the fields of a node that has no data and holds them itself, once.
func (p *parser) besideData(v *Value) bool {
	if v.Get("data") != nil || meant(v, "data") {
		return false
	}
	own := slices.Concat(nodeKeys, canvasKeys)
	fields := slices.DeleteFunc(slices.Clone(v.Members), func(m Member) bool {
		return slices.Contains(own, m.Key) || strings.HasPrefix(m.Key, "x-") || foreignKeys[m.Key] != "" || diag.Nearest(m.Key, nodeKeys) != ""
	})
	if len(fields) < 2 {
		return false
	}
	p.report(diag.FC002, fields[0].KeySpan, `write the fields of a node into its "data": {…}`, "unknown key %s", quote(fields[0].Key))
	last := &p.problems[len(p.problems)-1]
	for _, m := range fields[1:] {
		last.Related = append(last.Related, diag.Related{File: p.file, Span: m.KeySpan, Message: "and this one"})
	}
	return true
}

// readData reads the part of a node's data that every node type has. A node without data has
// none of the optional fields.
func (p *parser) readData(n *Node, v *Value) bool {
	n.Data = v.Get("data")
	if n.Data == nil && meant(v, "data") {
		return false
	}
	if n.Data == nil {
		n.Data = &Value{Kind: Object, Span: v.Span}
	}
	if !p.checkKey(n.Data, "data", Object) {
		return false
	}
	if isForPeople(n) {
		return true
	}
	n.Ignores = p.ignores(n.Data)
	return n.Field("name") == nil || p.readName(n)
}

// readName reads data.name, which the node has.
func (p *parser) readName(n *Node) bool {
	name, ok := p.optionalString(n.Data, "name")
	if ok && name.Value == "" {
		p.report(diag.FC003, name.Span, `leave "name" out to use the node's id`, `"name" of a node is empty`)
		return false
	}
	n.Name = name
	return ok
}

// readPosition reports a position that no canvas can draw, and returns nil for it.
func (p *parser) readPosition(v *Value) *Position {
	if v != nil && v.Kind == Array && len(v.Items) == 2 {
		p.report(diag.FC003, v.Span, fmt.Sprintf(`write {"x": %s, "y": %s}`, p.source(v.Items[0]), p.source(v.Items[1])), `"position" must be an object, got an array`)
		return nil
	}
	if v == nil || !p.checkKey(v, "position", Object) {
		return nil
	}
	x, xOK := p.readAxis(v, "x")
	y, yOK := p.readAxis(v, "y")
	if !xOK || !yOK {
		return nil
	}
	return &Position{x, y}
}

func (p *parser) readAxis(position *Value, axis string) (float64, bool) {
	v := position.Get(axis)
	if v == nil {
		p.report(diag.FC003, opening(position), "", "%q is missing, want a number", axis)
		return 0, false
	}
	if !p.checkKey(v, axis, Number) {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	return n, err == nil // a number beyond all canvases is no mistake, but no place either
}

// checkID reports whether n is the first node with its id.
func (p *parser) checkID(n *Node, seen map[string]diag.Span) bool {
	first, repeated := seen[n.ID.Value]
	if !repeated {
		seen[n.ID.Value] = n.ID.Span
		return true
	}
	p.reportRepeated(n.ID.Span, first, "duplicate node id %s", quote(n.ID.Value))
	return false
}

// checkName reports a name that another node has already.
func (p *parser) checkName(n *Node, seen map[string]*Node) {
	first, repeated := seen[n.Name.Value]
	if !repeated {
		seen[n.Name.Value] = n
		return
	}
	p.reportRepeated(n.Name.Span, first.Name.Span, "duplicate node name %s", quote(n.Name.Value))
}

// nameNodes says of each problem that lies in a node which node that is.
func (p *parser) nameNodes(root *Value) {
	list := root.Get("nodes")
	if list == nil {
		return
	}
	for i := range p.problems {
		d := &p.problems[i]
		after := sort.Search(len(list.Items), func(j int) bool { return list.Items[j].Span.Start > d.Span.Start })
		if after == 0 || list.Items[after-1].Span.End <= d.Span.Start {
			continue
		}
		if id := list.Items[after-1].Get("id"); id != nil && id.Kind == String {
			d.Node = id.Text
		}
	}
}
