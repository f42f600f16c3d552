// Package schema reads and formats workflow documents: JSON text in, a Workflow with the byte
// span of every key and value out, and all mistakes of shape on the way.
// Every package of flowc but runtime and schema's own subpackages may import it.
package schema

import "github.com/flowc-dev/flowc/schema/diag"

// Workflow is a document as written. Nothing of it is interpreted: types, fields and
// expressions are gen's to check.
type Workflow struct {
	File *diag.File
	Root *Value // the document, an Object
	Stem string // "login" of flows/login.flow.json

	ID, Name, Description Text

	Nodes   []*Node         // without notes and frames, in document order
	Notes   map[string]bool // ids of the notes and frames, which wires may touch and the compiler ignores
	Edges   []*Edge         // in document order, which is the order of execution of one output's targets
	Ignores []Ignore        // lint.ignore of the document
}

// Text is a string of the document and its place, quotes included. Where the document does not
// have the string, Span is that of the object that could.
type Text struct {
	Value string
	Span  diag.Span
}

// Node is one node of the canvas.
type Node struct {
	ID, Type Text
	Name     Text      // data.name where given, else ID
	Data     *Value    // an Object, never nil
	Span     diag.Span // of the whole node
	Ignores  []Ignore  // data.lint.ignore
	Position *Position // on the canvas, which means nothing; nil where it is not given
}

// Position is where a node stands on the canvas: its upper left corner, in the canvas's units, y downwards.
type Position struct{ X, Y float64 }

// Field returns the field of the node's data with that name, or nil.
func (n *Node) Field(name string) *Value { return n.Data.Get(name) }

// Edge is a wire from an output of one node to another node.
type Edge struct {
	Source, Target Text      // node ids
	Handle         Text      // sourceHandle; "out" at the edge's span where absent or null
	Span           diag.Span // of the whole edge
}

// Ignore silences a lint rule, for a reason that is stated.
type Ignore struct {
	Rule, Reason Text
	Span         diag.Span // of the whole entry
}
