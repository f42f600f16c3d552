package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// wires compares the wires, whatever their order: those that are gone, then the new ones.
func wires(before, after *ir.Workflow) []Change {
	old, now := texts(before.Edges), texts(after.Edges)
	var changes []Change
	for _, wire := range old {
		if !slices.Contains(now, wire) {
			changes = append(changes, Change{Sign: '-', What: "wire " + wire})
		}
	}
	for _, wire := range now {
		if !slices.Contains(old, wire) {
			changes = append(changes, Change{Sign: '+', What: "wire " + wire})
		}
	}
	return changes
}

// texts are wires as people name them, each once: "check.valid -> token".
func texts(edges []*schema.Edge) []string {
	var list []string
	for _, e := range edges {
		if text := output(e) + " -> " + e.Target.Value; !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func output(e *schema.Edge) string { return e.Source.Value + "." + e.Handle.Value }

// orders compares the order of what follows each output, which is the order of execution.
func orders(before, after *ir.Workflow) []Change {
	old, now := targets(before.Edges), targets(after.Edges)
	var changes []Change
	for _, o := range now {
		i := slices.IndexFunc(old, func(s sequence) bool { return s.output == o.output })
		if i < 0 {
			continue
		}
		was, is := common(old[i].nodes, o.nodes), common(o.nodes, old[i].nodes)
		if !slices.Equal(was, is) {
			detail := fmt.Sprintf("%s -> %s", strings.Join(old[i].nodes, ", "), strings.Join(o.nodes, ", "))
			changes = append(changes, Change{Sign: '~', What: "order behind " + o.output, Details: []string{detail}})
		}
	}
	return changes
}

// sequence is what follows an output, in order.
type sequence struct {
	output string
	nodes  []string
}

func targets(edges []*schema.Edge) []sequence {
	var list []sequence
	for _, e := range edges {
		i := slices.IndexFunc(list, func(s sequence) bool { return s.output == output(e) })
		if i < 0 {
			i = len(list)
			list = append(list, sequence{output: output(e)})
		}
		list[i].nodes = append(list[i].nodes, e.Target.Value)
	}
	return list
}

// common are the nodes of a list that are in another one too.
func common(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return !slices.Contains(other, n) })
}
