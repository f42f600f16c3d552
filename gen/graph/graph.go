// Package graph draws a workflow: as SVG where the canvas has its nodes, as Mermaid or as DOT (Graphviz). What only known
// callers reach is drawn as such.
//
// It may be imported by gen and cmd.
package graph

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Formats are the names of the formats that Draw knows.
var Formats = []string{"svg", "mermaid", "dot"}

// Draw writes a picture of w in one of Formats.
func Draw(out io.Writer, w *ir.Workflow, format string) error {
	p := pictureOf(w)
	text := ""
	switch format {
	case "svg":
		text = p.svg()
	case "mermaid":
		text = p.mermaid()
	case "dot":
		text = p.dot()
	default:
		return fmt.Errorf("there is no format %q", format)
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
}

// box is a node.
type box struct {
	name, kind, note string // "check", "Hash: verify"; of an entry point what it serves, of a Response its status
	shape            shape
	protected        bool // every way to it crosses a guard
	x, y             float64
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
	label    string // the output, and its place in the order of execution where there are several
	guard    bool   // what follows is protected
}

func pictureOf(w *ir.Workflow) *picture {
	p := &picture{title: w.Name.Value}
	index := map[*ir.Node]int{}
	for i, n := range w.Nodes {
		index[n] = i
		p.boxes = append(p.boxes, boxOf(n))
	}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			p.lines = append(p.lines, line{index[n], index[wire.To], label(n, wire), guards(w, wire)})
		}
	}
	p.place(w)
	return p
}

func boxOf(n *ir.Node) box {
	b := box{name: n.Name.Value, kind: n.Type.Value}
	if n.Template == nil {
		return b
	}
	b.kind = n.Kind()
	switch {
	case n.Template.Entry:
		b.shape, b.note = entry, n.Route().String()
		if n.Template.Route == nil {
			b.note = "" // others call it
		}
	case n.Template.Answers:
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
