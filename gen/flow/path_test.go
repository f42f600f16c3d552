package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// stepOf is the first step of a node.
func (d *drawn) stepOf(g *Graph, name string) *Step { return g.Of(slices.Index(d.names, name))[0] }

func (d *drawn) pathText(path []*Step) string {
	var names []string
	for _, s := range path {
		names = append(names, d.names[s.Node])
	}
	return strings.Join(names, " -> ")
}

func TestPaths(t *testing.T) {
	d := draw(t, `
		in -> a:true -> b -> c -> [ok]
		a:false -> c
		in -> [no]`)
	g := d.Order(0)
	ok, c := d.stepOf(g, "ok"), slices.Index(d.names, "c")
	b := slices.Index(d.names, "b")
	if got := d.pathText(g.Path(ok)); got != "in -> a -> c -> ok" {
		t.Errorf("shortest path: %s", got)
	}
	if got := d.pathText(g.PathWithout(ok, b)); got != "in -> a -> c -> ok" {
		t.Errorf("path without b: %s", got)
	}
	if got := g.PathWithout(ok, c); got != nil {
		t.Errorf("path without c: %s", d.pathText(got))
	}
	if g.Ran(b, ok) || !g.Ran(c, ok) || g.Ran(slices.Index(d.names, "ok"), ok) {
		t.Errorf("b ran %v, c %v, ok itself %v", g.Ran(b, ok), g.Ran(c, ok), g.Ran(slices.Index(d.names, "ok"), ok))
	}
	if got := d.outNames(g.Taken(0, ok)); !slices.Equal(got, []string{"in.out"}) {
		t.Errorf("taken of in: %v", got)
	}
	if got := d.outNames(g.Taken(1, ok)); !slices.Equal(got, []string{"a.true", "a.false"}) {
		t.Errorf("taken of a: %v", got)
	}
}

// TestPathByFailure wants a path on which a node fails: it is on it, and does not come to its end.
func TestPathByFailure(t *testing.T) {
	d := draw(t, `
		in -> t:try -> call! -> set
		t:catch -> [sorry]
		t:done -> [ok]`)
	g := d.Order(0)
	call := slices.Index(d.names, "call")
	if got := d.pathText(g.PathWithout(d.stepOf(g, "sorry"), call)); got != "in -> t -> sorry" {
		t.Errorf("to sorry: %s", got)
	}
	if got := g.PathWithout(d.stepOf(g, "ok"), call); got != nil {
		t.Errorf("to ok: %s", d.pathText(got))
	}
}

// TestRanOnAllOfSeveralSteps wants a node that has run as one of its steps or another, of which none dominates.
func TestRanOnAllOfSeveralSteps(t *testing.T) {
	d := draw(t, `
		in -> a:true -> log
		a:true -> b
		a:false -> log
		a:false -> c
		in -> [ok]`)
	g := d.Order(0)
	log, ok := slices.Index(d.names, "log"), d.stepOf(g, "ok")
	if len(g.Of(log)) != 2 || !g.Ran(log, ok) {
		t.Errorf("%d steps of log, ran on every path: %v", len(g.Of(log)), g.Ran(log, ok))
	}
	from, out := Meet(g.Of(log))
	if d.names[from.Node] != "a" || out != nil {
		t.Errorf("all steps of log are below %s", d.names[from.Node])
	}
}

func TestMisfits(t *testing.T) {
	for _, test := range []struct{ drawing, wire, before, shared string }{
		{"in -> a -> c\nin -> b -> c", "b", "a", "c"},
		{"in -> [ok]\nin -> a", "a", "ok", ""},
		{"in -> a\nin -> a", "a", "a", "a"},
		{"in -> a\nin -> b", "", "", ""},
	} {
		d := draw(t, test.drawing)
		good, bad := d.sequenceOf(d.Nodes[0].Outputs[0].Wires)
		if bad == nil {
			if test.wire != "" || len(good) != 2 {
				t.Errorf("%q: nothing is in the way", test.drawing)
			}
			continue
		}
		shared := ""
		if bad.Shared >= 0 {
			shared = d.names[bad.Shared]
		}
		if d.names[bad.Wire.To] != test.wire || d.names[bad.Before.To] != test.before || shared != test.shared || len(good) != 1 {
			t.Errorf("%q: %s can't follow %s, sharing %q", test.drawing, d.names[bad.Wire.To], d.names[bad.Before.To], shared)
		}
	}
}

// TestCycles wants each cycle found, and closed by the wire that is one too many.
func TestCycles(t *testing.T) {
	for text, want := range map[string][]string{
		"in -> a -> b -> c -> a\nb:no -> b\nin -> [ok]":              {"a b c by c", "b by b"},
		"in -> a -> b -> [ok]\na -> [no]\nb -> a":                    {"a b by b"},   // without that from a to b, nothing leads to b
		"in -> a -> c -> [ok]\nin:no -> b -> c\nc -> b":              {"b c by c"},   // b leads nowhere without its only wire
		"in -> a -> c -> d -> [ok]\nin:no -> b -> c\nd:x -> b":       {"c d b by b"}, // each is the only one of its output
		"in -> a -> c -> d -> [ok]\nin:no -> b -> c\nd -> b":         {"b c d by d"}, // and here, d goes on as before
		"in -> a -> c:x -> [ok]\nin:no -> b -> [no]\nc -> b\nb -> c": {"c b by b"},   // b goes on without its second
	} {
		d := draw(t, text)
		var found []string
		for _, c := range d.Cycles() {
			names := []string{}
			for _, n := range c.Nodes {
				names = append(names, d.names[n])
			}
			found = append(found, strings.Join(names, " ")+" by "+d.names[c.Closing.From])
		}
		if !slices.Equal(found, want) {
			t.Errorf("%q: cycles %q, want %q", text, found, want)
		}
	}
}

// TestStrayed wants to know what is missing because a wire was left out that leaves a region.
func TestStrayed(t *testing.T) {
	d := draw(t, `
		in -> log -> t:try -> call! -> b -> c
		t:done -> b`)
	g := d.Order(0)
	strayed := func(from, to string) bool { return g.Strayed(slices.Index(d.names, from), slices.Index(d.names, to)) }
	if !strayed("call", "b") || !strayed("call", "c") || strayed("log", "b") || strayed("b", "c") {
		t.Errorf("call to b %v, to c %v; log to b %v, b to c %v", strayed("call", "b"), strayed("call", "c"), strayed("log", "b"), strayed("b", "c"))
	}
	if !g.CrossedInto(slices.Index(d.names, "b")) || g.CrossedInto(slices.Index(d.names, "c")) {
		t.Error("the wire into b crosses a border, that into c does not")
	}
}

// TestOverflow wants an end to sequences inside sequences: each node of this chain is followed by twice as many ends as the
// one before.
func TestOverflow(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "a%d:x -> a%d\na%[1]d:x -> u%[1]d\na%[1]d:y -> a%[2]d\na%[1]d:y -> v%[1]d\n", i, i+1)
	}
	g := draw(t, b.String()).Order(0)
	if limit := maxSteps*len(g.Nodes) + 200; g.Overflow == nil || len(g.Steps) > limit {
		t.Errorf("%d steps of %d nodes, overflow: %v", len(g.Steps), len(g.Nodes), g.Overflow)
	}
}

// TestDominatorsAsDefined compares dominators with their definition in random drawings: d dominates s where no path leads to
// s without d.
func TestDominatorsAsDefined(t *testing.T) {
	regions, joins := 0, 0
	for seed := range uint64(400) {
		g := random(rand.New(rand.NewPCG(seed, 1))).Order(0)
		for _, s := range g.Steps {
			if s.Region != nil {
				regions++
			}
			if len(s.In) > 1 {
				joins++
			}
			for _, in := range s.Ways() {
				if in.Step.Index >= s.Index {
					t.Fatalf("seed %d: step %d comes before step %d, which leads to it", seed, s.Index, in.Step.Index)
				}
			}
			for _, d := range g.Steps {
				if want := !bypasses(s, d); d.Dominates(s) != want {
					t.Fatalf("seed %d: step %d dominates step %d: %v, want %v", seed, d.Index, s.Index, !want, want)
				}
			}
		}
	}
	if regions < 100 || joins < 100 {
		t.Errorf("%d steps in regions and %d joins are too few", regions, joins)
	}
}

// bypasses reports whether a path leads from the entry point to s without d.
func bypasses(s, d *Step) bool {
	if s == d {
		return false
	}
	back := func(s *Step) []*Step {
		var steps []*Step
		for _, in := range s.Ways() {
			if in.Step != d {
				steps = append(steps, in.Step)
			}
		}
		return steps
	}
	return d.Index != 0 && Leads(s, back, func(s *Step) bool { return s.Index == 0 })
}

// random is a drawing of some nodes, each wired to later ones.
func random(r *rand.Rand) *Drawing {
	nodes := make([]Node, 4+r.IntN(10))
	wires := 0
	for i := range nodes {
		n := &nodes[i]
		n.Answers, n.Fails, n.Asks = r.IntN(5) == 0 && i > 0, r.IntN(3) == 0, r.IntN(4) == 0
		roles := make([]Role, 1+r.IntN(2))
		if r.IntN(4) == 0 && !n.Answers {
			roles, n.Swallows = []Role{Try, Done, Handler}, r.IntN(2) == 0
		}
		for _, role := range roles {
			out := Output{Role: role}
			for range r.IntN(3) {
				if i+1 < len(nodes) {
					out.Wires = append(out.Wires, &Wire{Index: wires, From: i, To: i + 1 + r.IntN(min(3, len(nodes)-i-1))})
					wires++
				}
			}
			n.Outputs = append(n.Outputs, out)
		}
	}
	return Draw(nodes)
}
