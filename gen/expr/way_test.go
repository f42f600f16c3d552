package expr_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
)

// TestWaysOfFunctions wants each function to say how each of its arguments goes into its result: of one that says
// nothing, no rule would follow a value through it.
func TestWaysOfFunctions(t *testing.T) {
	for _, f := range expr.Functions() {
		if len(f.Ways) != len(f.Params) {
			t.Errorf("%s has %d parameters and says of %d how they go into its result", f.Name, len(f.Params), len(f.Ways))
		}
		for i, way := range f.Ways {
			if one, known := trace.Ways(way.String()); !known || one != way {
				t.Errorf("%s: %s of %q is not one way", f.Name, way, f.Params[i].Name)
			}
		}
	}
}

// TestWays wants the way of each operand.
func TestWays(t *testing.T) {
	for _, test := range []struct {
		source string
		want   []trace.Way
	}{
		{"{{name + ''}}", []trace.Way{trace.Typed, trace.Joined}},
		{"{{name + home.city}}", []trace.Way{trace.Joined, trace.Joined}},
		{"{{lower(name)}}", []trace.Way{trace.Cased}},
		{"{{when(age > 3, name, home.city)}}", []trace.Way{trace.Compared, trace.Chosen, trace.Chosen}},
		{"{{age > 3}}", []trace.Way{trace.Compared, trace.Compared}},
		{"{{age * 3}}", []trace.Way{trace.Derived, trace.Derived}},
		{"{{string(age)}}", []trace.Way{trace.Typed}},
		{"{{hmacSha256(name, name)}}", []trace.Way{trace.Hashed, trace.Hashed}},
		{"{{max(1, age, 2, 3)}}", []trace.Way{trace.Chosen, trace.Chosen, trace.Chosen, trace.Chosen}},
	} {
		e, problems := check(t, newScope(), test.source, expr.Want{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		for i, want := range test.want {
			if got := e.Way(i); got != want {
				t.Errorf("operand %d of %s is %s, want %s", i, test.source, got, want)
			}
		}
	}
}

// TestDeclaredOfCalls wants what functions declare beside their ways: what a call is a digest of, which operands it
// chooses from, whether it has a piece of its first operand, and what its text never has.
func TestDeclaredOfCalls(t *testing.T) {
	for _, test := range []struct {
		source  string
		chosen  int
		of, key bool
		pieces  bool
		closed  bool
		braces  bool // it may have them
	}{
		{source: "{{sha256(name)}}", of: true, closed: true},
		{source: "{{hmacSha256(home.city, name)}}", of: true, key: true, closed: true},
		{source: "{{or(name, home.city)}}", chosen: 2, braces: true},
		{source: "{{when(age > 3, name, home.city)}}", chosen: 2, braces: true},
		{source: "{{substring(name, 0, 2)}}", pieces: true, braces: true},
		{source: "{{startsWith(name, home.city)}}", pieces: true, braces: true},
		{source: "{{json(name)}}", closed: true, braces: true},
		{source: "{{htmlEscape(name)}}", closed: true, braces: true},
		{source: "{{urlEncode(name)}}", closed: true},
		{source: "{{lower(name)}}", braces: true},
		{source: "{{name + home.city}}", braces: true},
	} {
		e, problems := check(t, newScope(), test.source, expr.Want{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		of, key := e.Digest()
		if len(e.By(trace.Chosen)) != test.chosen || (of != nil) != test.of || (key != nil) != test.key {
			t.Errorf("%s chooses from %d operands, is a digest %t, with a key %t", test.source, len(e.By(trace.Chosen)), of != nil, key != nil)
		}
		if e.Pieces() != test.pieces || e.Closed() != test.closed || e.Lacks("{") == test.braces {
			t.Errorf("%s: pieces %t, closed %t, lacks braces %t", test.source, e.Pieces(), e.Closed(), e.Lacks("{"))
		}
	}
}

// TestRests wants the operand of which a call is all that stands behind a fixed prefix, and none of other parts.
func TestRests(t *testing.T) {
	for source, want := range map[string]string{
		"{{replace(name, 'Bearer ', '')}}":         "name",
		"{{substring(name, 7)}}":                   "name",
		"{{or(last(split(name, ' ')), '')}}":       "name",
		"{{replace(name, 'Bearer ', 'x')}}":        "",
		"{{replace(name, home.city, '')}}":         "",
		"{{replace(name, '', '')}}":                "",
		"{{substring(name, 7, 12)}}":               "",
		"{{substring(name, age)}}":                 "",
		"{{or(first(split(name, ' ')), '')}}":      "",
		"{{or(last(split(name, home.city)), '')}}": "",
		"{{or(last(tags), '')}}":                   "",
		"{{or(last(sort(split(name, ' '))), '')}}": "",
		"{{lower(name)}}":                          "",
		"{{name}}":                                 "",
	} {
		e, problems := check(t, newScope(), source, expr.Want{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if either := e.By(trace.Chosen); len(either) > 0 {
			e = either[0]
		}
		got := ""
		if of := e.Rest(); of != nil {
			got = of.Key
		}
		if got != want {
			t.Errorf("%s is the rest of %q, want %q", source, got, want)
		}
	}
}
