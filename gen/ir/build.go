package ir

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Config is a folder of workflows, and what they are compiled with.
type Config struct {
	Docs      []*schema.Workflow
	Package   string // name of the Go package
	Templates []*templates.Template
	SQL       SQL
	Files     fs.FS    // of the folder, for what the program holds; nil where they are not known
	Lost      []string // stems of documents that could not be read
	Schema    bool     // whether SQL knows a schema of the folder's database
	Embeds    []string
	Links     bool     // as of Program
	Engines   []string // as of Program
	Functions Functions
	Naming    *Naming       // nil where names say it all
	Values    func() Values // returns the graph of the values of one more flow
}

// Build says what the documents of a project's folders mean, each folder with its problems. It collects every problem
// and goes on with a value of unknown type, so that one mistake is one message.
func Build(folders []Config) ([]*Program, []diag.List) {
	all := make(project, len(folders))
	for i, c := range folders {
		byType, names := templatesByType(c.Templates)
		all[i] = &folder{
			docs: c.Docs, lost: setOf(c.Lost), workflows: make([]*Workflow, len(c.Docs)), lists: make([]diag.List, len(c.Docs)),
			builder: builder{
				templates: byType, typeNames: names, sql: c.SQL, functions: c.Functions, files: c.Files,
				values: c.Values,
				across: across{columns: columns{naming: cmp.Or(c.Naming, &Naming{})}},
			},
		}
		all[i].build(all[i].all())
	}
	all.settle()
	programs, lists := make([]*Program, len(all)), make([]diag.List, len(all))
	for i, f := range all {
		f.finish()
		programs[i] = &Program{
			Package: folders[i].Package, Lost: len(f.lost) > 0, Workflows: f.byStem(), Schema: folders[i].Schema,
			Embeds: folders[i].Embeds, Links: folders[i].Links, Engines: folders[i].Engines, Naming: f.builder.columns.naming,
		}
		lists[i] = slices.Concat(f.lists...)
	}
	return programs, lists
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

func (b *builder) build(doc *schema.Workflow) *Workflow {
	w := b.structure(doc)
	b.statements(w)
	mixed := b.settled(w)
	b.returns(w)
	for _, f := range w.Flows {
		f.values().Forget() // what was asked while it was built takes memory, and most is not asked again
	}
	for _, n := range w.Nodes {
		if mixed[n] && !w.answersAgain(n) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC206, Span: n.ID.Span,
				Message: fmt.Sprintf("what %q holds has another type by one wire into it than by another", n.ID.Value),
				Hint:    "make it one type before the wires meet",
			})
		}
		if n.Reached && !w.Broken {
			b.list.Add(n.held...)
			continue
		}
		if n.Known() && n.Template.Check != nil {
			n.Template.Check(&pass{b: b, node: n, list: &b.list})
		}
	}
	return w
}

// answersAgain reports whether a node may not be where it is at all: it answers behind another answer (FC304).
func (w *Workflow) answersAgain(n *Node) bool {
	return answers(n) && slices.ContainsFunc(w.runs(n), func(s *Step) bool { return s.After })
}

// settled compiles the flows, again with what can be known only of the whole, until nothing of that is new: what comes
// later in execution order, or by another entry point, decides there on what comes before. A fixed point: each round
// marks a node or a proof that no round unmarks. It returns the nodes that hold another type by one wire than by
// another.
func (b *builder) settled(w *Workflow) map[*Node]bool {
	before := len(b.list)
	for {
		b.flows(w)
		mixed, again := w.divide()
		if !again && !w.learnProofs() && !w.exhaust() {
			return mixed
		}
		b.list, b.reported = b.list[:before], map[mistake]bool{}
	}
}

// flows compiles the workflow for each of its entry points.
func (b *builder) flows(w *Workflow) {
	w.Flows = nil
	for _, n := range w.Nodes {
		if n.Template != nil && n.Template.Entry != nil && !w.Broken {
			f := order(w, n)
			b.flow(f)
			w.Flows = append(w.Flows, f)
		}
	}
}

// flow infers what the entry point does not declare, then checks every step.
func (b *builder) flow(f *Flow) {
	b.declaredInputs(f)
	if !f.Declared && f.readsOther() {
		b.infer(f)
	}
	b.steps(f)
	before := len(b.list)
	f.reportAbsences(&b.list)
	b.once(before)
}

// steps checks every step in execution order.
func (b *builder) steps(f *Flow) {
	f.supply, f.absent, f.values = map[string][]*Node{}, map[string]*absence{}, asked(b.values())
	for _, s := range f.Steps {
		before := len(b.list)
		s.learn()
		s.protect()
		c := &checker{b: b, step: s}
		c.fields()
		p := &pass{b: b, node: s.Node, step: s, list: &b.list}
		if t := s.Node.Template; s.Node.Known() && t.Check != nil && !f.inferring {
			t.Check(p)
			b.fixed(s.Node, before)
		}
		b.outputs(s, p)
		b.repeats(s)
		b.joins(s)
		if s.After && answers(s.Node) {
			b.list = b.list[:before] // it may not be here at all (FC304)
		}
		b.once(before)
	}
}

// protect sets whether a step is protected: by guards of the flow, or where others call that, by those of all Calls.
func (s *Step) protect() {
	s.shut = s.onEveryWay(func(in *Out) bool { return in.Step.shut || in.Guard })
	if given := s.Flow.given; given != nil && s.Node == s.Flow.Entry {
		s.protected, s.guarded = given.Protected, given.Guarded
		return
	}
	s.protected = s.onEveryWay(func(in *Out) bool { return in.Step.protected || in.Guard })
	s.guarded = s.onEveryWay(func(in *Out) bool { return in.Step.guarded || in.Guard && in.IsGuard() })
}

// once leaves out of the list, from before on, what another step of the same node has
// reported: a mistake that shows for several entry points, or on several ways, is one.
func (b *builder) once(before int) {
	kept := b.list[:before]
	for _, d := range b.list[before:] {
		if !b.reported[mistake{d.Code, d.Span}] {
			kept = append(kept, d)
		}
	}
	b.list = kept
	for _, d := range kept[before:] {
		b.reported[mistake{d.Code, d.Span}] = true
	}
}

// IsGuard reports whether an output that protects what follows is a guard of the workflow's own, and known to be one: a
// Webhook's shared secret tells the service that calls, and nothing of what it sends. Of SQL with a mistake in it
// nothing is known.
func (o *Out) IsGuard() bool {
	n := o.Step.Node
	return o.Spec != nil && !n.misses() && n.Template.Entry == nil && (n.query == nil || n.query.Known)
}

// outputs sets what each output of a step carries, proves and protects.
func (b *builder) outputs(s *Step, p *pass) {
	if of := s.Owner(); of != nil {
		b.outputs(of, &pass{b: b, node: of.Node, step: of, list: &b.list})
	}
	for _, out := range s.Outs {
		if out.Spec == nil {
			out.Guard = true // of unknown type: assume the best, as it was reported
			continue
		}
		out.Type = outputType(s, out, p)
		out.maybe = s.Node.Trust == Proved && out.Spec.Maybe != nil && out.Spec.Maybe(p)
		out.Guard = s.Node.misses() || out.Spec.Guard != nil && out.Spec.Guard(p) && !s.ChecksOwn()
		out.facts = p.facts(out.Spec)
		for _, field := range out.Type.Fields {
			if !slices.Contains(s.Flow.supply[field.Name], s.Node) {
				s.Flow.supply[field.Name] = append(s.Flow.supply[field.Name], s.Node)
			}
		}
	}
}
