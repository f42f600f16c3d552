// Package ir is a workflow as it is meant: names resolved, types inferred, and one graph
// of execution order for each entry point, on which all proofs run.
//
// It may be imported by gen, gen/lint, gen/emit and the packages that draw or compare
// workflows.
package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Program is a folder of workflows.
type Program struct {
	Package   string      // name of the Go package
	Workflows []*Workflow // sorted by stem
	Schema    bool        // whether the folder has a schema, of any engine
	Embeds    []string    // what of those its Go embeds: folders of migrations, and the schema that an empty embedded database is set up from
	Naming    *Naming     // what the folder knows of names
	Lost      bool        // a document of the folder could not be read
	Links     bool        // whether its Go is to link the engines, as no other Go of the project does
	Engines   []string    // packages of the engines of tables that are made elsewhere; nil where they are made by flowc
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

	ends  []*Node          // what the ends of regions run, which no wire leads to
	nodes map[string]*Node // by id
	names map[string]*Node // by name

	wires   []*Wire       // of all nodes, in the order in which they are drawn
	drawing *flow.Drawing // of the nodes and wires

	proofs map[proofOf]types.Label // of what goes into jwtToken or hashInput: a token, a password
	reads  map[string]bool         // keys whose values are read
	stored stored                  // and what is stored under these

	columns columns // the labels that columns of the folder's schema have

	called *Called           // what others see of it that call it; set when all workflows of the folder agree
	owners map[string]string // of Foreign, what workflows that it calls return: the stems of those that declare it
}

// Node is a node of the canvas.
type Node struct {
	*schema.Node
	Workflow *Workflow
	Template *templates.Template // nil for an unknown type
	GoName   string              // "check", from its name
	Wires    []*Wire             // out of it, in edge order
	Fields   map[string]*Value   // by name, those that were given or have a default

	Trust Trust // how much of the node can be relied on; set when all wires are known
	// Reached is set where an entry point reaches the node, by wires as drawn.
	Reached bool

	Ends  *Node // the node whose region's ends run it, where no wire leads to it; else nil
	atEnd *Wire // to what the ends of its own region run, or nil
	// atHandled is atEnd of what handles a failure there.
	atHandled *Wire
	index     int          // in Workflow.Nodes, behind these in Workflow.ends
	outs      []runningOut // as in the drawing
	graph     *flow.Graph  // of an entry point: in which order it runs the nodes

	further   []templates.Output // that its fields say it has, beside those of its type
	exhausted bool               // nothing is left over for its output Rest, which it has not
	query     *query             // of a Query field
	called    *Called            // of a Stem field; nil where nothing is known of that
	callees   *Link              // to that
	// modeUnknown is set where the mode, or another field that chooses outputs, is missing or was refused, while fields
	// are read.
	modeUnknown bool
	strangers   map[string]string // keys of its data that are like no field of its type -> the field that may be meant, as it is missing
	// perEntry is set where the structs of a node differ between entry points that share it.
	perEntry bool
	// united is set where all steps of the node know only what is proved on the ways to each of them, so that its
	// structs are the same.
	united   bool
	function *templates.Function // of a Func field
	held     diag.List           // problems that count only where the node is reached
}

// Wire is an edge whose ends exist.
type Wire struct {
	From, To *Node
	Output   string
	Span     diag.Span // of the edge
	Handle   diag.Span // of the output's name; that of the edge where it has none

	index int // in Workflow.wires
	drawn *flow.Wire
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
	Misfits  []*Misfit       // branches that were left out of their sequences

	inferring bool            // its request is being inferred: a name that means nothing else is a field of it, of whatever type
	unplaced  bool            // its path was refused, or is missing, so that a field may be in it or not; set before its fields
	postsBack bool            // a login ends with a POST to its entry point; set as logsIn is
	logsIn    bool            // an answer sets a cookie that lets its holder in; set when all workflows of the folder are known
	bodies    []string        // parts of the request that are its body as a whole, which are read; sorted
	asked     map[string]bool // fields of the request of which is asked whether it has them

	given   *Given // of a flow that others call
	callers *Link

	supply  map[string][]*Node  // which nodes supply a field of this name
	absent  map[string]*absence // rows that are read where they may be absent
	misread misread             // references that mean nothing where they stand
	graph   *flow.Graph
	runs    [][]*Step // the steps of each node, by its index
	inputs  map[string]*Input
	values  func() Values // of the steps as they were built last
	object  *types.Type   // the request as an object, once the folder is built
}

// Prefix begins the Go names of what is the entry point's own: the workflow's name, and
// the entry point's where there are several.
func (f *Flow) Prefix() string {
	entries := 0
	for _, n := range f.Workflow.Nodes {
		if n.Template != nil && n.Template.Entry != nil {
			entries++
		}
	}
	if entries > 1 {
		return f.Workflow.GoName + types.GoName(f.Entry.GoName)
	}
	return f.Workflow.GoName
}

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

// Route is the method and path that an entry point is served at; zero of another node.
func (n *Node) Route() templates.Route { return (&pass{node: n}).route() }

// Kind is the title of the node's type, with its mode: "Hash: verify", "Call: current-user".
func (n *Node) Kind() string {
	for _, name := range []string{n.callee(), n.Returns()} {
		if name != "" {
			return n.Template.Title + ": " + name
		}
	}
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

// InQuery returns where a part of the node's prepared SQL is written in the document.
func (n *Node) InQuery(start, end int) diag.Span {
	return n.Shaped(templates.Query).JSON.Within(n.Workflow.File, n.query.written(start), n.query.written(end))
}

// QueryText is a part of the statement as written, by the offsets that its Statement gives.
func (n *Node) QueryText(start, end int) string {
	return n.Shaped(templates.Query).JSON.Text[n.query.written(start):n.query.written(end)]
}

// NodeNamed returns the node of that name, or nil.
func (w *Workflow) NodeNamed(name string) *Node { return w.names[name] }

// Qualified is the package-level Go name of the node with suffix: "loginTokenClaims".
func (n *Node) Qualified(suffix string) string {
	return n.Workflow.GoName + types.GoName(n.GoName) + suffix
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
	for i := range n.further {
		outs = append(outs, &n.further[i])
	}
	for i := range n.Template.Outputs {
		if o := &n.Template.Outputs[i]; n.modeUnknown || n.Applies(o.When) && (o.Rest == "" || !n.exhausted) {
			outs = append(outs, o)
		}
	}
	return outs
}

// Known reports whether the node's type and mode are known. Of one that is not, every output that a wire takes exists,
// and carries a value of unknown type; what its fields would make of it means nothing.
func (n *Node) Known() bool { return n.Template != nil && !n.modeUnknown }

// Applies reports whether w holds for the node's fields.
func (n *Node) Applies(w templates.When) bool {
	if w.Absent != "" && n.gives(w.Absent) || w.Given != "" && !n.holds(w.Given) {
		return false
	}
	if v := n.Fields[w.Field]; w.Field != "" && (v == nil || !slices.Contains(w.Values, v.Text)) {
		return false
	}
	return w.Also == nil || n.Applies(*w.Also)
}

// Given are the node's fields that were given or have a default, in the order of their declaration.
func (n *Node) Given() []*Value {
	var list []*Value
	for i := 0; n.Template != nil && i < len(n.Template.Fields); i++ {
		if v := n.Fields[n.Template.Fields[i].Name]; v != nil {
			list = append(list, v)
		}
	}
	return list
}

// SQL is the prepared statement of the node: its columns, parameters and effects; zero where it has none, or no entry
// point runs it.
func (n *Node) SQL() templates.SQL {
	if n.query == nil {
		return templates.SQL{}
	}
	return n.query.SQL
}

// holds reports whether the document has a field, under its name or one that is taken for it (FC202).
func (n *Node) holds(name string) bool {
	v := n.Fields[name]
	return n.Field(name) != nil || v != nil && v.JSON != nil
}

// gives reports whether the document gives a field that means something.
func (n *Node) gives(name string) bool {
	v := n.Fields[name]
	return v != nil && v.JSON != nil && n.Applies(v.Field.When)
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

// Next are the nodes that the node's wires lead to.
func (n *Node) Next() []*Node {
	nodes := make([]*Node, len(n.Wires))
	for i, w := range n.Wires {
		nodes[i] = w.To
	}
	return nodes
}
