package expr_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
)

// TestWaysOfFunctions wants each function to say how each of its arguments goes into its result: of one that says nothing, no rule
// would follow a value through it.
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
