// Package trace is the graph of the values of a project: which value is made of which, in what way, and by which Call.
// A value is a number with a kind. The package knows no node type, no expression and no SQL; the package that fills the
// graph knows what a number stands for.
//
//	g := trace.New(3)
//	id, sub, token := g.Add(trace.Output), g.Add(trace.Expression), g.Add(trace.Output)
//	g.Link(id, sub, trace.Typed)
//	g.Link(sub, token, trace.Signed)
//	for at := range g.Back(trace.Walk{Through: trace.All}, token) { … } // token, sub, id
//
// [Graph.Back] asks what a value is made of, [Graph.Forth] where it goes. Both follow paths on which each return fits
// its Call.
package trace

import "iter"

// Value is a value of a graph; 0 is none.
type Value int32

// Kind is the kind of a value.
type Kind uint8

// The kinds.
const (
	None       Kind = iota
	Expression      // an expression of a step, or a part of one
	Output          // what an output of a step carries, as a whole or at a path
	Field           // a field of the request, or what Calls give
	Request         // a part of the request
	Variable        // of the environment
	Constant        // written out
	Fresh           // made anew by each execution: random, or of the clock
	Row             // what a look-up finds
	Lookup          // one comparison of a look-up with a value
	Assigned        // what a change gives a column
	Column          // of a table
	Key             // of Local Storage, or a member of what is stored there
	Claim           // of the tokens that are signed with one secret for one audience
	Sink            // a field of a step, where values leave
)

// Edge says that To is made of From.
type Edge struct {
	From, To Value
	Way      Way
	Call     int32 // the Call of an Argument or Returned; 0 of others
}

// Graph is the values of a project and the edges between them.
type Graph struct {
	values []value
	edges  []edge
}

// value is a kind, and the ends of the two lists that its edges are in: places in Graph.edges, 0 where a list is empty.
type value struct {
	kind                               Kind
	firstIn, lastIn, firstOut, lastOut int32
}

// edge is an Edge and the places of the next ones into its To and out of its From.
type edge struct {
	Edge
	nextIn, nextOut int32
}

// New returns an empty graph. One of about so many values, with an edge each, does not grow while it is filled.
func New(values int) *Graph {
	return &Graph{values: make([]value, 1, values+1), edges: make([]edge, 1, values+1)}
}

// Add adds a value.
func (g *Graph) Add(k Kind) Value {
	g.values = append(g.values, value{kind: k})
	return Value(len(g.values) - 1)
}

// Kind returns the kind of a value.
func (g *Graph) Kind(v Value) Kind { return g.values[v].kind }

// Len returns the number of values and of edges.
func (g *Graph) Len() (values, edges int) { return len(g.values) - 1, len(g.edges) - 1 }

// Values yields the values of a kind, in the order in which they were added.
func (g *Graph) Values(k Kind) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for v, is := range g.values {
			if is.kind == k && k != None && !yield(Value(v)) {
				return
			}
		}
	}
}

// Link adds an edge. One from or to no value, or from a value to itself, is none.
func (g *Graph) Link(from, to Value, way Way) { g.link(Edge{From: from, To: to, Way: way}) }

// Pass adds an edge by which a Call passes a value on: an Argument or a Returned.
func (g *Graph) Pass(from, to Value, way Way, call int32) { g.link(Edge{from, to, way, call}) }

func (g *Graph) link(e Edge) {
	if e.From == 0 || e.To == 0 || e.From == e.To {
		return
	}
	at := int32(len(g.edges))
	g.edges = append(g.edges, edge{Edge: e})
	from, to := &g.values[e.From], &g.values[e.To]
	if from.lastOut == 0 {
		from.firstOut = at
	} else {
		g.edges[from.lastOut].nextOut = at
	}
	if to.lastIn == 0 {
		to.firstIn = at
	} else {
		g.edges[to.lastIn].nextIn = at
	}
	from.lastOut, to.lastIn = at, at
}

// In yields the edges into a value, in the order in which they were added.
func (g *Graph) In(v Value) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for at := g.values[v].firstIn; at != 0 && yield(g.edges[at].Edge); at = g.edges[at].nextIn {
		}
	}
}

// Reached reports whether an edge of one of some ways leads into a value.
func (g *Graph) Reached(v Value, through Way) bool {
	for e := range g.In(v) {
		if e.Way&through != 0 {
			return true
		}
	}
	return false
}

// Sole returns the value that the only edge into a value comes from, where that is of one of some ways; else 0. Edges
// from its members and from what it is a member of do not count.
func (g *Graph) Sole(v Value, through Way) Value {
	var from Value
	for e := range g.In(v) {
		switch {
		case e.Way&(Contains|Member) != 0:
		case from != 0, e.Way&through == 0:
			return 0
		default:
			from = e.From
		}
	}
	return from
}

// Out yields the edges out of a value, in the order in which they were added.
func (g *Graph) Out(v Value) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for at := g.values[v].firstOut; at != 0 && yield(g.edges[at].Edge); at = g.edges[at].nextOut {
		}
	}
}
