package gen_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/openapi"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestGuardsAreThoseOfAllWays compares what lint, routes and OpenAPI say of random workflows, with guards, what looks like
// guards, effects and stored answers all over the place, with a walk over every way through them.
func TestGuardsAreThoseOfAllWays(t *testing.T) {
	wanted := 300
	if os.Getenv("FLOWC_TEST_LONG") != "" {
		wanted = 10_000
	}
	tried, counts := 0, map[string]int{}
	for seed := uint64(1); tried < wanted; seed++ {
		o, program, list := wellDrawn(t, seed)
		if o == nil {
			counts["not drawn"]++
			continue
		}
		tried++
		if wrong := o.compare(t, program.Workflows[0].Flows[0], program, list); len(wrong) > 0 {
			t.Fatalf("seed %d: %s\n%s\nfound\n%s", seed, strings.Join(wrong, "\n"), o.drawing(), strings.Join(told(list), "\n"))
		}
		o.count(counts)
	}
	t.Logf("%d workflows: %v", tried, counts)
	for _, what := range []string{"open", "closed", "partly", "asked", "shared"} {
		if counts[what] < wanted/30 {
			t.Errorf("%d of %d are %s: the test hardly tells anything", counts[what], wanted, what)
		}
	}
}

// wellDrawn is the random workflow of a seed, led elsewhere in places, and what flowc says of it; nil where it has errors,
// or a way that nothing ever takes.
func wellDrawn(t *testing.T, seed uint64) (*oracle, *ir.Program, diag.List) {
	bad := func(list diag.List) bool {
		return list.HasErrors() || slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.FC307 })
	}
	s := randomSketch(seed)
	program, list := gen.Program(folderDrawn(t, s.drawing()))
	if bad(list) {
		return nil, nil, nil
	}
	for range s.r.IntN(5) {
		other := s.rewire()
		if p, l := gen.Program(folderDrawn(t, other.drawing())); !bad(l) {
			s, program, list = other, p, l
		}
	}
	return s.walkAll(), program, list
}

// count says what kind of workflow it is.
func (o *oracle) count(counts map[string]int) {
	open, closed := o.points(true), o.points(false)
	add := func(what string, is bool) {
		if is {
			counts[what]++
		}
	}
	add("open", len(open) > 0)
	add("closed", len(open) == 0 && len(closed) > 0)
	add("partly", len(open) > 0 && len(closed) > 0)
	add("shared", slices.ContainsFunc(closed, func(id string) bool { return len(o.onAll(id, guardsOf)) == 0 }))
	add("asked", len(o.askedOfAll()) > 0)
}

func guardsOf(a arrival) []string { return a.guards }
func askedOf(a arrival) []string  { return a.asked }

// compare says where flowc and the oracle differ.
func (o *oracle) compare(t *testing.T, f *ir.Flow, program *ir.Program, list diag.List) []string {
	t.Helper()
	text, err := openapi.Document("drawn", "", program)
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	requirements := document.Paths.Value("/drawn").Post.Security
	return slices.Concat(o.compareLint(list), o.compareRoutes(facts.ProtectionOf(f)), o.compareOpenAPI(requirements))
}

// compareLint holds FC404 to the effects and stored answers that some way without a guard leads to, and FC213 to entry points
// that call themselves public and are not.
func (o *oracle) compareLint(list diag.List) (wrong []string) {
	open := slices.ContainsFunc(o.points(true), o.exposes)
	closed := len(o.points(true)) == 0 && len(o.points(false)) > 0
	want := map[string]bool{"FC404": open && !o.public, "FC213": closed && o.public}
	for _, d := range list {
		if d.Code != diag.FC404 && d.Code != diag.FC213 {
			continue
		}
		if !want[d.Code.Name] || d.Node != "in" {
			wrong = append(wrong, "not wanted: "+told(diag.List{d})[0])
		}
		delete(want, d.Code.Name)
		if named := strings.Split(d.Message, `"`); d.Code == diag.FC404 && (o.protected(named[1]) || !o.exposes(named[1])) {
			wrong = append(wrong, "names a node that is protected, or nothing to protect: "+d.Message)
		}
	}
	for code, is := range want {
		if is {
			wrong = append(wrong, "missing: "+code)
		}
	}
	return wrong
}

// compareRoutes holds what is said of the route to the ways to all that is protected: each crosses one of the guards that are
// named, each guard that all cross is named, and none is that no way crosses.
func (o *oracle) compareRoutes(p facts.Protection) (wrong []string) {
	var named []string
	for _, g := range p.Guards {
		named = append(named, g.Step.Node.ID.Value)
	}
	if open := len(o.points(true)) > 0; p.Partly != open || p.Public != o.public {
		wrong = append(wrong, "the route says: "+p.String())
	}
	crossed := map[string]bool{}
	for _, id := range o.points(false) {
		for _, a := range o.arrivals[id] {
			if !slices.ContainsFunc(a.guards, func(g string) bool { return slices.Contains(named, g) }) {
				wrong = append(wrong, "no guard is named of "+strings.Join(a.guards, " ")+" to "+id+": "+p.String())
			}
			for _, g := range a.guards {
				crossed[g] = true
			}
		}
		for _, g := range o.onAll(id, guardsOf) {
			if !slices.Contains(named, g) {
				wrong = append(wrong, "every way to "+id+" crosses "+g+": "+p.String())
			}
		}
	}
	for _, g := range named {
		if !crossed[g] {
			wrong = append(wrong, "no way crosses "+g+": "+p.String())
		}
	}
	return append(wrong, o.compareAsked(p)...)
}

// compareAsked holds the Conditions that are named to those that every way to all that is protected takes.
func (o *oracle) compareAsked(p facts.Protection) []string {
	var got []string
	for _, out := range p.Asked {
		got = append(got, out.Step.Node.ID.Value+":"+out.Name)
	}
	want := o.askedOfAll()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return []string{"asked of all: " + strings.Join(want, " ") + "; the route says: " + p.String()}
	}
	return nil
}

func (o *oracle) askedOfAll() []string {
	var all []string
	for i, id := range o.points(false) {
		asked := o.onAll(id, askedOf)
		if i == 0 {
			all = asked
		}
		all = slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(asked, name) })
	}
	return all
}
