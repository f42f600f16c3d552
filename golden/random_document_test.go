package golden_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
)

// document is a workflow that the generator writes.
type document struct {
	name    string
	fields  []fieldValue // the request's, declared or to be inferred
	entries []entryPoint
	nodes   []node
	wires   []wire

	subs    []*document // those that it calls, or that these call
	prefix  string      // of its nodes' ids
	returns []*returned // what its Returns name, where others call it
}

type node struct {
	ID   string         `json:"id"`
	Type string         `json:"type"`
	Data map[string]any `json:"data"`

	closed bool      // a Switch that leaves nothing over
	calls  *document // what a Call calls
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

// withoutNode is the document with one node less, and without its wires.
func (d *document) withoutNode(id string) *document {
	less := *d
	less.nodes = slices.DeleteFunc(slices.Clone(d.nodes), func(n node) bool { return n.ID == id })
	less.wires = slices.DeleteFunc(slices.Clone(d.wires), func(w wire) bool { return w.Source == id || w.Target == id })
	return &less
}

// withoutOutput is the document without the wires of an output of any node.
func (d *document) withoutOutput(name string) *document {
	less := *d
	less.wires = slices.DeleteFunc(slices.Clone(d.wires), func(w wire) bool { return w.Output == name })
	return &less
}

// with is the document with nodes and wires more.
func (d *document) with(nodes []node, wires []wire) *document {
	more := *d
	more.nodes = slices.Concat(d.nodes, nodes)
	more.wires = slices.Concat(d.wires, wires)
	return &more
}

// all returns the ids of the nodes of a type.
func (d *document) all(typ string) []string {
	var ids []string
	for _, n := range d.nodes {
		if n.Type == typ {
			ids = append(ids, n.ID)
		}
	}
	return ids
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
	case n.Type == "apiEndpoint":
		return []output{{name: "out"}, {name: "invalid", optional: true}}
	case n.Type == "auth" && n.Data["authRequire"] != nil:
		return []output{{name: "valid", required: true}, {name: "invalid", required: true}, {name: "forbidden", required: true}}
	case n.Type == "auth", n.Data["jwtMode"] == "verify", n.Data["hashMode"] == "verify":
		return []output{{name: "valid", required: true}, {name: "invalid", required: true}}
	case n.Type == "code" && n.Data["codeFunction"] != "measure":
		return []output{{name: "out"}, {name: "invalid", optional: true}}
	case n.Type == "tryCatch":
		return []output{{name: "try", required: true}, {name: "catch"}} // unwired, catch goes on at done
	case n.Type == "forEach":
		return []output{{name: "each", required: true}} // done follows it, and where there is no item comes at once
	case n.Type == "transaction":
		return []output{{name: "try", required: true}}
	case n.Type == "retry":
		return []output{{name: "try", required: true}, {name: "failed", optional: true}}
	case n.Type == "switch":
		return n.cases()
	case n.Type == "call":
		return n.callOutputs()
	case n.Type == "return":
		return nil
	case n.Type == "condition":
		return []output{{name: "true", required: true}, {name: "false", required: true}}
	case n.Data["storageOperation"] == "get", n.Data["storageOperation"] == "take":
		return []output{{name: "found", required: true}, {name: "missing", required: true}}
	case n.Type == "rateLimit":
		return []output{{name: "allowed", required: true}, {name: "limited", required: true}}
	case n.Data["storageIfAbsent"] == true:
		return []output{{name: "stored", required: true}, {name: "exists", required: true}}
	case n.Data["sqlMode"] == "one":
		return []output{{name: "out"}, {name: "notFound", optional: true}, {name: "conflict", optional: true}}
	case n.Type == "api":
		return []output{{name: "out"}, {name: "refused", optional: true}}
	case n.Type == "sql":
		return []output{{name: "out"}, {name: "conflict", optional: true}}
	}
	return []output{{name: "out"}}
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
