package runtime_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestConvertedByName wants of a value, converted by a function that names the type, what that function makes of a
// typed one: JSON that nobody declared often has its numbers in quotes.
func TestConvertedByName(t *testing.T) {
	for _, c := range []struct {
		json string
		i    any // int64, or a part of the error
		f    any
		b    any
	}{
		{`5`, int64(5), 5.0, true},
		{`"5"`, int64(5), 5.0, "is not a bool"},
		{`-1.9`, int64(-1), -1.9, true},
		{`1e3`, int64(1000), 1000.0, true},
		{`1e30`, "is not an int of 64 bits", 1e30, true},
		{`9007199254740993`, int64(9007199254740993), 9007199254740992.0, true},
		{`"1.5"`, "is not an int of 64 bits", 1.5, "is not a bool"},
		{`0`, int64(0), 0.0, false},
		{`true`, int64(1), 1.0, true},
		{`false`, int64(0), 0.0, false},
		{`"true"`, "is not an int", "is not a float", true},
		{`"x"`, "is not an int", "is not a float", "is not a bool"},
		{`null`, "is null, want an int", "is null, want a float", "is null, want a bool"},
		{`{}`, "is an object, want an int", "is an object, want a float", "is an object, want a bool"},
		{`[1]`, "is a list, want an int", "is a list, want a float", "is a list, want a bool"},
	} {
		v, err := rt.ParseJSON(c.json)
		if err != nil {
			t.Fatal(err)
		}
		i, err := v.ToInt()
		checkConverted(t, "int("+c.json+")", i, err, c.i)
		f, err := v.ToFloat()
		checkConverted(t, "float("+c.json+")", f, err, c.f)
		b, err := v.ToBool()
		checkConverted(t, "bool("+c.json+")", b, err, c.b)
	}
}

func checkConverted(t *testing.T, what string, got any, err error, want any) {
	t.Helper()
	if message, fails := want.(string); fails {
		if err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s is %v with the error %v, want %q", what, got, err, message)
		}
		return
	}
	if err != nil || got != want {
		t.Errorf("%s is %v with the error %v, want %v", what, got, err, want)
	}
}
