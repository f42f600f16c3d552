package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
)

// Supplied returns the name by itself that e is, and the node before the step that has a field of it; nil where e is no
// such thing.
func (s *Step) Supplied(e *expr.Expr) (name string, by *Node) {
	for e != nil && len(e.Args) == 1 && e.Key != "" && e.Key == e.Args[0].Key {
		e = e.Args[0]
	}
	if e == nil || e.Op != expr.OpRef {
		return "", nil
	}
	src, ok := e.Ref.Data.(Source)
	if !ok || src.Kind != FromNode || src.Field == "" || src.Node == s.Flow.Entry {
		return "", nil
	}
	return src.Field, src.Node
}

// Guards reports whether an output of n tells who calls.
func (f *Flow) Guards(n *Node) bool {
	return slices.ContainsFunc(f.Runs(n), func(s *Step) bool {
		return slices.ContainsFunc(s.Outs, func(o *Out) bool { return o.Guard })
	})
}
