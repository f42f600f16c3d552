package golden_test

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// wireOperators are the mistakes that are made with wires.
func wireOperators() []operator {
	return []operator{
		{"drop a wire", dropWire, true},
		{"redirect a wire", redirectWire, true},
		{"swap two outputs", swapOutputs, true},
		{"wire back", wireBack, false},
		{"wire into an entry point", wireIntoEntry, false},
		{"misspell a wire's end", misspellEnd, false},
		{"misspell an output", misspellOutput, false},
		{"drop a wire's output", dropHandle, false},
		{"draw a wire twice", doubleWire, false},
		{"wire a second answer", secondAnswer, true},
		{"wire a response to a response", answerTwice, true},
	}
}

// dropWire leaves out a wire. Left out of it are wires of an optional output to a node that others lead to as well: not
// to handle a conflict by itself is another program, and right; so is one that goes on without a row that nobody reads.
func dropWire(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		m := mutant{what: "without " + wireName(e), files: d.with(d.without(d.edges(), i))}
		switch {
		case d.required(e.Source.Value, e.Handle.Value):
			m.want = at("FC301 FC302", e.Source.Value, "")
		case !d.reached(e.Target.Value, func(o *schema.Edge) bool { return o != e }) && !d.mustAnswer(e):
			m.want = slices.Concat(at("FC107", e.Target.Value, ""), d.atReaders("FC205", e.Target.Value), d.atOpenRegions())
			if e.Handle.Value == "notFound" {
				m.want = append(m.want, d.atReaders("FC206", e.Source.Value)...) // in place of the first
			}
		case d.mustAnswer(e):
			m.want = append(at("FC303", e.Source.Value, ""), d.atOpenRegions()...)
		case e.Handle.Value == "notFound":
			m.want = d.atReaders("FC206", e.Source.Value)
		default:
			continue
		}
		if len(m.want) == 0 {
			continue
		}
		list = append(list, m)
	}
	return list
}

// mustAnswer reports whether what a wire leads to is what answers, on the way that it is on.
func (d *draft) mustAnswer(e *schema.Edge) bool {
	if e.Handle.Value != "out" && e.Handle.Value != "done" {
		return false
	}
	return !answers(d.node(e.Source.Value)) && d.leadsToAnswer(e.Target.Value)
}

// atOpenRegions wants FC303 at the nodes of regions behind which nothing is drawn: where a branch inside ends, they do.
func (d *draft) atOpenRegions() []finding {
	var want []finding
	for _, n := range d.doc.Nodes {
		if d.hasRegion(n) && !d.leadsBy(n.ID.Value, "done") {
			want = append(want, at("FC303", n.ID.Value, "")...)
		}
	}
	return want
}

// hasRegion reports whether a node is about a region, behind which its done leads.
func (d *draft) hasRegion(n *schema.Node) bool {
	return slices.ContainsFunc(d.template(n).Outputs, func(o templates.Output) bool { return o.Name == "done" })
}

// answers reports whether a way ends at a node, with an answer.
func answers(n *schema.Node) bool { return n.Type.Value == "response" || n.Type.Value == "return" }

// leadsToAnswer reports whether an answer can be reached.
func (d *draft) leadsToAnswer(id string) bool {
	for _, n := range d.doc.Nodes {
		if answers(n) && (n.ID.Value == id || d.leads(id, n.ID.Value, nil)) {
			return true
		}
	}
	return false
}

// redirectWire leads a wire to each other node. Left out is what may be right: another way to end, where all nodes are
// still reached and what they read has still run.
func redirectWire(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		for _, n := range d.doc.Nodes {
			to := n.ID.Value
			if to == e.Target.Value {
				continue
			}
			m := mutant{what: wireName(e) + " to " + to, files: d.with(putText(d.edges().Items[i].Get("target"), to))}
			moved := *e
			moved.Target.Value = to
			after := d.rewired(i, &moved)
			switch {
			case d.isEntry(to):
				m.want = at("FC106", to, "")
				m.want[0].node, m.want[0].within = "", fmt.Sprintf("/edges/%d", i)
			case to == e.Source.Value || d.leads(to, e.Source.Value, nil):
				m.want = atEdge("FC104", i)
			case !after.reached(e.Target.Value, nil):
				m.want = slices.Concat(after.unread("FC205", d), at("FC107", e.Target.Value, ""), d.atReaders("FC204", e.Source.Value), at("FC204", to, "/data"), after.atAny("FC204 FC206 FC303", to), after.atOpenRegions(), d.atAny("FC306", e.Source.Value), after.atSenders("FC306", to))
				if e.Handle.Value == "invalid" || e.Handle.Value == "forbidden" { // who is not let through comes there
					m.want = append(m.want, after.atAny("FC305 FC404", to)...)
				}
				if d.node(e.Source.Value).Type.Value == "response" {
					m.want = append(m.want, at("FC304", to, "")...) // behind one answer, another
				}
			default:
				if m.want = after.unread("FC205", d); m.want == nil {
					continue
				}
				if d.invades(e.Source.Value, to) {
					m.want = append(m.want, atEdge("FC306", i)...)
				}
			}
			list = append(list, m)
		}
	}
	return list
}

// invades reports whether a wire leads to where one comes only across a node about a region, from where that has not run.
func (d *draft) invades(from, to string) bool {
	return slices.ContainsFunc(d.doc.Nodes, func(n *schema.Node) bool {
		id := n.ID.Value
		return d.hasRegion(n) && d.leads(id, to, nil) && !d.around(to, id) && from != id && !d.leads(id, from, nil)
	})
}

// swapOutputs swaps what two outputs of a node lead to. Left out are a Condition, and a node that only looks something up, or
// counts, and that nobody reads: both ways are right, and only the author knows which is which.
func swapOutputs(d *draft) []mutant {
	var list []mutant
	for i, a := range d.doc.Edges {
		for j, b := range d.doc.Edges {
			source := a.Source.Value
			if i >= j || source != b.Source.Value || a.Handle.Value == b.Handle.Value || d.eitherWay(source) || d.refusesOther(a, b) || d.triesOther(a, b) {
				continue
			}
			list = append(list, mutant{
				what:  fmt.Sprintf("%s with %s swapped", wireName(a), wireName(b)),
				files: d.with(putText(d.edges().Items[i].Get("target"), b.Target.Value), putText(d.edges().Items[j].Get("target"), a.Target.Value)),
				want:  d.atAny("FC107 FC204 FC205 FC206 FC303 FC305 FC306 FC404", source),
			})
		}
	}
	return list
}

// refusesOther reports whether two ways of a Call are swapped that both end at once: which of them says what only its author knows.
func (d *draft) refusesOther(a, b *schema.Edge) bool {
	return d.node(a.Source.Value).Type.Value == "call" && answers(d.node(a.Target.Value)) && answers(d.node(b.Target.Value))
}

// triesOther reports whether what a Retry tries and what follows are swapped: another program, and right.
func (d *draft) triesOther(a, b *schema.Edge) bool {
	return d.node(a.Source.Value).Type.Value == "retry" && a.Handle.Value != "failed" && b.Handle.Value != "failed"
}

// eitherWay reports whether the outputs of a node mean nothing to the compiler.
func (d *draft) eitherWay(id string) bool {
	kind := d.node(id).Type.Value
	return kind == "condition" || slices.Contains([]string{"sql", "rateLimit", "localStorage", "call"}, kind) && d.atReaders("", id) == nil
}

// wireBack adds a wire from each wired output to its own node and to each one before it.
func wireBack(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		source := e.Source.Value
		for _, n := range d.doc.Nodes {
			to := n.ID.Value
			if d.isEntry(to) || to != source && !d.leads(to, source, nil) {
				continue
			}
			list = append(list, mutant{
				what:  fmt.Sprintf("another wire from %s to %s", outputName(e), to),
				files: d.with(d.plus(d.edges(), wireText(source, e.Handle.Value, to))),
				want:  atEdge("FC104", len(d.doc.Edges)),
			})
		}
	}
	return list
}

func wireIntoEntry(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		list = append(list, mutant{
			what:  "another wire from " + outputName(e),
			files: d.with(d.plus(d.edges(), wireText(e.Source.Value, e.Handle.Value, d.entry()))),
			want:  atEdge("FC106", len(d.doc.Edges)),
		})
	}
	return list
}

func misspellEnd(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		for _, end := range []string{"source", "target"} {
			v := d.edges().Items[i].Get(end)
			list = append(list, mutant{
				what: fmt.Sprintf("%s of %s misspelt", end, wireName(e)), files: d.with(putText(v, v.Text+"x")), want: atEdge("FC102", i),
			})
		}
	}
	return list
}

func misspellOutput(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		list = append(list, mutant{
			what:  "output of " + wireName(e) + " misspelt",
			files: d.with(d.join(d.edges(), replacedPart(d.parts(d.edges()), i, wireText(e.Source.Value, e.Handle.Value+"d", e.Target.Value)))),
			want:  atEdge("FC103", i),
		})
	}
	return list
}

// dropHandle leaves out which output a wire takes. Left out are nodes that have an out: their wire is just another one.
func dropHandle(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		switch n := d.node(e.Source.Value); {
		case e.Handle.Value == "out" || slices.Contains([]string{"api", "code", "sql"}, n.Type.Value) || d.isEntry(n.ID.Value):
			continue // it is one more wire of out
		}
		text := fmt.Sprintf(`{"source": %q, "target": %q}`, e.Source.Value, e.Target.Value)
		list = append(list, mutant{
			what:  "no output at " + wireName(e),
			files: d.with(d.join(d.edges(), replacedPart(d.parts(d.edges()), i, text))),
			want:  atEdge("FC103", i),
		})
	}
	return list
}

func doubleWire(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		list = append(list, mutant{
			what:  wireName(e) + " twice",
			files: d.with(d.plus(d.edges(), wireText(e.Source.Value, e.Handle.Value, e.Target.Value))),
			want:  atEdge("FC308", len(d.doc.Edges)),
		})
	}
	return list
}

// secondAnswer wires an output that leads to a Response to a second one as well. Left out are wires that answer only on
// one of their ways: the second is then the answer on the others, and that may be meant. Out of a region it leads nowhere.
func secondAnswer(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		for _, n := range d.doc.Nodes {
			to := n.ID.Value
			if n.Type.Value != "response" || to == e.Target.Value || to == e.Source.Value || d.leads(to, e.Source.Value, nil) || !d.alwaysAnswers(e.Target.Value) {
				continue
			}
			list = append(list, mutant{
				what:  fmt.Sprintf("%s and then to %s", wireName(e), to),
				files: d.with(d.plus(d.edges(), wireText(e.Source.Value, e.Handle.Value, to))),
				want:  slices.Concat(atEdge("FC306 FC308", len(d.doc.Edges)), at("FC304", to, ""), at("FC406", e.Target.Value, "")),
			})
		}
	}
	return list
}

// alwaysAnswers reports whether all ways from a node end at a Response.
func (d *draft) alwaysAnswers(id string) bool {
	n := d.node(id)
	if n.Type.Value == "response" {
		return true
	}
	outs := 0
	for _, e := range d.doc.Edges {
		if e.Source.Value == id {
			outs++
			if n.Type.Value == "tryCatch" || n.Type.Value == "retry" || !d.alwaysAnswers(e.Target.Value) {
				return false
			}
		}
	}
	return outs > 0
}

func answerTwice(d *draft) []mutant {
	var list []mutant
	for _, a := range d.doc.Nodes {
		for _, b := range d.doc.Nodes {
			if a == b || a.Type.Value != "response" || b.Type.Value != "response" || d.leads(b.ID.Value, a.ID.Value, nil) {
				continue
			}
			list = append(list, mutant{
				what:  fmt.Sprintf("%s and then %s", a.ID.Value, b.ID.Value),
				files: d.with(d.plus(d.edges(), wireText(a.ID.Value, "out", b.ID.Value))),
				want:  append(at("FC304", b.ID.Value, ""), atEdge("FC304 FC308", len(d.doc.Edges))...),
			})
		}
	}
	return list
}

// replacedPart is parts with another one at i.
func replacedPart(parts []string, i int, part string) []string {
	return slices.Replace(parts, i, i+1, part)
}

func outputName(e *schema.Edge) string { return e.Source.Value + "." + e.Handle.Value }
func wireName(e *schema.Edge) string   { return outputName(e) + " -> " + e.Target.Value }
