package accounts

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// named returns what of the request a value is, or was looked up by, that nothing before has proved to be the caller's;
// "" where there is none. What a caller sends as a part of a text, "guest-" + name, names nobody.
func named(k caller.Shown, w rule.Persons, calls []int32, from trace.Value) string {
	if k.All {
		return ""
	}
	walk := trace.Walk{
		Through: trace.Spelled | trace.Member | trace.Joined | trace.Within | trace.Matched, Calls: calls,
		Stop: func(v trace.Value) bool { return w.Graph.Kind(v) == trace.Row || settles(k, w, v) },
		Mark: func(mark uint8, e trace.Edge) uint8 {
			if e.Way == trace.Joined {
				return 1
			}
			return mark
		},
	}
	for at := range w.Graph.Back(walk, from) {
		if settles(k, w, at.Value) {
			continue
		}
		a, kind := w.Graph.About(at.Value), w.Graph.Kind(at.Value)
		switch {
		case kind == trace.Row:
			if who := rowOf(k, w, at); who != "" {
				return who
			}
		case kind != trace.Field && kind != trace.Request || at.Mark != 0 || !isCalledByAnybody(a.Step.Flow):
		case kind == trace.Field || strings.Contains(a.Name, "."):
			return a.Name
		}
	}
	return ""
}

// settles reports whether a value is one of those that were proved to be the caller's, or one that nobody chooses.
func settles(k caller.Shown, w rule.Persons, v trace.Value) bool {
	a, kind := w.Graph.About(v), w.Graph.Kind(v)
	switch {
	case kind == trace.Fresh, k.Values[v], kind == trace.Output && k.Nodes[a.Step.Node]:
		return true
	case a.Expr == nil:
		return false
	}
	labels := a.Expr.Type.AllLabels()
	return labels.Has(types.Token) || labels.Has(types.Password) || a.Step.Choices(a.Expr) != nil
}

// rowOf returns what of the request a row was found by, where that names an account and nothing else.
func rowOf(k caller.Shown, w rule.Persons, at *trace.Place) string {
	s := w.Graph.About(at.Value).Step
	if k.Nodes[s.Node] || !w.LooksUp(s) {
		return ""
	}
	who := ""
	for _, lookup := range w.Lookups(s) {
		by := named(k, w, at.Calls(), lookup)
		if by == "" || who != "" && by != who {
			return ""
		}
		who = by
	}
	return who
}
