package accounts

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/trace"
)

// isCalledByAnybody reports whether a flow answers requests: of what other workflows and services call, these know who
// is meant.
func isCalledByAnybody(f *ir.Flow) bool {
	return f.Entry.Template.Entry.Route != nil && !f.Entry.Route().Hook && f.Entry.Route().Tool == ""
}

// Owners returns what a step stores that says whose it is.
func Owners(w rule.Persons, s *ir.Step) []trace.Value {
	var list []trace.Value
	if query, _ := s.Query(); query.Statement != nil {
		for i, change := range query.Statement.Changes {
			for j, a := range change.Assigned {
				if a.Param > 0 && w.Identifies(s, change.Table, a.Column) {
					list = append(list, w.Graph.Assigned(s, i, j))
				}
			}
		}
	}
	value := tokens.StoredIn(s)
	switch {
	case value == nil:
	case value.Expr != nil && w.Names[w.Graph.Key(s, "")]:
		list = append(list, w.Graph.Typed(value))
	default:
		for _, name := range value.Tree.Keys {
			if w.Names[w.Graph.Key(s, name)] {
				list = append(list, w.Graph.Typed(value.Entry(name)))
			}
		}
	}
	return list
}

// shownOn is what the way to a step has shown that some Calls lead to, the innermost first.
func shownOn(w rule.Persons, s *ir.Step, calls []*ir.Step) caller.Shown {
	all := caller.ShownBefore(w, s)
	outer := s.Flow
	for _, call := range calls {
		outer = call.Flow
		all = all.And(caller.ShownBefore(w, call))
	}
	all.All = all.All || !isCalledByAnybody(outer)
	return all
}
