package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Protection is the guards and Conditions between any caller and the effects and answers of a flow.
type Protection struct {
	Guards []*ir.Out   // the outputs that let a known caller through, in execution order
	Asked  []*ir.Out   // the outputs of Conditions on who the caller is that are taken before all of that
	Ways   [][]*ir.Out // the guards on each way to what is protected, but for ways that others go on from
	Partly bool        // something is done or answered to callers who crossed none of them
	Public bool        // the document says that anybody may call it
}

// ProtectionOf finds the guards that are crossed on the way to each effect of a flow and each answer of success.
func ProtectionOf(f *ir.Flow) Protection {
	p := Protection{Public: f.Entry.Template.Entry.Route != nil && f.Entry.Route().Public}
	ways := guardSets(f)
	first := true
	for _, s := range f.Steps {
		if !matters(s) {
			continue
		}
		if !s.Protected() {
			p.Partly = true
			continue
		}
		p.add(s, first)
		p.Ways = further(p.Ways, ways[s.Index()])
		first = false
	}
	if !calls(f) {
		slices.SortStableFunc(p.Guards, func(a, b *ir.Out) int { return a.Step.Index() - b.Step.Index() })
	}
	return p
}

// add adds the guards before a step that is protected, and leaves out the Conditions that are not before it.
func (p *Protection) add(s *ir.Step, first bool) {
	for _, guard := range opened(crossed(s)) {
		if !slices.Contains(p.Guards, guard) {
			p.Guards = append(p.Guards, guard)
		}
	}
	if first {
		p.Asked = conditions(s)
		return
	}
	p.Asked = inBoth(p.Asked, conditions(s))
}

// Conditions returns the expressions that have to hold of an authenticated caller, as the document writes them:
// "auth.role == 'admin'".
func (p Protection) Conditions() []string {
	var list []string
	for _, out := range p.Asked {
		list = append(list, asked(out))
	}
	return list
}

// ForCallers are Conditions as callers may read them: without the names of nodes.
func (p Protection) ForCallers() []string {
	var list []string
	for _, out := range p.Asked {
		if text := askedOfCallers(out); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// String says what a caller has to pass: "Auth: jwt (auth)", "Auth: jwt (auth) if auth.role == 'admin'", "Auth: jwt
// (people) or Auth: jwt (machines)"; "partly …" where some is open to anybody.
func (p Protection) String() string { return p.text(shown) }

// text is String with guards under other names.
func (p Protection) text(name func(*ir.Out) string) string {
	text := p.guarded(name)
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

// guarded names the guards: those on each way, and behind them the alternatives.
func (p Protection) guarded(name func(*ir.Out) string) string {
	if len(p.Ways) < 2 {
		return p.named(p.Guards, name, "")
	}
	everywhere := func(o *ir.Out) bool {
		return !slices.ContainsFunc(p.Ways, func(way []*ir.Out) bool { return !holds(way, o) })
	}
	var common []*ir.Out
	for _, o := range p.Ways[0] {
		if everywhere(o) {
			common = append(common, o)
		}
	}
	var alternatives []string
	for _, way := range p.Ways {
		rest := slices.DeleteFunc(slices.Clone(way), everywhere)
		alternatives = append(alternatives, p.named(rest, name, " if "))
	}
	text := strings.Join(alternatives, " or ")
	if len(common) > 0 {
		return p.named(common, name, "") + ", (" + text + ")"
	}
	return text
}

// named names guards, each behind iff with what it requires of a caller that no other place says.
func (p Protection) named(guards []*ir.Out, name func(*ir.Out) string, iff string) string {
	var names []string
	for _, guard := range guards {
		text := name(guard)
		if iff != "" && condition(guard.Step) != nil && !slices.Contains(p.Asked, guard) {
			text += iff + asked(guard)
		}
		names = append(names, text)
	}
	return strings.Join(names, ", ")
}

// shown is the name of a guard to callers: "scope notes:write", "Auth: jwt (auth)", "Auth: jwt (auth) by cookie
// session".
func shown(o *ir.Out) string {
	served := o.Step.Node.Route()
	switch {
	case served.Scope != "":
		return "scope " + served.Scope
	case served.Hook:
		return "shared secret"
	}
	name := fmt.Sprintf("%s (%s)", o.Step.Node.Kind(), o.Step.Node.Name.Value)
	if scheme := SchemeOf(o); scheme != nil && scheme.Cookie != "" {
		name += " by cookie " + scheme.Cookie
	}
	return name
}

// SchemeOf is the way for a caller to get through a guard, in the terms of OpenAPI; nil where that has no word for it.
func SchemeOf(o *ir.Out) *templates.Scheme {
	if !o.Guard {
		return nil
	}
	return Scheme(o.Step)
}

// Scheme returns how a caller authenticates at a step, in the terms of OpenAPI, or nil.
func Scheme(s *ir.Step) *templates.Scheme {
	t := s.Node.Template
	if !s.Node.Known() || t.Guard.Scheme == nil {
		return nil
	}
	return t.Guard.Scheme(ir.NewPass(s))
}

// matters reports whether a step changes something outside the workflow, answers that all went well, or with what is
// stored.
func matters(s *ir.Step) bool {
	t := s.Node.Template
	if !s.Node.Known() {
		return false
	}
	return Changes(s) || t.Answer.Status != nil && t.Answer.Status(ir.NewPass(s))/100 == 2 || AnswersStored(s)
}

// Changes reports whether a step changes something outside the workflow for every caller that reaches it. A step that
// removes or changes only what it finds by the caller's own secret has no effect for others: it is a guard itself, or
// needs none.
func Changes(s *ir.Step) bool {
	t := s.Node.Template
	if !s.Node.Known() {
		return false
	}
	return t.Effect.Changes != nil && t.Effect.Changes(ir.NewPass(s)) && !s.Guards() && !changesOwn(s) || changesInside(s)
}

// changesOwn reports whether a step changes nothing but what it finds by the caller's own secret: it ends a session,
// say. What it stores anew is not found before.
func changesOwn(s *ir.Step) bool {
	if !s.FoundBySecret() || s.Node.Template.Store.Keeps != nil && s.Kept().Stores {
		return false
	}
	q := s.Node.SQL()
	return q.Statement == nil || len(q.Statement.Changes) == 1 && q.Statement.Unproved == "" && !q.Statement.Calls
}

// Safe reports whether what a step does outside the workflow asks for something only, and is meant to change nothing.
func Safe(s *ir.Step) bool {
	t := s.Node.Template
	return t != nil && t.Effect.Safe != nil && t.Effect.Safe(ir.NewPass(s))
}

// AnswersStored reports whether a step answers, with any status, with something that comes from a database or a store.
func AnswersStored(s *ir.Step) bool {
	if t := s.Node.Template; !s.Node.Known() || t.Answer.Status == nil {
		return false
	}
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		return f.Sink == templates.Answer && s.Value[f.Name].Type.AllLabels().Has(types.Data)
	})
}

// guardsAbove are the guards that every path to a step crosses, by the output that lets a known caller through, the
// nearest first.
func guardsAbove(s *ir.Step) []*ir.Out {
	var guards []*ir.Out
	for _, out := range s.Dominators() {
		if out != nil && out.Guard {
			guards = append(guards, out)
		}
	}
	return guards
}

// crossed are the guards on the paths to a protected step: those that every path crosses, else the nearest on each.
func crossed(s *ir.Step) []*ir.Out {
	var guards []*ir.Out
	back := func(s *ir.Step) []*ir.Step {
		above := guardsAbove(s)
		guards = append(guards, above...)
		if len(above) > 0 {
			return nil
		}
		var open []*ir.Step
		for _, in := range s.Ways() {
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

// Guarded reports whether all that a flow does, and every answer of success, is below guards that are known to be some.
func Guarded(f *ir.Flow) bool {
	open := func(s *ir.Step) bool { return matters(s) && !s.Guarded() }
	return slices.ContainsFunc(f.Steps, matters) && !slices.ContainsFunc(f.Steps, open)
}
