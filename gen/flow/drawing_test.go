package flow

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// drawn is a drawing that was read from a text, with the names of its nodes and outputs.
type drawn struct {
	*Drawing
	names []string
	outs  [][]string // by node
}

// draw reads a drawing. Each line is a path: "in -> a -> b:no -> [ok]". A name in brackets answers, one with "!" can fail,
// one with "?" asks by which wire it was reached, one with "~" swallows failures in its region, and of one with "^" what handles them stands apart. Behind ":" stands the output
// that the next wire is of, "out" otherwise; try, done and catch have the roles of regions. "a:no ->" is an output that
// has to be wired and is not; "a:no" alone at the end of a line is one that may be left unwired.
func draw(t *testing.T, text string) *drawn {
	t.Helper()
	d, nodes, wires := &drawn{}, []Node{}, 0
	for line := range strings.Lines(strings.TrimSpace(text)) {
		places := strings.Split(strings.TrimSpace(line), " -> ")
		for i, place := range places {
			name, output, named := strings.Cut(strings.TrimSuffix(place, " ->"), ":")
			n := d.node(name, &nodes)
			last := i+1 == len(places)
			if last && !named {
				continue
			}
			if !named {
				output = "out"
			}
			out := d.output(nodes, n, output)
			out.Missing = out.Missing || strings.HasSuffix(place, " ->")
			if !last {
				to, _, _ := strings.Cut(strings.TrimSuffix(places[i+1], " ->"), ":")
				out.Wires = append(out.Wires, &Wire{Index: wires, From: n, To: d.node(to, &nodes)})
				wires++
			}
		}
	}
	for i := range nodes {
		if len(nodes[i].Outputs) == 0 {
			d.output(nodes, i, "out")
		}
	}
	d.Drawing = Draw(nodes)
	return d
}

// node returns the node of a name, and adds it where it is new.
func (d *drawn) node(name string, nodes *[]Node) int {
	bare := strings.Trim(name, "[]!?~^")
	n := slices.Index(d.names, bare)
	if n < 0 {
		n = len(d.names)
		d.names, d.outs, *nodes = append(d.names, bare), append(d.outs, nil), append(*nodes, Node{})
	}
	node := &(*nodes)[n]
	node.Answers = node.Answers || strings.HasPrefix(name, "[")
	node.Fails = node.Fails || strings.Contains(name, "!")
	node.Asks = node.Asks || strings.Contains(name, "?")
	node.Apart = node.Apart || strings.Contains(name, "^")
	node.Swallows = node.Swallows || strings.Contains(name, "~")
	return n
}

func (d *drawn) output(nodes []Node, n int, name string) *Output {
	i := slices.Index(d.outs[n], name)
	if i < 0 {
		i = len(d.outs[n])
		d.outs[n] = append(d.outs[n], name)
		role := map[string]Role{"try": Try, "done": Done, "catch": Handler}[name]
		nodes[n].Outputs = append(nodes[n].Outputs, Output{Role: role})
	}
	return &nodes[n].Outputs[i]
}

// outName is "a.no"; the name of a step is that of its node.
func (d *drawn) outName(out *Out) string {
	if out.Output < 0 {
		return d.names[out.Step.Node] + ".end"
	}
	return d.names[out.Step.Node] + "." + d.outs[out.Step.Node][out.Output]
}

// order prints the graph from the first node: of each step the ways to it, its immediate dominator with the output that all
// paths take, and what else it has.
func (d *drawn) order() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	g := d.Order(0)
	for _, s := range g.Steps {
		row := []string{d.names[s.Node], strings.Join(d.outNames(s.In), " "), d.dominator(s), strings.Join(d.notes(s), ", ")}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	_ = w.Flush() // to memory
	for _, wire := range slices.SortedFunc(maps.Keys(g.Crossing), func(a, b *Wire) int { return a.Index - b.Index }) {
		fmt.Fprintf(&b, "%s -> %s crosses %s\n", d.names[wire.From], d.names[wire.To], d.names[g.Crossing[wire]])
	}
	return trimmed(b.String())
}

func (d *drawn) outNames(outs []*Out) []string {
	var names []string
	for _, out := range outs {
		names = append(names, d.outName(out))
	}
	return names
}

func (d *drawn) dominator(s *Step) string {
	dominator, out := s.Dominator()
	switch {
	case dominator == nil:
		return ""
	case out == nil:
		return "by " + d.names[dominator.Node]
	}
	return "by " + d.outName(out)
}

// notes say what is set of a step.
func (d *drawn) notes(s *Step) []string {
	var notes []string
	if s.Region != nil {
		notes = append(notes, "in "+d.names[s.Region.Step.Node])
	}
	if s.Catch != nil {
		notes = append(notes, "fails to "+d.names[s.Catch.Node])
	}
	for _, r := range s.Ended {
		notes = append(notes, "behind "+d.names[r.Step.Node])
	}
	if s.Protects != nil && s.Protects.Ends {
		notes = append(notes, "region ends")
	}
	if s.After {
		notes = append(notes, "after the answer")
	}
	for _, w := range s.Follows() {
		notes = append(notes, "then "+d.names[w.To])
	}
	for _, out := range s.Outs {
		if out.Next == nil && s.Protects == nil && !d.Nodes[s.Node].Answers {
			notes = append(notes, d.outs[s.Node][out.Output]+" ends")
		}
	}
	return notes
}

// trimmed is a text without the blanks around its lines.
func trimmed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
