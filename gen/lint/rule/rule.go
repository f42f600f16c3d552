// Package rule is what all rules share: what a Rule is, what it looks at, and questions to the graph of values.
package rule

import (
	"cmp"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Folder is what most rules look at.
type Folder struct {
	Program *ir.Program
	Names   []Name // that hand-written Go of the package declares
	// Defaults is what the folder's defaults.json says, and Tables are those of its schemas.
	Defaults *schema.Defaults
	Tables   []*ddl.Table
}

// Name is a package-level name and where it is declared.
type Name struct {
	Name string
	File *diag.File
	Span diag.Span
}

// Rule finds what its code says, by looking at finished programs.
type Rule struct {
	Code *diag.Code
	Run  func(*Pass)
	// Needs is how much of a step has to be known for the rule to say something of it: of others, Pass yields none. Whole
	// is set where no branch of its flow may be left out either.
	Needs ir.Trust
	Whole bool
	// Wide is set where Run looks at all folders of a project at once, which share routes, ids and Local Storage.
	Wide bool
}

// Pass is one rule's look at a folder, or where the rule is wide, at a project.
type Pass struct {
	*Folder             // nil where the rule is wide
	Folders   []*Folder // of the project, where the rule is wide
	Workflows []*ir.Workflow
	Rule      *Rule
	Found     diag.List
	seen      map[place]bool // where ReportNode has reported
	// Values returns the graph of the values of the project, which all rules share.
	Values func() *values.Graph
	// Persons returns what identifies an account in the project.
	Persons func() Persons
}

type place struct {
	file   *diag.File
	span   diag.Span
	output string
}

// Report adds a diagnostic of the rule: of its code, where that has several findings and d does not name one.
func (p *Pass) Report(d diag.Diagnostic) {
	d.Code = cmp.Or(d.Code, p.Rule.Code)
	p.Found.Add(d)
}

// ReportNode adds a diagnostic of the rule about a node, once for a place: a mistake that
// shows for several entry points is one.
func (p *Pass) ReportNode(n *ir.Node, d diag.Diagnostic) {
	d.File, d.Node = n.Workflow.File, n.ID.Value
	if k := (place{d.File, d.Span, d.Output}); !p.seen[k] {
		p.seen[k] = true
		p.Report(d)
	}
}

// Flows calls f for every entry point of every workflow that can be checked.
func (p *Pass) Flows(f func(*ir.Flow)) {
	for _, w := range p.Workflows {
		for _, flow := range w.Flows {
			f(flow)
		}
	}
}

// Steps calls f for every step of every entry point of which as much is known as the rule needs.
func (p *Pass) Steps(f func(*ir.Step)) {
	p.Flows(func(flow *ir.Flow) {
		for _, s := range flow.Steps {
			if p.Trusts(s) {
				f(s)
			}
		}
	})
}

// Statements calls f for every step with a statement that was prepared, of which as much is known as the rule needs,
// with the values of its parameters. Of one that does not run, FC209 has said why.
func (p *Pass) Statements(f func(s *ir.Step, does *statement.Statement, params []*ir.Typed)) {
	p.Steps(func(s *ir.Step) {
		if query, params := s.Query(); query.Statement != nil && query.Known {
			f(s, query.Statement, params)
		}
	})
}

// Trusts reports whether as much is known of a step as the rule needs. Of others it says nothing: a mistake was
// reported, of which what it finds may come.
func (p *Pass) Trusts(s *ir.Step) bool {
	return s.Trust >= p.Rule.Needs && (!p.Rule.Whole || s.Flow.Whole())
}

// As is the pass of another rule, which looks at what that needs.
func (p *Pass) As(r *Rule) *Pass {
	other := *p
	other.Rule = r
	return &other
}

// Nodes calls f for every node that runs, at one of its steps.
func (p *Pass) Nodes(f func(*ir.Step)) {
	seen := make(map[*ir.Node]bool, len(p.Workflows))
	p.Steps(func(s *ir.Step) {
		if s.Node.Template != nil && !seen[s.Node] {
			seen[s.Node] = true
			f(s)
		}
	})
}

// Look is what one rule looks at: a folder, or where the rule is wide, all of them.
type Look struct {
	Rule      *Rule
	Folder    *Folder   // nil where the rule is wide
	Folders   []*Folder // those of the project, where it is
	Workflows []*ir.Workflow
}

// Run returns what the rule finds. The graph of values, and what identifies an account in it, are shared by all rules.
func (l Look) Run(graph func() *values.Graph, who func() Persons) diag.List {
	p := &Pass{
		Folder: l.Folder, Folders: l.Folders, Workflows: l.Workflows, Rule: l.Rule, seen: map[place]bool{}, Values: graph, Persons: who,
	}
	l.Rule.Run(p)
	return p.Found
}
