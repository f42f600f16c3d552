package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

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
	Trust            Trust     // that of the node, but Guessed below one of unknown type
	Then             *Node     // what follows where this branch ends unanswered; nil is nothing
	Value            map[string]*Typed

	at        *flow.Step         // in Flow.graph
	columns   []types.Field      // of its query, once the folder is built
	settled   []*templates.Field // as of Checked, once the folder is built
	ways      []*Out             // by which it is reached, also those of failures that lead to it
	mistaken  bool               // as of Mistaken, once the folder is built
	proof     *proof
	protected bool
	guarded   bool // as protected, by what is known
	shut      bool // as protected, by guards of the flow alone
}

// Out is an output of a Step.
type Out struct {
	Step *Step
	Spec *templates.Output // nil for an output that only a node which is not Known has
	Name string
	Next *Step // nil where the path ends
	Wire *Wire // by which Next is reached, as drawn; nil where Next is
	// Missing is set where the output must be wired and is not.
	Missing bool
	// After is set on what is wired to a Response: it runs when the answer was sent.
	After bool

	Type  types.Type // of what it carries
	maybe bool       // the value may be absent as a whole
	facts facts      // what is proved not null below it
	Guard bool       // what follows is protected

	at *flow.Out // in Flow.graph
}

// Checked returns the fields whose values were checked at this step, in the order of
// their declaration.
func (s *Step) Checked() []*templates.Field {
	if s.settled != nil {
		return s.settled
	}
	fields := []*templates.Field{}
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

// Guards reports whether any way on from a step is protected by it.
func (s *Step) Guards() bool {
	return slices.ContainsFunc(s.Outs, func(out *Out) bool { return out.Guard })
}

// Ways are the outputs by which a step is reached, those of steps whose failure leads to it among them.
func (s *Step) Ways() []*Out { return s.ways }

// Index is the step's place in Flow.Steps.
func (s *Step) Index() int { return s.at.Index }

// Query returns what the step's SQL does, and the values of its parameters; zero where it runs none.
func (s *Step) Query() (templates.SQL, []*Typed) {
	v := s.Node.Shaped(templates.Query)
	if v == nil || s.Node.query == nil || s.Value[v.Field.Name] == nil {
		return templates.SQL{}, nil
	}
	return s.Node.query.SQL, s.Value[v.Field.Name].Items
}

// Qualified is the package-level Go name of the node's structs with suffix, at this step.
func (s *Step) Qualified(suffix string) string {
	if s.Node.perEntry {
		return s.Flow.Prefix() + types.GoName(s.Node.GoName) + suffix
	}
	return s.Node.Qualified(suffix)
}

// BehindAnswers reports whether every path to an unprotected step comes from an answer that is sent behind another one
// (FC304): it may not be there at all.
func (s *Step) BehindAnswers() bool {
	back := func(s *Step) []*Step {
		var from []*Step
		for _, in := range s.Ways() {
			if again := in.Step.After && answers(in.Step.Node); !again && !in.Guard && !in.Step.protected {
				from = append(from, in.Step)
			}
		}
		return from
	}
	return !flow.Leads(s, back, func(s *Step) bool { return s.Node == s.Flow.Entry })
}

// Mistaken reports whether an expression of the step was refused: what it would be is not known.
func (s *Step) Mistaken() bool {
	if s.settled != nil {
		return s.mistaken
	}
	found := false
	for _, v := range s.Value {
		v.Walk(func(t *Typed) { found = found || t.refused || t.Expr != nil && bad(t.Expr) })
	}
	return found
}
