package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Callers are told apart by what they show. A value that is there for every caller tells none apart: a variable of the
// environment, what the document writes out, a token that is signed on the way or stored under a name that a caller may
// choose, and what another service answers to a request with nothing of the caller in it.

// ChecksOwn reports whether a step verifies such a value, so that it lets everybody through, or nobody. A constant in
// the field itself is reported there.
func (s *Step) ChecksOwn() bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		e := s.Value[f.Name].Expr
		return f.Shown && e != nil && !bad(e) && !e.Same() && owns(s, e)
	})
}

// owns reports whether the value of an expression of a step is there for every caller.
func owns(s *Step, e *expr.Expr) bool { return (&owned{map[*expr.Expr]bool{}}).is(s, e) }

// owned finds the values that are there for every caller.
type owned struct {
	found map[*expr.Expr]bool
}

func (o *owned) is(s *Step, e *expr.Expr) bool {
	if e == nil {
		return false
	}
	if own, seen := o.found[e]; seen {
		return own
	}
	o.found[e] = false // while it is looked at
	o.found[e] = o.find(s, e)
	return o.found[e]
}

func (o *owned) find(s *Step, e *expr.Expr) bool {
	if value := s.plain(e); value != e {
		return o.is(s, value)
	}
	switch {
	case e.Op == expr.OpBad:
		return false
	case e.Op == expr.OpConst:
		return !isEmptyText(e) // with which nobody gets in
	case len(e.By(trace.Chosen)) > 0: // a caller who sends nothing has what stands in for it
		return slices.ContainsFunc(e.By(trace.Chosen), func(e *expr.Expr) bool { return o.isOther(s, e) })
	case e.Op == expr.OpRef || e.Op == expr.OpField && e.Args[0].Op == expr.OpRef:
		return o.source(s, sourceOf(e), e.Type.AllLabels())
	}
	return o.madeOf(s, e.Args)
}

// isOther is is for one of several values that may be meant: of these, what is written out says that there is none.
func (o *owned) isOther(s *Step, e *expr.Expr) bool {
	_, written := s.plain(e).Const()
	return !written && o.is(s, e)
}

// madeOf reports whether what is made of several values is there for every caller: all of them are.
func (o *owned) madeOf(s *Step, parts []*expr.Expr) bool {
	made := false
	for _, part := range parts {
		if part.Same() {
			continue
		}
		if !o.is(s, part) {
			return false
		}
		made = true
	}
	return made
}

// source is is for what is read by its name, and carries labels.
func (o *owned) source(s *Step, src Source, labels types.Label) bool {
	switch src.Kind {
	case FromEnv:
		return true
	case FromEntry:
		return s.Flow.given.own(src.Field)
	case FromInput:
		return slices.ContainsFunc(s.Flow.Runs(src.Node), func(s *Step) bool { return o.arrives(s, src.Field) })
	}
	return src.Kind == FromNode && src.Node != nil && o.node(s.Flow, src, labels)
}

// arrives reports whether a wire without a guard brings such a value to a step.
func (o *owned) arrives(s *Step, field string) bool {
	return slices.ContainsFunc(s.Arrivals(), func(in *Out) bool {
		from := Source{Kind: FromNode, Node: in.Wire.From, Field: field}
		if in.Guard || in.Step.protected || from.Node == s.Flow.Entry {
			return false
		}
		if value := s.Flow.named(from); value != nil {
			return o.isOther(s, value)
		}
		return o.node(s.Flow, from, in.arriving().AllLabels())
	})
}

// named returns the value that a node only gives a name, nil where it may be another one.
func (f *Flow) named(src Source) *expr.Expr {
	runs := f.Runs(src.Node)
	if len(runs) != 1 || len(runs[0].Outs) != 1 {
		return nil
	}
	if t := f.values().Given(runs[0].Outs[0], src.Field); t != nil && len(t.Items) == 0 {
		return t.Expr
	}
	return nil
}

// node reports whether what a node carries is there for every caller.
func (o *owned) node(f *Flow, src Source, labels types.Label) bool {
	if src.Node.Template == nil || labels.Has(types.Caller) {
		return false
	}
	return !slices.ContainsFunc(f.Runs(src.Node), func(s *Step) bool { return !o.makes(s, src.Field) })
}

// makes reports whether what a step carries is there for every caller.
func (o *owned) makes(s *Step, field string) bool {
	t := s.Node.Template
	switch {
	case t.Crypto.Signs != nil && t.Crypto.Signs(NewPass(s)) != nil:
		return true
	case s.Node.called != nil:
		return s.Node.called.Own[field]
	case s.Protects != nil && (s.Protects.Yield != nil || s.Protects.Handled != nil):
		return o.yields(s.Protects.Yield, field) && o.yields(s.Protects.Handled, field)
	case s.Guards() || s.FoundBySecret():
		return false
	case s.Node.Shaped(templates.URL) != nil:
		return o.asks(s)
	}
	for _, f := range s.Checked() {
		if f.Shape == templates.Object && f.Sink == templates.Inside {
			return o.keeps(s, s.Value[f.Name], field)
		}
	}
	return slices.ContainsFunc(s.Outs, func(out *Out) bool { return out.Type.AllLabels().Has(types.Data) })
}

// yields reports whether what an end of a region yields under a name is there for every caller; of no end, nothing says
// otherwise.
func (o *owned) yields(end *Step, field string) bool {
	return end == nil || !slices.ContainsFunc(end.Yields(), func(t *Typed) bool { return !o.keeps(end, t, field) })
}

// asks reports whether a step asks another service with nothing that a caller has sent.
func (o *owned) asks(s *Step) bool {
	return !slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool { return !o.allIn(s, s.Value[f.Name]) })
}

// keeps reports whether all that a value keeps under a name is there for every caller.
func (o *owned) keeps(s *Step, value *Typed, name string) bool {
	if entry := value.Entry(name); entry != nil {
		value = entry
	}
	return o.allIn(s, value)
}

// allIn reports whether all in a value is written out, or there for every caller.
func (o *owned) allIn(s *Step, value *Typed) bool {
	all := true
	value.Walk(func(t *Typed) {
		all = all && (t.Expr == nil || t.Expr.Same() || o.is(s, t.Expr))
	})
	return all
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
