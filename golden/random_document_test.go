package golden_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// document is a workflow that the generator writes.
type document struct {
	name    string
	fields  []fieldValue // the request's, declared or to be inferred
	entries []entryPoint
	nodes   []node
	wires   []wire
}

type node struct {
	ID   string         `json:"id"`
	Type string         `json:"type"`
	Data map[string]any `json:"data"`
}

type wire struct {
	Source string `json:"source"`
	Output string `json:"sourceHandle,omitempty"`
	Target string `json:"target"`
}

// json is the document as a file.
func (d *document) json() []byte {
	text, err := json.MarshalIndent(map[string]any{
		"version": 1,
		"id":      d.id(),
		"name":    d.name,
		"nodes":   d.nodes,
		"edges":   d.wires,
	}, "", "  ")
	must(err)
	return text
}

func (d *document) id() string { return fmt.Sprintf("%026s", d.name) }

// without is the document with one wire less.
func (d *document) without(i int) *document {
	less := *d
	less.wires = slices.Delete(slices.Clone(d.wires), i, i+1)
	return &less
}

// stalls says whether some way through the workflow ends without an answer, or a node that is reached lacks a wire
// that it needs: what FC301 to FC303 are about, written down a second time, straight from their definition.
func (d *document) stalls() bool {
	seen, reached := map[string]bool{}, map[string]bool{}
	return slices.ContainsFunc(d.nodes, func(n node) bool {
		return (n.Type == "apiEndpoint" || n.Type == "webhook") && (d.unanswered(n.ID, nil, seen) || d.unwired(n.ID, reached))
	})
}

// unanswered says whether a way that begins at a node, and goes on at the first of then where it ends, has no answer.
func (d *document) unanswered(id string, then []string, seen map[string]bool) bool {
	key := id + " " + strings.Join(then, " ")
	if seen[key] || d.node(id).Type == "response" {
		return false // of what was seen: it is being looked at, or was found to be answered
	}
	seen[key] = true
	n := d.node(id)
	if n.Type == "tryCatch" || n.Type == "retry" {
		then = append(d.targets(id, "done"), then...)
	}
	for _, out := range n.outputs() {
		targets := d.targets(id, out.name)
		if len(targets) == 0 && (out.optional || out.required) {
			continue // not taken, or unwired's to find
		}
		if targets = append(targets, then...); len(targets) == 0 || d.unanswered(targets[0], targets[1:], seen) {
			return true
		}
	}
	return false
}

// unwired says whether a node that is reached lacks a wire of a required output, be it after an answer.
func (d *document) unwired(id string, seen map[string]bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	for _, out := range d.node(id).outputs() {
		targets := d.targets(id, out.name)
		if len(targets) == 0 && out.required {
			return true
		}
		if slices.ContainsFunc(targets, func(to string) bool { return d.unwired(to, seen) }) {
			return true
		}
	}
	return slices.ContainsFunc(d.targets(id, "done"), func(to string) bool { return d.unwired(to, seen) })
}

func (d *document) node(id string) *node {
	return &d.nodes[slices.IndexFunc(d.nodes, func(n node) bool { return n.ID == id })]
}

func (d *document) targets(id, output string) []string {
	var ids []string
	for _, w := range d.wires {
		if w.Source == id && (w.Output == output || w.Output == "" && output == "out") {
			ids = append(ids, w.Target)
		}
	}
	return ids
}

type output struct {
	name               string
	required, optional bool
}

// outputs are the ways out of a node.
func (n *node) outputs() []output {
	switch {
	case n.Type == "auth", n.Data["jwtMode"] == "verify", n.Data["hashMode"] == "verify":
		return []output{{name: "valid", required: true}, {name: "invalid", required: true}}
	case n.Type == "code" && n.Data["codeFunction"] != "measure":
		return []output{{name: "out"}, {name: "invalid", optional: true}}
	case n.Type == "tryCatch":
		return []output{{name: "try", required: true}, {name: "catch"}} // unwired, catch goes on at done
	case n.Type == "retry":
		return []output{{name: "try", required: true}, {name: "failed", optional: true}}
	case n.Type == "condition":
		return []output{{name: "true", required: true}, {name: "false", required: true}}
	case n.Data["storageOperation"] == "get", n.Data["storageOperation"] == "take":
		return []output{{name: "found", required: true}, {name: "missing", required: true}}
	case n.Data["storageIfAbsent"] == true:
		return []output{{name: "stored", required: true}, {name: "exists", required: true}}
	case n.Data["sqlMode"] == "one":
		return []output{{name: "out"}, {name: "notFound", optional: true}, {name: "conflict", optional: true}}
	case n.Type == "sql":
		return []output{{name: "out"}, {name: "conflict", optional: true}}
	}
	return []output{{name: "out"}}
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
