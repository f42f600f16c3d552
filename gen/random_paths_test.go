package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// graph is a random workflow without regions and sequences: each output leads to one later node, or nowhere.
type graph struct {
	kinds []string         // of the nodes n0, n1, …
	next  []map[string]int // by output; len(kinds) is the Response, below 0 nowhere
	read  int              // the node that the Response reads
}

var graphOutputs = map[string][]string{
	"condition": {"true", "false"}, "auth": {"valid", "invalid"}, "set": {"out"}, "sql": {"out"},
}

func randomGraph(r *rand.Rand) graph {
	n := 3 + r.IntN(6)
	g := graph{read: r.IntN(n)}
	for i := range n {
		kind := []string{"condition", "condition", "auth", "set", "set", "sql"}[r.IntN(6)]
		outputs := map[string]int{}
		for _, out := range graphOutputs[kind] {
			outputs[out] = i + 1 + r.IntN(min(3, n-i))
			if out == "out" && r.IntN(12) == 0 {
				outputs[out] = -1
			}
		}
		g.kinds, g.next = append(g.kinds, kind), append(g.next, outputs)
	}
	g.kinds[g.read] = "set"
	g.next[g.read] = map[string]int{"out": g.read + 1}
	return g
}

func (g graph) name(i int) string {
	if i == len(g.kinds) {
		return "ok"
	}
	return fmt.Sprintf("n%d", i)
}

func (g graph) drawing() string {
	data := map[string]string{
		"condition": `{"conditionExpression": "request.ip == '/'"}`, "auth": `{}`,
		"set": `{"setValues": {"v": 1}}`, "sql": `{"sqlQuery": "DELETE FROM notes"}`,
	}
	lines := []string{
		`in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}`, "in -> n0",
		fmt.Sprintf(`ok response {"responseStatus": 401, "responseBody": "{{n%d.v}}"}`, g.read),
	}
	for i, kind := range g.kinds {
		lines = append(lines, fmt.Sprintf("n%d %s %s", i, kind, data[kind]))
		for _, out := range graphOutputs[kind] {
			if to := g.next[i][out]; to >= 0 {
				lines = append(lines, fmt.Sprintf("n%d:%s -> %s", i, out, g.name(to)))
			}
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), ":out ->", " ->")
}

// walk follows every path one by one, and says what is wrong on any of them.
func (g graph) walk() []string {
	found := map[string]bool{}
	var visit func(at int, ran []int, guarded bool)
	visit = func(at int, ran []int, guarded bool) {
		if at == len(g.kinds) {
			found["FC205"] = found["FC205"] || !slices.Contains(ran, g.read)
			return
		}
		found["FC404"] = found["FC404"] || g.kinds[at] == "sql" && !guarded
		for out, to := range g.next[at] {
			if to < 0 {
				found["FC303"] = true
				continue
			}
			visit(to, append(slices.Clone(ran), at), guarded || out == "valid")
		}
	}
	visit(0, nil, false)
	var codes []string
	for _, code := range []string{"FC205", "FC303", "FC404"} {
		if found[code] {
			codes = append(codes, code)
		}
	}
	return codes
}

// TestProofsAreThoseOfAllPaths compares what the dominators prove with a walk over every path of random workflows.
func TestProofsAreThoseOfAllPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	clean := 0
	for range 2000 {
		g := randomGraph(r)
		var got []string
		for _, d := range lintDrawn(t, g.drawing()) {
			if strings.Contains("FC205 FC303 FC404", d.Code.Name) && !slices.Contains(got, d.Code.Name) {
				got = append(got, d.Code.Name)
			}
		}
		slices.Sort(got)
		want := g.walk()
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, want %v in\n%s", got, want, g.drawing())
		}
		if len(want) == 0 {
			clean++
		}
	}
	if clean < 100 || clean > 1900 {
		t.Errorf("%d of 2000 are clean: the test hardly tells anything", clean)
	}
}
