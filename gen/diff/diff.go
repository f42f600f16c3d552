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
	"github.com/flowc-dev/flowc/schema"
)

// Change is one difference.
type Change struct {
	Sign    byte     // '+' what is new, '-' what is gone, '~' what is another now
	What    string   // "node token (JWT: sign)"
	Details []string // of '~': what changed in it, `jwtExpiresIn: "15m" -> "1h"`
	Weaker  bool     // of a route or a node: it lets callers through who had to stay outside

	Node     string       // of a node: its id
	Settings []Setting    // of a node or the document: those that are different, which Details say too
	Wire     *schema.Edge // of a wire
}

// Workflows compares two versions of a workflow: the document itself, then nodes, wires and routes.
func Workflows(before, after *ir.Workflow) []Change {
	return slices.Concat(
		documents(before, after), nodes(before, after), wires(before, after), orders(before, after), routes(before, after),
	)
}

// documents compares what is no node's and no wire's.
func documents(before, after *ir.Workflow) []Change {
	var list []Setting
	for _, text := range []struct{ key, before, after string }{
		{"id", before.ID.Value, after.ID.Value},
		{"name", before.Name.Value, after.Name.Value},
		{"description", before.Description.Value, after.Description.Value},
	} {
		if text.before != text.after {
			list = append(list, Setting{text.key, fmt.Sprintf("%q", text.before), fmt.Sprintf("%q", text.after)})
		}
	}
	list = append(list, settings(before.File, after.File, before.Root.Get("lint"), after.Root.Get("lint"), "lint")...)
	if list == nil {
		return nil
	}
	return []Change{{Sign: '~', What: "workflow", Details: details(list), Settings: list}}
}

// nodes compares the nodes by their ids: those that are removed or changed first, in their order.
func nodes(before, after *ir.Workflow) []Change {
	var changes []Change
	for _, old := range before.Nodes {
		now := byID(after, old.ID.Value)
		if now == nil {
			changes = append(changes, Change{Sign: '-', What: "node " + title(old), Node: old.ID.Value})
		} else if c := changeOf(old, now); c.Details != nil {
			changes = append(changes, c)
		}
	}
	for _, now := range after.Nodes {
		if byID(before, now.ID.Value) == nil {
			changes = append(changes, Change{Sign: '+', What: "node " + title(now), Node: now.ID.Value})
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

// changeOf says how a node has changed, its settings first, and then what that means for protection.
func changeOf(before, after *ir.Node) Change {
	c := Change{Sign: '~', What: "node " + title(after), Node: after.ID.Value}
	if was, is := before.Type.Value, after.Type.Value; was != is {
		c.Settings = append(c.Settings, Setting{"type", fmt.Sprintf("%q", was), fmt.Sprintf("%q", is)})
	}
	for _, key := range keys(before.Data, after.Data) {
		list := settings(before.Workflow.File, after.Workflow.File, before.Field(key), after.Field(key), key)
		c.Settings = append(c.Settings, list...)
	}
	c.Details = details(c.Settings)
	less, other := facts.Weaker(before, after)
	for _, text := range less {
		c.Details = append(c.Details, "weaker: "+text)
	}
	for _, text := range other {
		c.Details = append(c.Details, "protection: "+text)
	}
	c.Weaker = len(less) > 0
	return c
}
