package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Protection is what stands between any caller and what a flow does and answers.
type Protection struct {
	Guards []*Out   // the outputs that let a known caller through, in execution order
	Asked  []*Out   // the outputs of Conditions on who the caller is that are taken before all of that
	Ways   [][]*Out // the guards on each way to what is protected, but for ways that others go on from
	Partly bool     // something is done or answered to callers who crossed none of them
	Public bool     // the document says that anybody may call it
}

// Protection finds the guards that are crossed on the way to each effect of the flow and each answer of success.
func (f *Flow) Protection() Protection {
	p := Protection{Public: f.Entry.Template.Route != nil && f.Entry.Route().Public}
	ways := f.guardSets()
	first := true
	for _, s := range f.Steps {
		if !s.matters() {
			continue
		}
		if !s.protected {
			p.Partly = true
			continue
		}
		p.add(s, first)
		p.Ways = further(p.Ways, ways[s.at.Index])
		first = false
	}
	slices.SortStableFunc(p.Guards, func(a, b *Out) int { return a.Step.at.Index - b.Step.at.Index })
	return p
}

// add adds the guards before a step that is protected, and leaves out the Conditions that are not before it.
func (p *Protection) add(s *Step, first bool) {
	for _, guard := range s.crossed() {
		if !slices.Contains(p.Guards, guard) {
			p.Guards = append(p.Guards, guard)
		}
	}
	if first {
		p.Asked = s.conditions()
		return
	}
	p.Asked = inBoth(p.Asked, s.conditions())
}

// Conditions are what has to hold of a caller beside that he is known, as the document writes it.
func (p Protection) Conditions() []string {
	var list []string
	for _, out := range p.Asked {
		list = append(list, out.asked())
	}
	return list
}

// String says what a caller has to pass: "Auth: jwt (auth)", "Auth: jwt (auth) if auth.role == 'admin'"; "partly …" where some
// is open to anybody.
func (p Protection) String() string {
	var names []string
	for _, guard := range p.Guards {
		names = append(names, guard.shown())
	}
	text := strings.Join(names, ", ")
	if asked := p.Conditions(); len(asked) > 0 {
		text += " if " + strings.Join(asked, " and ")
	}
	switch {
	case text == "" && p.Public:
		return "public"
	case text == "":
		return "none"
	case p.Partly:
		return "partly " + text
	}
	return text
}

// shown is what a caller has to show to get through a guard.
func (o *Out) shown() string {
	served := o.Step.Node.Route()
	switch {
	case served.Scope != "":
		return "scope " + served.Scope
	case served.Hook:
		return "shared secret"
	}
	return fmt.Sprintf("%s (%s)", o.Step.Node.Kind(), o.Step.Node.Name.Value)
}

// Scheme is how a caller gets through a guard, or nil where descriptions of services have no word for it.
func (o *Out) Scheme() *templates.Scheme {
	if !o.Guard {
		return nil
	}
	return o.Step.Scheme()
}

// Scheme is how a caller shows a step who he is, or nil.
func (s *Step) Scheme() *templates.Scheme {
	t := s.Node.Template
	if t == nil || s.Node.Loose || t.Scheme == nil {
		return nil
	}
	return t.Scheme(NewPass(s))
}

// matters reports whether a step changes something outside the workflow, answers that all went well, or with what is stored.
func (s *Step) matters() bool {
	t := s.Node.Template
	if t == nil || s.Node.Loose {
		return false
	}
	return s.Changes() || t.Status != nil && t.Status(NewPass(s))/100 == 2 || s.AnswersStored()
}

// Changes reports whether a step changes something outside the workflow, for whoever comes to it. What takes away, or changes,
// only what it finds by the caller's own secret does nothing for all others: it is a guard itself, or needs none.
func (s *Step) Changes() bool {
	t := s.Node.Template
	return t != nil && !s.Node.Loose && t.Effect != nil && t.Effect(NewPass(s)) && !s.Guards() && !s.changesOwn()
}

// changesOwn reports whether a step changes nothing but what it finds by the caller's own secret: it ends a session, say. What
// it stores anew is not found before.
func (s *Step) changesOwn() bool {
	if !s.FoundBySecret() || s.Node.Template.Keeps != nil && s.Kept().Stores {
		return false
	}
	q := s.Node.query
	return q == nil || q.Statement == nil || len(q.Statement.Changes) == 1 && q.Statement.Unproved == "" && !q.Statement.Calls
}

// Safe reports whether what a step does outside the workflow asks for something only, and is meant to change nothing.
func (s *Step) Safe() bool {
	t := s.Node.Template
	return t != nil && t.Safe != nil && t.Safe(NewPass(s))
}

// AnswersStored reports whether a step answers, with any status, with something that comes from a database or a store.
func (s *Step) AnswersStored() bool {
	if t := s.Node.Template; t == nil || t.Status == nil || s.Node.Loose {
		return false
	}
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		return f.Sink == templates.Answer && s.Value[f.Name].Type.AllLabels().Has(types.Data)
	})
}

// guardsAbove are the guards that every path to a step crosses, by the output that lets a known caller through, the nearest
// first.
func (s *Step) guardsAbove() []*Out {
	var guards []*Out
	for _, out := range s.Dominators() {
		if out != nil && out.Guard {
			guards = append(guards, out)
		}
	}
	return guards
}

// crossed are the guards on the paths to a protected step: those that every path crosses, else the nearest on each.
func (s *Step) crossed() []*Out {
	var guards []*Out
	back := func(s *Step) []*Step {
		above := s.guardsAbove()
		guards = append(guards, above...)
		if len(above) > 0 {
			return nil
		}
		var open []*Step
		for _, in := range s.ways {
			if in.Guard {
				guards = append(guards, in)
			} else {
				open = append(open, in.Step)
			}
		}
		return open
	}
	for range flow.Walk(s, back) { // all of it, for what back finds
	}
	return guards
}

// Guarded reports whether all that the flow does, and every answer of success, is below guards that are known to be some.
func (f *Flow) Guarded() bool {
	open := func(s *Step) bool { return s.matters() && !s.guarded }
	return slices.ContainsFunc(f.Steps, (*Step).matters) && !slices.ContainsFunc(f.Steps, open)
}
