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
	var changes []Change
	for _, e := range unlike(before.Edges, after.Edges) {
		changes = append(changes, Change{Sign: '-', What: "wire " + text(e), Wire: e})
	}
	for _, e := range unlike(after.Edges, before.Edges) {
		changes = append(changes, Change{Sign: '+', What: "wire " + text(e), Wire: e})
	}
	return changes
}

// unlike are the wires that are none of others, each once.
func unlike(edges, others []*schema.Edge) []*schema.Edge {
	var list []*schema.Edge
	for _, e := range edges {
		same := func(o *schema.Edge) bool { return text(o) == text(e) }
		if !slices.ContainsFunc(others, same) && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	return list
}

// text is a wire as people name it: "check.valid -> token".
func text(e *schema.Edge) string { return output(e) + " -> " + e.Target.Value }

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
