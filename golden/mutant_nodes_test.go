package golden_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// nodeOperators are the mistakes that are made with whole nodes.
func nodeOperators() []operator {
	return []operator{
		{"delete a node, leave its wires", deleteNodeOnly, false},
		{"delete a node and its wires", deleteNode, true},
		{"delete a node, join its wires", bridgeNode, true},
		{"paste a node", pasteNode, false},
		{"paste a node under another id", pasteRenamed, false},
		{"name a node as another one", stealName, false},
		{"change a node's id", changeID, false},
		{"misspell a node's type", misspellType, false},
		{"change a node's type", changeType, false},
		{"add a node that is not wired", addNode, false},
	}
}

func deleteNodeOnly(d *draft) []mutant {
	var list []mutant
	for i, n := range d.nodes().Items {
		id := n.Get("id").Text
		m := mutant{what: "without " + id, files: d.with(d.without(d.nodes(), i))}
		for j, e := range d.doc.Edges {
			if e.Source.Value == id || e.Target.Value == id {
				m.want = append(m.want, atEdge("FC102", j)...)
			}
		}
		list = append(list, m)
	}
	return list
}

// deleteNode deletes a node as a canvas does. Left out are nodes without which another program remains, and a right one:
// what handles a conflict, and what runs last after the answer.
func deleteNode(d *draft) []mutant {
	var list []mutant
	for i, n := range d.nodes().Items {
		id := n.Get("id").Text
		after := d.withoutNode(id)
		m := mutant{
			what:  "without " + id,
			files: d.with(d.without(d.nodes(), i), d.join(d.edges(), d.wiresWithout(id))),
			want:  after.unread("FC204 FC205", d),
		}
		m.want = append(m.want, d.atReaders("FC204", id)...)
		for _, e := range d.doc.Edges {
			source, target := e.Source.Value, e.Target.Value
			switch {
			case d.isEntry(id) && len(d.entries()) == 1:
				m.want = []finding{{codes: "FC105", within: "/name"}}
			case source == id && !after.reached(target, nil):
				m.want = slices.Concat(m.want, at("FC107", target, ""), d.atOpenRegions())
			case target == id && d.required(source, e.Handle.Value):
				m.want = append(m.want, at("FC301 FC302", source, "")...)
			case target == id && d.mustAnswer(e):
				m.want = slices.Concat(m.want, at("FC303", source, ""), d.atOpenRegions())
			case target == id && e.Handle.Value == "notFound":
				m.want = append(m.want, d.atReaders("FC206", source)...)
			}
		}
		if m.want != nil {
			list = append(list, m)
		}
	}
	return list
}

// withoutNode is the document without a node and its wires, to reason about.
func (d *draft) withoutNode(id string) *draft {
	other, doc := *d, *d.doc
	doc.Nodes = slices.DeleteFunc(slices.Clone(doc.Nodes), func(n *schema.Node) bool { return n.ID.Value == id })
	doc.Edges = slices.DeleteFunc(slices.Clone(doc.Edges), func(e *schema.Edge) bool { return e.Source.Value == id || e.Target.Value == id })
	other.doc = &doc
	return &other
}

// wiresWithout are the wires that do not touch a node, as written.
func (d *draft) wiresWithout(id string) []string {
	var wires []string
	for i, e := range d.doc.Edges {
		if e.Source.Value != id && e.Target.Value != id {
			wires = append(wires, d.parts(d.edges())[i])
		}
	}
	return wires
}

// bridgeNode deletes a node and wires what led to it to what its main output led to: how an Auth node gets lost. Left
// out are nodes that nobody reads, that guard nothing, and without which all others are still reached.
func bridgeNode(d *draft) []mutant {
	var list []mutant
	for i, n := range d.doc.Nodes {
		id := n.ID.Value
		next := d.mainTarget(n)
		if next == "" || d.isEntry(id) {
			continue
		}
		m := mutant{what: fmt.Sprintf("without %s, wired on to %s", id, next)}
		wires := d.wiresWithout(id)
		for _, e := range d.doc.Edges {
			if e.Target.Value == id {
				wires = append(wires, wireText(e.Source.Value, e.Handle.Value, next))
			}
			others := func(e *schema.Edge) bool { return e.Source.Value != id }
			if to := e.Target.Value; e.Source.Value == id && to != next && !d.reached(to, others) && !d.leads(next, to, others) {
				m.want = append(m.want, at("FC107", e.Target.Value, "")...)
			}
		}
		m.files = d.with(d.without(d.nodes(), i), d.join(d.edges(), wires))
		m.want = append(m.want, d.atReaders("FC204", id)...)
		if d.leadsBy(id, "done") { // what followed the region, and answered, follows nothing now
			m.want = slices.Concat(m.want, d.atAny("FC303", id), d.atOpenRegions())
		}
		if d.guards(n) {
			m.want = slices.Concat(m.want, d.atEntries("FC404 FC405"), d.atAny("FC204 FC206", id)) // what it gives is read, or a row that it checked against
		}
		if m.want != nil {
			list = append(list, m)
		}
	}
	return list
}

// guards reports whether what follows a node's main output is protected by it.
func (d *draft) guards(n *schema.Node) bool {
	for _, f := range d.meant.Flows {
		for _, s := range f.Runs(d.meaning(n.ID.Value)) {
			if slices.ContainsFunc(s.Outs, func(o *ir.Out) bool { return o.Guard && o.Next != nil }) {
				return true
			}
		}
	}
	return false
}

// leadsBy reports whether an output has a wire.
func (d *draft) leadsBy(id, output string) bool {
	return slices.ContainsFunc(d.doc.Edges, func(e *schema.Edge) bool { return e.Source.Value == id && e.Handle.Value == output })
}

// mainTarget is what the first wired output of a node leads to, or "".
func (d *draft) mainTarget(n *schema.Node) string {
	for _, o := range d.template(n).Outputs {
		for _, e := range d.doc.Edges {
			if e.Source.Value == n.ID.Value && e.Handle.Value == o.Name {
				return e.Target.Value
			}
		}
	}
	return ""
}

func pasteNode(d *draft) []mutant {
	var list []mutant
	for i, n := range d.nodes().Items {
		list = append(list, mutant{
			what:  n.Get("id").Text + " pasted",
			files: d.with(d.plus(d.nodes(), d.parts(d.nodes())[i])),
			want:  []finding{{codes: "FC004", node: n.Get("id").Text, within: "*"}},
		})
	}
	return list
}

// pasteRenamed pastes a node as a canvas does, that gives it another id. An entry point is one more of the same route; a
// name that was given is there twice.
func pasteRenamed(d *draft) []mutant {
	var list []mutant
	for i, n := range d.doc.Nodes {
		id := n.ID.Value
		code := "FC107"
		switch {
		case n.Name.Value != id:
			code = "FC004"
		case n.Type.Value == "subflow":
			code = "FC312"
		case d.isEntry(id):
			code = "FC501"
		}
		pasted := strings.Replace(d.parts(d.nodes())[i], `"id": "`+id+`"`, `"id": "`+id+`Copy"`, 1)
		list = append(list, mutant{what: id + " pasted", files: d.with(d.plus(d.nodes(), pasted)), want: at(code, id+"Copy", "")})
	}
	return list
}

func stealName(d *draft) []mutant {
	var list []mutant
	for i, n := range d.doc.Nodes {
		other := d.doc.Nodes[(i+1)%len(d.doc.Nodes)]
		name := d.plus(n.Data, `"name": `+quoted(other.Name.Value))
		if given := n.Data.Get("name"); given != nil {
			name = putText(given, other.Name.Value)
		}
		list = append(list, mutant{
			what:  fmt.Sprintf("%s is called %s", n.ID.Value, other.Name.Value),
			files: d.with(name),
			want:  append(at("FC004", n.ID.Value, ""), at("FC004", other.ID.Value, "")...),
		})
	}
	return list
}

// changeID changes an id where the node stands, and not in its wires.
func changeID(d *draft) []mutant {
	var list []mutant
	for i, n := range d.nodes().Items {
		id := n.Get("id").Text
		m := mutant{what: id + " is another id", files: d.with(putText(d.nodes().Items[i].Get("id"), id+"x"))}
		for j, e := range d.doc.Edges {
			if e.Source.Value == id || e.Target.Value == id {
				m.want = append(m.want, atEdge("FC102", j)...)
			}
		}
		list = append(list, m)
	}
	return list
}

func misspellType(d *draft) []mutant {
	var list []mutant
	for i, n := range d.doc.Nodes {
		for _, name := range []string{n.Type.Value + "s", strings.ToUpper(n.Type.Value), ""} {
			list = append(list, mutant{
				what:  fmt.Sprintf("%s is of type %q", n.ID.Value, name),
				files: d.with(putText(d.nodes().Items[i].Get("type"), name)),
				want:  at("FC101 FC003", n.ID.Value, "/type"),
			})
		}
	}
	return list
}

// changeType makes a node one of other types, in turn, with the fields that it has. Left out are regions that are done again, or
// taken back, in place of another one: that is another program, and right.
func changeType(d *draft) []mutant {
	var list []mutant
	for i, n := range d.doc.Nodes {
		for j, name := range sortedNames(d.templates) {
			if name == n.Type.Value || (i+j)%3 != 0 || (name == "retry" || name == "transaction") && d.couldBe(n, name) {
				continue
			}
			m := mutant{
				what:  fmt.Sprintf("%s is of type %s", n.ID.Value, name),
				files: d.with(putText(d.nodes().Items[i].Get("type"), name)),
				want:  append(at("FC101 FC103 FC201 FC202 FC301 FC302 FC303", n.ID.Value, ""), finding{codes: "FC105", within: "/name"}),
			}
			if d.couldBe(n, name) { // that what follows comes after a failure, too, shows where that reads what has failed
				m.want = append(m.want, d.atAny("FC107 FC205", n.ID.Value)...)
			}
			for j, e := range d.doc.Edges {
				if e.Source.Value == n.ID.Value || e.Target.Value == n.ID.Value {
					m.want = append(m.want, atEdge("FC103 FC106", j)...)
				}
			}
			list = append(list, m)
		}
	}
	return list
}

// couldBe reports whether a node about a region has no field, and no wire of an output, that nodes of another type about one have not.
func (d *draft) couldBe(n *schema.Node, name string) bool {
	other := d.templates[name]
	output := func(name string) bool {
		return slices.ContainsFunc(other.Outputs, func(o templates.Output) bool { return o.Name == name })
	}
	if !d.hasRegion(n) || !output("done") {
		return false
	}
	for _, f := range d.template(n).Fields {
		if n.Field(f.Name) != nil && !slices.ContainsFunc(other.Fields, func(o templates.Field) bool { return o.Name == f.Name }) {
			return false
		}
	}
	return !slices.ContainsFunc(d.doc.Edges, func(e *schema.Edge) bool { return e.Source.Value == n.ID.Value && !output(e.Handle.Value) })
}

// addNode adds a node of every type that needs no fields, and forgets the wires.
func addNode(d *draft) []mutant {
	var list []mutant
	for _, text := range []string{
		`"type": "set", "data": {"setValues": {"a": 1}}`,
		`"type": "tryCatch", "data": {}`,
		`"type": "retry"`,
		`"type": "response", "data": {"responseStatus": 200}`,
		`"type": "condition", "data": {"conditionExpression": "true"}`,
		`"type": "auth"`,
	} {
		list = append(list, mutant{
			what: "also {" + text + "}", files: d.with(d.plus(d.nodes(), `{"id": "newcomer", `+text+`}`)), want: at("FC107", "newcomer", ""),
		})
	}
	return list
}
