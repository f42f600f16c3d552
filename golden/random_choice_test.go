package golden_test

import (
	"fmt"
	"slices"
)

// casesOf are what a Switch of a random workflow compares values of a type with.
var casesOf = map[string][]any{"string": {"x", "ada", "a.b-c"}, "int": {0, 1, -1}, "bool": {true, false}}

// choice adds a Switch on a value that may be null or not; next adds what follows each of its outputs. Of a truth value that is
// always there, nothing is left over.
func (g *generator) choice(s scope, next func(scope) string) string {
	v, ok := s.find(g.r, func(v fieldValue) bool {
		return casesOf[v.typ] != nil && !v.hidden && !(v.typ == "bool" && s.narrows(v))
	})
	if !ok {
		return g.condition(s, next)
	}
	cases := casesOf[v.typ]
	if v.typ != "bool" {
		cases = cases[:1+g.r.IntN(len(cases))]
	}
	known := v
	known.null = false
	id := g.add("switch", map[string]any{"switchOn": pick(g.r, v.expr, "{{"+v.expr+"}}"), "switchCases": cases})
	outputs := g.node(id).outputs()
	if v.typ == "bool" && !v.null {
		outputs = outputs[:len(cases)]
		g.node(id).closed = true
	}
	for i, out := range outputs {
		below := s
		if i < len(cases) {
			below = scope{known}.with(s...)
		}
		if g.after && g.r.IntN(6) == 0 {
			continue // where nobody waits, a branch may end there
		}
		g.wire(id, out.name, next(below))
	}
	return id
}

// narrows reports whether a value may be null but for what is proved of it: without the proof, a Switch on it has one more output.
func (s scope) narrows(v fieldValue) bool {
	return slices.ContainsFunc(s, func(other fieldValue) bool { return other.expr == v.expr && other.null })
}

// cases are the outputs of a Switch.
func (n *node) cases() []output {
	var outs []output
	for _, c := range n.Data["switchCases"].([]any) {
		outs = append(outs, output{name: fmt.Sprint(c), required: true})
	}
	if !n.closed {
		outs = append(outs, output{name: "default", required: true})
	}
	return outs
}
