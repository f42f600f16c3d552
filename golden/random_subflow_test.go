package golden_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema/diag"
)

// returned is an output of a Subflow that its Returns name, with one field or none.
type returned struct {
	output string
	typ    string // of the field v, "" where it has none
	given  bool   // some Return names it
}

// addSubflows writes workflows that this one may call, and each of them those before it.
func (g *generator) addSubflows() {
	for i := range g.r.IntN(4) {
		prefix := fmt.Sprintf("s%d", i)
		sub := &generator{document: &document{name: g.name + prefix, prefix: prefix, subs: slices.Clone(g.subs)}, r: g.r}
		sub.budget = 2 + g.r.IntN(7)
		sub.subflow()
		g.subs = append(g.subs, sub.document)
	}
}

// subflow writes a workflow that begins with a Subflow and of which every way ends at one of up to three Returns.
func (g *generator) subflow() {
	for i := range g.r.IntN(3) {
		g.fields = append(g.fields, fieldValue{expr: fmt.Sprintf("p%d", i), typ: pick(g.r, "string", "int", "float", "bool", "time"), null: g.r.IntN(3) == 0})
	}
	outputs := [][]string{{"out"}, {"o0"}, {"invalid", "o0"}, {"o0", "o1"}, {"limited", "o0", "o1"}}
	for _, name := range outputs[g.r.IntN(len(outputs))] {
		g.returns = append(g.returns, &returned{output: name, typ: pick(g.r, "", "string", "int", "bool")})
	}
	first := g.answering(scope(g.fields))
	data := map[string]any{}
	if len(g.fields) > 0 {
		fields := map[string]any{}
		for _, v := range g.fields {
			fields[v.expr] = map[string]any{"type": v.typ, "required": !v.null}
		}
		data["subflowFields"] = fields
	}
	id := g.add("subflow", data)
	g.wire(id, "", first)
	g.entries = []entryPoint{{node: id}}
	g.returns = slices.DeleteFunc(g.returns, func(r *returned) bool { return !r.given })
}

// back adds a Return.
func (g *generator) back(s scope) string {
	r := pick(g.r, g.returns...)
	data := map[string]any{"returnOutput": r.output}
	if r.typ != "" {
		data["returnValues"] = map[string]any{"v": "{{" + s.expr(g.r, r.typ, 2) + "}}"}
	}
	r.given = true
	return g.add("return", data)
}

// called adds a Call of a workflow that has several outputs, or one that is not called out; next adds what follows each.
func (g *generator) called(s scope, next func(scope) string) string {
	sub := g.callable(func(d *document) bool { return d.returns[0].output != "out" })
	if sub == nil {
		return g.condition(s, next)
	}
	id := g.addCall(s, sub)
	for _, r := range sub.returns {
		g.wire(id, r.output, next(r.known(id, s)))
	}
	return id
}

// calledStep adds a Call of a workflow that has one output, out.
func (g *generator) calledStep(s scope) (id string, after scope) {
	sub := g.callable(func(d *document) bool { return d.returns[0].output == "out" })
	if sub == nil {
		return g.set(s)
	}
	id = g.addCall(s, sub)
	return id, sub.returns[0].known(id, s)
}

// callable is a random one of the workflows that may be called here, or nil: within a transaction none that has one itself.
func (g *generator) callable(good func(*document) bool) *document {
	fitting := slices.DeleteFunc(slices.Clone(g.subs), func(d *document) bool { return !good(d) || g.transacting && d.transacts() })
	if len(fitting) == 0 {
		return nil
	}
	return pick(g.r, fitting...)
}

// addCall adds a Call, which gives null where that may be.
func (g *generator) addCall(s scope, sub *document) string {
	data := map[string]any{"callWorkflow": sub.name}
	if len(sub.fields) > 0 {
		input := map[string]any{}
		for _, v := range sub.fields {
			if input[v.expr] = any("{{" + s.expr(g.r, v.typ, 1) + "}}"); v.null {
				input[v.expr] = nil
			}
		}
		data["callInput"] = input
	}
	id := g.add("call", data)
	g.node(id).calls = sub
	return id
}

// known is what is there below the output of a Call.
func (r *returned) known(call string, s scope) scope {
	if r.typ == "" {
		return s
	}
	return s.with(fieldValue{expr: call + ".v", typ: r.typ})
}

// transacts reports whether a workflow, or one that it calls, begins a transaction, or does several items at the same time.
func (d *document) transacts() bool {
	return slices.ContainsFunc(d.nodes, func(n node) bool {
		return n.Type == "transaction" || n.Data["eachParallel"] != nil || n.calls != nil && n.calls.transacts()
	})
}

// dropUncalled leaves out the workflows that nobody calls, so that null is what some Call gives where it may be.
func (g *generator) dropUncalled() {
	called := map[*document]bool{}
	var visit func(*document)
	visit = func(d *document) {
		for _, n := range d.nodes {
			if n.calls != nil && !called[n.calls] {
				called[n.calls] = true
				visit(n.calls)
			}
		}
	}
	visit(g.document)
	g.subs = slices.DeleteFunc(g.subs, func(d *document) bool { return !called[d] })
}

// callOutputs are the ways out of a Call.
func (n *node) callOutputs() []output {
	var outs []output
	for _, r := range n.calls.returns {
		outs = append(outs, output{name: r.output, required: r.output != "out"})
	}
	return outs
}

// below is the workflow that runs at a path of Calls, "" where the workflow itself does.
func (d *document) below(calls []string) *document {
	for _, id := range calls {
		d = d.node(id).calls
	}
	return d
}

// TestRandomSubflowsWithoutAReturn takes a Return, or any wire, out of workflows that others call: the linter finds exactly the
// ways that end without one, each where it ends.
func TestRandomSubflowsWithoutAReturn(t *testing.T) {
	caught, tried, byCode := 0, 0, map[string]int{}
	for seed := *randomSeed; caught < brokenCount(); seed++ {
		whole := cleanWorkflow(seed)
		if whole == nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 4))
		for i, sub := range whole.subs {
			for what, cut := range cutsOf(r, sub, "return") {
				d := *whole
				d.subs = slices.Clone(whole.subs)
				d.subs[i] = cut
				list := slices.DeleteFunc(builtIfClean(t, &d), func(g diag.Diagnostic) bool { return g.File.Name != sub.name+".flow.json" })
				tried++
				ways := cut.ways()
				if diff := cmp.Diff(ways.codes(), answerless(list)); diff != "" {
					t.Fatalf("seed %d, %s: ways without a Return (-) and found (+):\n%s\n%s\n%s", seed, what, diff, text(list), cut.json())
				}
				if len(ways.codes()) > 0 {
					caught++
				}
				for code := range ways.codes() {
					byCode[code[:len("FC303")]]++
				}
			}
		}
	}
	t.Logf("%d of %d workflows with something cut out had a way without a Return, and all were caught: %v", caught, tried, byCode)
}
