package trace_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/trace"
)

// TestWalks walks drawn graphs, "a -named-> b", "a -argument1-> b" by Call 1, and wants the values in the order in
// which they are found.
func TestWalks(t *testing.T) {
	const lookup = `
		email -named-> asked -matched-> row -matched-> id -typed-> text -joined-> sub -signed-> token`
	const calls = `
		a -argument1-> in -named-> out -returned1-> a2
		b -argument2-> in
		out -returned2-> b2`
	for _, c := range []struct {
		drawing, walk, want string
	}{
		{lookup, "back token all", "token sub text id row asked email"},
		{lookup, "back sub plain", "sub"},
		{lookup, "back text plain", "text id"},
		{lookup, "back sub parts", "sub text id"},
		{lookup, "forth email plain", "email asked"},
		{lookup, "forth email all", "email asked row id text sub token"},
		{calls, "back a2 plain", "a2 out in a"},
		{calls, "back b2 plain", "b2 out in b"},
		{calls, "forth a plain", "a in out a2"},
		{calls, "back out plain", "out in a b"},
		{calls, "back out plain 2", "out in b"},
		{calls, "forth in plain", "in out a2 b2"},
		{calls, "forth in plain 1", "in out a2"},
		{"a -named-> b -named-> c -named-> a", "back a plain", "a c b"},
		{"a -argument1-> f1 -argument2-> f2 -named-> r2 -returned2-> r1 -returned1-> x\nb -argument3-> f1\nr1 -returned3-> y", "back x plain", "x r1 r2 f2 f1 a"},
		{"a -argument1-> p -argument2-> q -argument3-> r -argument4-> s -named-> s2 -returned4-> r2 -returned3-> q2 -returned2-> p2 -returned1-> x\nb -argument5-> p\np2 -returned5-> y",
			"back x plain", "x p2 q2 r2 s2 s r q p a b"}, // a fifth Call in one another: of the outermost any may be meant
	} {
		g, values, names := drawn(t, c.drawing)
		how := strings.Fields(c.walk)
		walk := trace.Walk{Through: map[string]trace.Way{"plain": trace.Plain, "parts": trace.Parts, "all": trace.All}[how[2]]}
		for _, call := range how[3:] {
			walk.Calls = append(walk.Calls, int32(call[0]-'0'))
		}
		places := g.Back(walk, values[how[1]])
		if how[0] == "forth" {
			places = g.Forth(walk, values[how[1]])
		}
		var got []string
		for at := range places {
			got = append(got, names[at.Value])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s in %s: found %v, want %s", c.walk, c.drawing, got, c.want)
		}
	}
}

var arrow = regexp.MustCompile(`^-([a-z]+)([0-9]?)->$`)

// drawn returns the graph of a drawing, a path a line.
func drawn(t *testing.T, drawing string) (*trace.Graph, map[string]trace.Value, map[trace.Value]string) {
	g, values, names := trace.New(0), map[string]trace.Value{}, map[trace.Value]string{}
	value := func(name string) trace.Value {
		if values[name] == 0 {
			values[name] = g.Add(trace.Expression)
			names[values[name]] = name
		}
		return values[name]
	}
	for line := range strings.Lines(drawing) {
		words := strings.Fields(line)
		for i := 0; i+2 < len(words); i += 2 {
			m := arrow.FindStringSubmatch(words[i+1])
			if m == nil {
				t.Fatalf("no arrow: %s", words[i+1])
			}
			way, known := trace.Ways(m[1])
			if !known {
				t.Fatalf("no way: %s", m[1])
			}
			if m[2] != "" {
				call := 0
				fmt.Sscan(m[2], &call)
				g.Pass(value(words[i]), value(words[i+2]), way, int32(call))
				continue
			}
			g.Link(value(words[i]), value(words[i+2]), way)
		}
	}
	return g, values, names
}

// TestMarks wants places of another mark to be other places, and a walk to go by the edges and no further than the
// values that it is told.
func TestMarks(t *testing.T) {
	g, values, names := drawn(t, `
		a -joined-> text -named-> sum
		a -named-> sum
		b -joined-> sum -signed-> token`)
	walk := trace.Walk{
		Through: trace.All,
		Mark:    func(mark uint8, e trace.Edge) uint8 { return mark | uint8(e.Way&trace.Joined/trace.Joined) },
		Stop:    func(v trace.Value) bool { return names[v] == "text" },
		Passes:  func(e trace.Edge) bool { return names[e.From] != "b" },
	}
	var got []string
	for at := range g.Back(walk, values["token"]) {
		got = append(got, fmt.Sprint(names[at.Value], at.Mark, len(at.Path())))
	}
	if want := "token0 1, sum0 2, text0 3, a0 3"; strings.Join(got, ", ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
	walk.Stop = nil
	got = nil
	for at := range g.Back(walk, values["token"]) {
		got = append(got, fmt.Sprint(names[at.Value], at.Mark))
	}
	if want := "token0, sum0, text0, a0, a1"; strings.Join(got, ", ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
}

// TestCalls wants a place to know the Calls that lead to it, the innermost first.
func TestCalls(t *testing.T) {
	g, values, names := drawn(t, "a -argument1-> f -argument2-> h\nb -argument3-> f")
	got := map[string][]int32{}
	for at := range g.Forth(trace.Walk{Through: trace.Plain}, values["a"]) {
		got[names[at.Value]] = at.Calls()
	}
	if fmt.Sprint(got) != "map[a:[] f:[1] h:[2 1]]" {
		t.Errorf("found %v", got)
	}
}

// TestGraph wants the kinds of values, their edges in order, and no edge of a value that is none.
func TestGraph(t *testing.T) {
	g := trace.New(0)
	a, b, c := g.Add(trace.Column), g.Add(trace.Row), g.Add(trace.Column)
	g.Link(a, b, trace.Read)
	g.Link(c, b, trace.Matched)
	g.Link(0, b, trace.Read)
	g.Link(b, b, trace.Read)
	var columns []trace.Value
	for v := range g.Values(trace.Column) {
		columns = append(columns, v)
	}
	var in []string
	for e := range g.In(b) {
		in = append(in, fmt.Sprint(e.From, e.Way))
	}
	values, edges := g.Len()
	if values != 3 || edges != 2 || fmt.Sprint(columns, in) != "[1 3] [1 read 3 matched]" || g.Kind(b) != trace.Row {
		t.Errorf("%d values, %d edges, columns %v, into b %v", values, edges, columns, in)
	}
	if !g.Reached(b, trace.Read|trace.Signed) || g.Reached(b, trace.Signed) || g.Reached(a, trace.All) {
		t.Error("Reached")
	}
}

// TestSole wants the value before another one only where that is the one value that it may be.
func TestSole(t *testing.T) {
	g := trace.New(0)
	of, a, b, named, chosen, joined, none := g.Add(trace.Field), g.Add(trace.Field), g.Add(trace.Field), g.Add(trace.Output), g.Add(trace.Output), g.Add(trace.Expression), g.Add(trace.Row)
	g.Link(of, named, trace.Member)
	g.Link(a, named, trace.Named)
	g.Link(a, chosen, trace.Named)
	g.Link(b, chosen, trace.Named)
	g.Link(a, joined, trace.Joined)
	for v, want := range map[trace.Value]trace.Value{named: a, chosen: 0, joined: 0, none: 0} {
		if got := g.Sole(v, trace.Plain); got != want {
			t.Errorf("Sole(%d) is %d, want %d", v, got, want)
		}
	}
}

// TestJudge judges drawn graphs, in which the values "holds", "fails" and "neutral" are so, and all others follow from
// what they are made of.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		drawing, of string
		want        trace.Verdict
	}{
		{"holds -named-> x", "x", trace.Holds},
		{"fails -named-> x", "x", trace.Fails},
		{"neutral -named-> x", "x", trace.Neutral},
		{"holds -joined-> x\nneutral -joined-> x", "x", trace.Holds},
		{"holds -joined-> x\nfails -joined-> x", "x", trace.Fails},
		{"neutral -joined-> x\nfails -joined-> x\nholds -joined-> x", "x", trace.Fails},
		{"holds -chosen-> x\nfails -chosen-> x", "x", trace.Holds},
		{"neutral -chosen-> x\nfails -chosen-> x", "x", trace.Fails},
		{"neutral -chosen-> x", "x", trace.Fails},                            // what stands in for nothing is none of several
		{"holds -chosen-> x\nfails -compared-> x", "x", trace.Holds},         // the condition that chooses
		{"x -named-> y\ny -named-> x", "x", trace.Fails},                     // nothing begins it
		{"x -named-> y\ny -chosen-> x\nholds -chosen-> x", "y", trace.Holds}, // a loop that begins somewhere
		{"x -joined-> y\nholds -joined-> y\ny -named-> x", "y", trace.Fails}, // and one that does not
		{"holds -member-> x\nfails -named-> x", "x", trace.Holds},            // past an edge that is not passed
		{"fails -named-> holds\nholds -argument1-> f -returned1-> x", "x", trace.Holds},
	} {
		g, values, names := drawn(t, c.drawing)
		of := func(v trace.Value) trace.Verdict {
			return map[string]trace.Verdict{"holds": trace.Holds, "fails": trace.Fails, "neutral": trace.Neutral}[names[v]]
		}
		either := func(e trace.Edge) bool { return e.Way == trace.Chosen }
		passes := func(e trace.Edge) bool { return names[e.From] != "fails" || !strings.Contains(c.drawing, "member") }
		if got := g.Judge(trace.Judgement{Of: of, Either: either, Passes: passes}, values[c.of]); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.of, c.drawing, got, c.want)
		}
	}
}
