package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Callers are told apart by what they show. A value that is there for every caller tells none apart: a variable of the
// environment, a constant, a token that is signed on the way or stored under a name that a caller may choose, and what
// another service answers to a request that is the same for every caller.

// ChecksOwn reports whether a step verifies such a value, so that it lets everybody through, or nobody. A constant in
// the field itself is reported there.
func (s *Step) ChecksOwn() bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		e := s.Value[f.Name].Expr
		return f.Shown && e != nil && !bad(e) && !e.Same() && owns(s, e)
	})
}

// owns reports whether the value of an expression of a step is there for every caller. An empty text is not: nobody
// gets in with it.
func owns(s *Step, e *expr.Expr) bool {
	if e == nil {
		return false
	}
	switch s.Flow.values().Judge(s, e, s.Flow.owned) {
	case trace.Holds:
		return true
	case trace.Neutral:
		return !isEmptyText(s.plain(e))
	}
	return false
}

// owned is the verdict on whether a source is there for every caller.
func (f *Flow) owned(o Origin) trace.Verdict {
	switch {
	case o.Kind == FromEnv, o.Kind == FromEntry && f.given.own(o.Field):
		return trace.Holds
	case o.Kind == FromNode && o.Node.Template != nil:
		return f.ownedOf(o)
	}
	return trace.Fails
}

// ownedOf is the verdict on what a node carries: the least of those on its steps.
func (f *Flow) ownedOf(o Origin) trace.Verdict {
	least := trace.Holds
	for _, s := range f.Runs(o.Node) {
		made := s.makes(o)
		if made == trace.Open {
			return made // a name that a node gives
		}
		least = min(least, made)
	}
	return least
}

// makes is the verdict on what a step carries.
func (s *Step) makes(o Origin) trace.Verdict {
	t := s.Node.Template
	own := false
	switch {
	case s.GivesNames() || s.Protects != nil && (s.Protects.Yield != nil || s.Protects.Handled != nil):
		return trace.Open
	case t.Crypto.Signs != nil && t.Crypto.Signs(NewPass(s)) != nil:
		own = true
	case s.Node.called != nil:
		own = s.Node.called.Own[o.Field]
	case s.Guards() || s.FoundBySecret() || s.carriesSent(o):
	case s.Node.Shaped(templates.URL) != nil:
		own = s.asksAlike()
	default:
		own = slices.ContainsFunc(s.Outs, func(out *Out) bool { return out.Type.AllLabels().Has(types.Data) })
	}
	if own {
		return trace.Holds
	}
	return trace.Fails
}

// GivesNames reports whether a step gives names to values.
func (s *Step) GivesNames() bool {
	return slices.ContainsFunc(s.Checked(), func(field *templates.Field) bool {
		return field.Shape == templates.Object && field.Sink == templates.Inside
	})
}

// carriesSent reports whether a caller has chosen what a step carries at the place of an origin.
func (s *Step) carriesSent(o Origin) bool {
	return slices.ContainsFunc(s.Outs, func(out *Out) bool {
		at := out.Type
		for _, name := range append([]string{o.Field}, o.Path...) {
			if f, known := at.Field(name); known {
				at = f.Type
			}
		}
		return at.AllLabels().Has(types.Caller)
	})
}

// asksAlike reports whether a step asks another service the same for every caller.
func (s *Step) asksAlike() bool {
	return !slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		sent := false
		s.Value[f.Name].Walk(func(t *Typed) { sent = sent || t.Expr != nil && !t.Expr.Same() && !owns(s, t.Expr) })
		return sent
	})
}

// ownIn returns the names under which a flow returns what is there for every caller, by each of its ends that has them.
func ownIn(f *Flow) map[string]bool {
	own := map[string]bool{}
	if f == nil {
		return own
	}
	for _, s := range f.Steps {
		if s.Node.Returns() == "" || s.Value[s.Node.Template.Reuse.Values] == nil {
			continue
		}
		values := s.Value[s.Node.Template.Reuse.Values]
		for i, name := range values.Tree.Keys {
			before, known := own[name]
			is := i < len(values.Items) && !s.protected && owns(s, values.Items[i].Expr)
			own[name] = is && (before || !known)
		}
	}
	return own
}
