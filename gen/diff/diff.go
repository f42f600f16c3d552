// Package diff says what changed in the meaning of a workflow: its nodes, their settings, the wires and their order,
// the routes and what protects them. Where nodes stand on the canvas, and how the JSON is written, means nothing.
//
// It may be imported by gen and cmd.
package diff

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Change is one difference.
type Change struct {
	Sign    byte     // '+' what is new, '-' what is gone, '~' what is another now
	What    string   // "node token (JWT: sign)"
	Details []string // of '~': what changed in it, `jwtExpiresIn: "15m" -> "1h"`
	Weaker  bool     // of a route or a node: it lets callers through who had to stay outside
}

// Workflows compares two versions of a workflow: the document itself, then nodes, wires and routes.
func Workflows(before, after *ir.Workflow) []Change {
	return slices.Concat(
		documents(before, after), nodes(before, after), wires(before, after), orders(before, after), routes(before, after),
	)
}

// documents compares what is no node's and no wire's.
func documents(before, after *ir.Workflow) []Change {
	var details []string
	for _, text := range []struct{ key, before, after string }{
		{"id", before.ID.Value, after.ID.Value},
		{"name", before.Name.Value, after.Name.Value},
		{"description", before.Description.Value, after.Description.Value},
	} {
		if text.before != text.after {
			details = append(details, fmt.Sprintf("%s: %q -> %q", text.key, text.before, text.after))
		}
	}
	details = append(details, settings(before.File, after.File, before.Root.Get("lint"), after.Root.Get("lint"), "lint")...)
	if details == nil {
		return nil
	}
	return []Change{{Sign: '~', What: "workflow", Details: details}}
}

// nodes compares the nodes, which their ids tell apart: those that are gone or another first, in their order.
func nodes(before, after *ir.Workflow) []Change {
	var changes []Change
	for _, old := range before.Nodes {
		now := byID(after, old.ID.Value)
		if now == nil {
			changes = append(changes, Change{Sign: '-', What: "node " + title(old)})
		} else if details, weaker := nodeDetails(old, now); details != nil {
			changes = append(changes, Change{Sign: '~', What: "node " + title(now), Details: details, Weaker: weaker})
		}
	}
	for _, now := range after.Nodes {
		if byID(before, now.ID.Value) == nil {
			changes = append(changes, Change{Sign: '+', What: "node " + title(now)})
		}
	}
	return changes
}

func byID(w *ir.Workflow, id string) *ir.Node {
	for _, n := range w.Nodes {
		if n.ID.Value == id {
			return n
		}
	}
	return nil
}

// title is a node as people know it: "token (JWT: sign)".
func title(n *ir.Node) string {
	if n.Template == nil {
		return fmt.Sprintf("%s (%s)", n.ID.Value, n.Type.Value)
	}
	return fmt.Sprintf("%s (%s)", n.ID.Value, n.Kind())
}

// nodeDetails says how a node has changed, its settings first, and then what that means for protection.
func nodeDetails(before, after *ir.Node) (details []string, weaker bool) {
	if before.Type.Value != after.Type.Value {
		details = append(details, fmt.Sprintf("type: %q -> %q", before.Type.Value, after.Type.Value))
	}
	for _, key := range keys(before.Data, after.Data) {
		details = append(details, settings(before.Workflow.File, after.Workflow.File, before.Field(key), after.Field(key), key)...)
	}
	less, other := facts.Weaker(before, after)
	for _, text := range less {
		details = append(details, "weaker: "+text)
	}
	for _, text := range other {
		details = append(details, "protection: "+text)
	}
	return details, len(less) > 0
}
