package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// Methods reports whether a workflow calls a method of the package's type Code.
func Methods(w *ir.Workflow) bool {
	return slices.ContainsFunc(Functions(w), func(fn templates.Function) bool { return fn.Method })
}

// Functions are the Go functions that a workflow calls, in the order of its nodes.
func Functions(w *ir.Workflow) []templates.Function {
	var list []templates.Function
	for _, n := range w.Nodes {
		if fn := n.Function(); fn.Known && n.Reached {
			list = append(list, fn)
		}
	}
	return list
}
