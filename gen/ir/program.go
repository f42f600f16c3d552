// Package ir is a workflow as it is meant: names resolved, types inferred, and one graph
// of execution order for each entry point, on which all proofs run.
//
// It may be imported by gen, gen/lint, gen/emit and the packages that draw or compare
// workflows.
package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Program is a folder of workflows.
type Program struct {
	Package   string      // name of the Go package
	Workflows []*Workflow // sorted by stem
	Schema    bool        // whether the folder has a schema.sql
}

// Keeps reports whether a workflow of the folder may store something that others of the project read.
func (p *Program) Keeps() bool { return slices.ContainsFunc(p.Workflows, (*Workflow).keeps) }

// Reads reports whether a workflow of the folder reads what others of the project may store.
func (p *Program) Reads() bool {
	return slices.ContainsFunc(p.Workflows, func(w *Workflow) bool { return len(w.reads) > 0 })
}

// Workflow is one document.
type Workflow struct {
	*schema.Workflow
	GoName string // "login": begins every package-level name that is generated for it
	Nodes  []*Node
	Flows  []*Flow // one for each entry point, in document order
	Broken bool    // has no entry point, a cycle or an ambiguous node: nothing runs on it
	// Foreign are the Go names of structs that the workflow uses and another one declares: of
	// values in Local Storage, which both read or store.
	Foreign map[string]bool

	nodes    map[string]*Node // by id
	names    map[string]*Node // by name
	doubled  bool             // two nodes have one id
	dangling bool             // has a wire to a node that does not exist

	proofs map[proofOf]bool // what goes into jwtToken
	reads  map[string]bool  // keys whose values are read
	stored stored           // and what is stored under these
}

// Node is a node of the canvas.
type Node struct {
	*schema.Node
	Workflow *Workflow
	Template *templates.Template // nil for an unknown type
	GoName   string              // "check", from its name
	Wires    []*Wire             // out of it, in edge order
	Fields   map[string]*Value   // by name, those that were given or have a default

	// Loose is set where the type is unknown, or the mode missing or wrong: every
	// output that a wire takes exists, and carries a value of unknown type.
	Loose bool
	// Tainted is set where a wire was left out here or before: proofs about paths
	// would only repeat that mistake.
	Tainted bool
	// Reached is set where an entry point reaches the node, by wires as drawn.
	Reached bool

	query *query // of a Query field
	// perEntry is set where the structs of a node differ between entry points that share it.
	perEntry bool
	// united is set where all steps of the node know only what is proved on the ways to each of them, so that its
	// structs are the same; mixed where they differ even so.
	united, mixed bool
	function      *templates.Function // of a Func field
	held          diag.List           // problems that count only where the node is reached
}

// Wire is an edge whose ends exist.
type Wire struct {
	From, To *Node
	Output   string
	Span     diag.Span // of the edge
	Handle   diag.Span // of the output's name; that of the edge where it has none
}

// Flow is a workflow as one of its entry points runs it.
type Flow struct {
	Workflow *Workflow
	Entry    *Node
	Steps    []*Step         // in execution order, the entry point first
	Inputs   []Input         // the request's fields, sorted by name
	Declared bool            // whether Inputs were declared rather than inferred
	Crossing map[*Wire]*Node // wires that leave a region without done, and whose region it is
	Overflow *Wire           // set where sequences multiply beyond what can be compiled
	Shared   bool            // a branch that shares a node with another one was left out
	Misfits  bool            // a branch that can't be part of its sequence was left out, that one or another

	refused bool // its declarations were refused: any name may be one

	supply map[string][]*Node  // which nodes supply a field of this name
	absent map[string]*absence // rows that are read where they may be absent
	missed map[*Node]place     // nodes that are read where they have not run, and where that was reported
	byNode map[*Node][]*Step
	inputs map[string]*Input
}

// Prefix begins the Go names of what is the entry point's own: the workflow's name, and
// the entry point's where there are several.
func (f *Flow) Prefix() string {
	entries := 0
	for _, n := range f.Workflow.Nodes {
		if n.Template != nil && n.Template.Entry {
			entries++
		}
	}
	if entries > 1 {
		return f.Workflow.GoName + types.GoName(f.Entry.GoName)
	}
	return f.Workflow.GoName
}

// Missed reports whether n is read where it has not run on every path (FC205).
func (f *Flow) Missed(n *Node) bool { _, missed := f.missed[n]; return missed }

// Input is a field of the request.
type Input struct {
	templates.Declared
	Uses []Use // of an inferred field, in execution order; nil where it was declared
}

// Use is one use of an inferred request field.
type Use struct {
	expr.Use
	Step *Step
	Span diag.Span // of the expression, in the document
}

// Step is a node at one place of the execution order. A node has more than one where
// different things follow the end of its branch.
type Step struct {
	Flow *Flow
	Node *Node
	Outs []*Out
	In   []*Out // the ways to get here; none at the entry point
	// Region is the innermost region that the step is in, or nil; Protects is the region
	// that it protects itself.
	Region, Protects *Region
	Catch            *Step     // where a failure of the step goes on; nil is out of all regions
	Caught           []*Out    // the ways to the steps whose failure leads here
	Ended            []*Region // the regions whose end leads here
	After            bool      // runs after the answer was sent
	Then             *Node     // what follows where this branch ends unanswered; nil is nothing
	Value            map[string]*Typed

	index     int // in Flow.Steps
	idom      *Step
	idomOut   *Out // the output of idom that every path takes, or nil
	proof     *proof
	pre, post int // of a walk over the dominator tree
	protected bool
	guarded   bool // as protected, by what is known
	then      *cont
}

// Follows returns the wires to what follows where the step's branch ends unanswered, the next branch first; where it always
// answers, those of the region around it. They are what tells the steps of one node apart.
func (s *Step) Follows() []*Wire {
	if s.then == nil && s.Region != nil {
		return s.Region.Step.Follows()
	}
	var wires []*Wire
	for c := s.then; c != nil; c = c.next {
		if c.wire != nil {
			wires = append(wires, c.wire)
		}
	}
	return wires
}

// Out is an output of a Step.
type Out struct {
	Step *Step
	Spec *templates.Output // nil for an output that only a Loose node has
	Name string
	Next *Step // nil where the path ends
	Wire *Wire // by which Next is reached, as drawn; nil where Next is
	// Missing is set where the output must be wired and is not.
	Missing bool
	// After is set on what is wired to a Response: it runs when the answer was sent.
	After bool

	Type  types.Type // of what it carries
	maybe bool       // the value may be absent as a whole
	facts []string   // what is proved not null below it
	all   bool       // everything is, as what proves it is wrong and was reported
	Guard bool       // what follows is protected
}

// Route is where an entry point is served.
func (n *Node) Route() templates.Route { return (&pass{node: n}).route() }

// Kind is what the node is: "Hash: verify".
func (n *Node) Kind() string {
	if v := n.Fields[n.Template.Mode]; v != nil {
		return n.Template.Title + ": " + v.Text
	}
	return n.Template.Title
}

// Shaped returns the node's field of a shape, or nil.
func (n *Node) Shaped(shape templates.Shape) *Value {
	if n.Template == nil {
		return nil
	}
	for i := range n.Template.Fields {
		if f := &n.Template.Fields[i]; f.Shape == shape && n.Fields[f.Name] != nil {
			return n.Fields[f.Name]
		}
	}
	return nil
}

// Checked returns the fields whose values were checked at this step, in the order of
// their declaration.
func (s *Step) Checked() []*templates.Field {
	var fields []*templates.Field
	if t := s.Node.Template; t != nil {
		for i := range t.Fields {
			if s.Value[t.Fields[i].Name] != nil {
				fields = append(fields, &t.Fields[i])
			}
		}
	}
	return fields
}

// Against returns the values that a step checks against at a cost that its time tells (templates.Field, Costly).
func (s *Step) Against() []*expr.Expr {
	var list []*expr.Expr
	for _, f := range s.Checked() {
		if v := s.Value[f.Name]; f.Costly && v.Expr != nil {
			list = append(list, v.Expr)
		}
	}
	return list
}

// Query returns what the step's SQL does, and the values of its parameters; zero where it runs none.
func (s *Step) Query() (templates.SQL, []*Typed) {
	v := s.Node.Shaped(templates.Query)
	if v == nil || s.Node.query == nil || s.Value[v.Field.Name] == nil {
		return templates.SQL{}, nil
	}
	return s.Node.query.SQL, s.Value[v.Field.Name].Items
}

// InQuery returns where a part of the node's prepared SQL is written in the document.
func (n *Node) InQuery(start, end int) diag.Span {
	return n.Shaped(templates.Query).JSON.Within(n.Workflow.File, n.query.written(start), n.query.written(end))
}

// Runs returns the steps that are n.
func (f *Flow) Runs(n *Node) []*Step { return f.byNode[n] }

// NodeNamed returns the node of that name, or nil.
func (w *Workflow) NodeNamed(name string) *Node { return w.names[name] }

// Qualified is the package-level Go name of the node with suffix: "loginTokenClaims".
func (n *Node) Qualified(suffix string) string {
	return n.Workflow.GoName + types.GoName(n.GoName) + suffix
}

// Qualified is the package-level Go name of the node's structs with suffix, at this step.
func (s *Step) Qualified(suffix string) string {
	if s.Node.perEntry {
		return s.Flow.Prefix() + types.GoName(s.Node.GoName) + suffix
	}
	return s.Node.Qualified(suffix)
}

// report adds a diagnostic of a node.
func (n *Node) report(list *diag.List, d diag.Diagnostic) {
	d.File, d.Node = n.Workflow.File, n.ID.Value
	list.Add(d)
}

// hold keeps a diagnostic until it is known that the node is reached.
func (n *Node) hold(d diag.Diagnostic) { n.report(&n.held, d) }

// Output returns the node's declaration of an output, where it applies.
func (n *Node) Output(name string) *templates.Output {
	for _, o := range n.Outputs() {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// Outputs returns the outputs that the node has in its mode; all of its type where that
// could not be told.
func (n *Node) Outputs() []*templates.Output {
	if n.Template == nil {
		return nil
	}
	var outs []*templates.Output
	for i := range n.Template.Outputs {
		if o := &n.Template.Outputs[i]; n.Loose || n.applies(o.When) {
			outs = append(outs, o)
		}
	}
	return outs
}

// applies reports whether w holds for the node's fields.
func (n *Node) applies(w templates.When) bool {
	if w.Absent != "" && n.gives(w.Absent) {
		return false
	}
	if w.Field == "" {
		return true
	}
	v := n.Fields[w.Field]
	if v == nil || !slices.Contains(w.Values, v.Text) {
		return false
	}
	return w.Also == nil || n.applies(*w.Also)
}

// gives reports whether the document gives a field that means something.
func (n *Node) gives(name string) bool {
	v := n.Fields[name]
	return v != nil && v.JSON != nil && n.applies(v.Field.When)
}

// Targets returns the wires of an output, in edge order.
func (n *Node) Targets(output string) []*Wire {
	var ws []*Wire
	for _, w := range n.Wires {
		if w.Output == output {
			ws = append(ws, w)
		}
	}
	return ws
}
