// Package lint holds the rules about whole programs, and runs them.
//
// It may be imported by gen, golden and cmd.
package lint

import (
	"cmp"
	"slices"
	"sync"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/parallel"
	"github.com/flowc-dev/flowc/gen/statement"
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
	Tables   []*statement.Table
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
	folders   []*Folder // of the project, where the rule is wide
	workflows []*ir.Workflow
	rule      *Rule
	list      diag.List
	seen      map[place]bool // where ReportNode has reported
	// Values returns the graph of the values of the project, which all rules share.
	Values func() *values.Graph
	// persons returns what identifies an account in the project.
	persons func() persons
}

type place struct {
	file   *diag.File
	span   diag.Span
	output string
}

// Report adds a diagnostic of the rule: of its code, where that has several findings and d does not name one.
func (p *Pass) Report(d diag.Diagnostic) {
	d.Code = cmp.Or(d.Code, p.rule.Code)
	p.list.Add(d)
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
	for _, w := range p.workflows {
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
	return s.Trust >= p.rule.Needs && (!p.rule.Whole || s.Flow.Whole())
}

// as is the pass of another rule, which looks at what that needs.
func (p *Pass) as(r *Rule) *Pass {
	other := *p
	other.rule = r
	return &other
}

// Nodes calls f for every node that runs, at one of its steps.
func (p *Pass) Nodes(f func(*ir.Step)) {
	seen := map[*ir.Node]bool{}
	p.Steps(func(s *ir.Step) {
		if s.Node.Template != nil && !seen[s.Node] {
			seen[s.Node] = true
			f(s)
		}
	})
}

// Run runs every rule on the folders of a project, side by side: rules read programs and change nothing of them.
func Run(folders []*Folder) diag.List {
	graph := sync.OnceValue(func() *values.Graph { return values.Of(sources(folders)) })
	who := sync.OnceValue(func() persons { return personsOf(graph()) })
	list := slices.Concat(parallel.Map(looks(folders), func(l Look) diag.List { return l.Run(graph, who) })...)
	return slices.DeleteFunc(slices.Clone(list), func(d diag.Diagnostic) bool { return asksBeside(list, d) })
}

// looks are those of every rule, in the order in which their diagnostics come.
func looks(folders []*Folder) []Look {
	var all []Look
	for _, r := range rules() {
		if r.Wide {
			all = append(all, Look{Rule: r, Folders: folders, Workflows: workflows(folders)})
			continue
		}
		for _, f := range folders {
			all = append(all, Look{Rule: r, Folder: f, Workflows: f.Program.Workflows})
		}
	}
	return all
}

// Look is what one rule looks at: a folder, or where the rule is wide, all of them.
type Look struct {
	Rule      *Rule
	Folder    *Folder   // nil where the rule is wide
	Folders   []*Folder // those of the project, where it is
	Workflows []*ir.Workflow
}

// Run returns what the rule finds. The graph of values, and what identifies an account in it, are shared by all rules.
func (l Look) Run(graph func() *values.Graph, who func() persons) diag.List {
	p := &Pass{
		Folder: l.Folder, folders: l.Folders, workflows: l.Workflows, rule: l.Rule, seen: map[place]bool{}, Values: graph, persons: who,
	}
	l.Rule.Run(p)
	return p.list
}

// asksBeside reports whether a diagnostic asks for a declaration (FC212) of what is to be left out (FC402), at the same
// place.
func asksBeside(list diag.List, d diag.Diagnostic) bool {
	return d.Code == diag.FC212 && slices.ContainsFunc(list, func(o diag.Diagnostic) bool {
		return o.Code.Name == diag.FC402.Name && o.File == d.File && o.Span.Start <= d.Span.Start && d.Span.End <= o.Span.End
	})
}

// sources are what the graph of values is made of.
func sources(folders []*Folder) []values.Source {
	list := make([]values.Source, len(folders))
	for i, f := range folders {
		list[i] = values.Source{Program: f.Program, Tables: f.Tables}
	}
	return list
}

// workflows are those of all folders.
func workflows(folders []*Folder) []*ir.Workflow {
	var all []*ir.Workflow
	for _, f := range folders {
		all = append(all, f.Program.Workflows...)
	}
	return all
}
