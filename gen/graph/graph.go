// Package graph draws a workflow: as SVG, as Mermaid or as DOT (Graphviz). What only known callers reach is drawn as
// such. A picture goes by the meaning alone: it is the same wherever the canvas has the nodes.
//
// It may be imported by gen and cmd.
package graph

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Formats are the names of the formats that Draw knows.
var Formats = []string{"svg", "mermaid", "dot"}

// Directions are where an execution goes in a picture: down fits the width of a page, right is as a canvas has it.
var Directions = []string{"right", "down"}

// Style is how a workflow is drawn.
type Style struct {
	Format    string // of Formats
	Direction string // of Directions; "" is right
}

// Draw writes a picture of w.
func Draw(out io.Writer, w *ir.Workflow, style Style) error {
	if style.Direction != "" && !slices.Contains(Directions, style.Direction) {
		return fmt.Errorf("there is no direction %q", style.Direction)
	}
	p, down := pictureOf(w), style.Direction == "down"
	text := ""
	switch style.Format {
	case "svg":
		text = p.svg(down)
	case "mermaid":
		text = p.mermaid(down)
	case "dot":
		text = p.dot(down)
	default:
		return fmt.Errorf("there is no format %q", style.Format)
	}
	if _, err := io.WriteString(out, text); err != nil {
		return fmt.Errorf("drawing %s: %w", w.Stem, err)
	}
	return nil
}

// picture is what is drawn, whatever the format.
type picture struct {
	title string
	boxes []box
	lines []line
	// regions are what Try/Catch, Retry, Transaction and For each protect: an outer one before those in it.
	regions []region
}

// region is a frame around the boxes that a node protects.
type region struct {
	title string // "safe: try"
	outer int    // the region around it; -1 is none
}

// box is a node.
type box struct {
	name, kind string // "check", "Hash: verify"
	note       string // of an entry point what it serves, of a Response its status
	says       string // the note, or the setting that says most of what it does, in one line
	region     int    // the innermost that it is in; -1 is none
	shape      shape
	protected  bool    // every way to it crosses a guard
	outputs    int     // how many it has
	x, y       float64 // on a canvas
}

type shape int

const (
	plain   shape = iota
	entry         // where an execution starts
	answers       // where it answers
)

// line is a wire, between boxes by their index.
type line struct {
	from, to int
	output   int    // its place among those of the node
	label    string // the output, and its place in the order of execution where there are several
	guard    bool   // what follows is protected
}

func pictureOf(w *ir.Workflow) *picture {
	p := &picture{title: w.Name.Value}
	regions := p.frame(w)
	index := map[*ir.Node]int{}
	for i, n := range w.Nodes {
		index[n] = i
		b := boxOf(n)
		b.says = cmp.Or(b.note, facts.Brief(n))
		b.region = regions.of(n)
		b.outputs = len(handles(n))
		p.boxes = append(p.boxes, b)
	}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			p.lines = append(p.lines, line{index[n], index[wire.To], outputIndex(n, wire), label(n, wire), guards(w, wire)})
		}
	}
	return p
}

func boxOf(n *ir.Node) box {
	b := box{name: n.Name.Value, kind: n.Type.Value}
	if n.Template == nil {
		return b
	}
	b.kind = n.Kind()
	switch {
	case n.Template.Entry != nil:
		b.shape, b.note = entry, n.Route().String()
		if n.Template.Entry.Route == nil {
			b.note = "" // others call it
		}
	case n.Template.Answer.Ends:
		b.shape = answers
	}
	steps := stepsOf(n)
	b.protected = len(steps) > 0
	for _, s := range steps {
		b.protected = b.protected && s.Protected()
		if a, ok := facts.AnswerOf(s); ok {
			b.note = strconv.Itoa(a.Status)
		}
	}
	return b
}

// stepsOf are the places of a node in the execution order of all entry points.
func stepsOf(n *ir.Node) []*ir.Step {
	var steps []*ir.Step
	for _, f := range n.Workflow.Flows {
		steps = append(steps, f.Runs(n)...)
	}
	return steps
}

// outputIndex is the place of a wire's output in the order in which the outputs of its node are declared.
func outputIndex(n *ir.Node, wire *ir.Wire) int {
	for i, h := range handles(n) {
		if h.Name == wire.Output {
			return i
		}
	}
	return 0
}

// label is what a wire says: nothing where it is the only one of a node with nothing else to say.
func label(n *ir.Node, wire *ir.Wire) string {
	same := n.Targets(wire.Output)
	text := wire.Output
	if text == "out" {
		text = ""
	}
	if len(same) < 2 {
		return text
	}
	for i, w := range same {
		if w == wire {
			text = strings.TrimSpace(text + " " + strconv.Itoa(i+1))
		}
	}
	return text
}

// guards reports whether what follows a wire is protected by the output that it is of, in every flow that takes it.
func guards(w *ir.Workflow, wire *ir.Wire) bool {
	found := false
	for _, s := range stepsOf(wire.From) {
		for _, out := range s.Outs {
			if out.Name == wire.Output && !out.Guard {
				return false
			}
			found = found || out.Name == wire.Output
		}
	}
	return found
}
