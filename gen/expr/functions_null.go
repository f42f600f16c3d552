package expr

import (
	"cmp"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// nullFunctions choose between values.
var nullFunctions = []Function{
	{
		Name: "has", Doc: "whether `x` is not null",
		Params: []Param{{Name: "x", null: true}}, Result: types.Of(types.Bool),
		rule: hasRule, labels: noLabels, emit: emitHas,
		Ways:    []trace.Way{trace.Compared},
		Example: `has(null)`, Is: `false`,
	},
	{
		Name: "or", Doc: "`x`, or `fallback` where `x` is null; an `any` becomes what the fallback is",
		Params: []Param{{Name: "x", null: true}, {Name: "fallback", null: true}}, Results: "the type of both",
		rule: orRule, labels: noLabels, emit: emitOr,
		Ways:    []trace.Way{trace.Chosen, trace.Chosen},
		Example: `or(null, "none")`, Is: `"none"`,
	},
	{
		Name: "present", Doc: "whether the request has the field `name` at all, be it null: a PATCH leaves alone what is not there, and clears what is null",
		Params: []Param{{Name: "name", null: true}}, Result: types.Of(types.Bool),
		rule: presentRule, labels: noLabels,
		Ways:    []trace.Way{trace.Compared},
		Example: `present(name)`, Is: `false`,
	},
	{
		Name: "when", Doc: "`a` where `condition` is true, else `b`; only that one is evaluated",
		Params: []Param{param("condition", types.Bool), {Name: "a", null: true}, {Name: "b", null: true}}, Results: "the type of both",
		rule: whenRule, labels: noLabels, narrow: narrowWhen, emit: emitWhen,
		Ways:    []trace.Way{trace.Compared, trace.Chosen, trace.Chosen},
		Example: `when(2 > 1, "more", "less")`, Is: `"more"`,
	},
}

func hasRule(c *checker, call *Expr) *Expr {
	c.claim(call.Args[0], types.Type{}, true)
	return call
}

// presentRule replaces the call by the value that holds whether the request has the field.
func presentRule(c *checker, call *Expr) *Expr {
	x := call.Args[0]
	c.claim(x, types.Type{}, true)
	field, name := x, ""
	for len(field.Args) == 1 && (field.Op == OpDeref || field.Op == OpField && name == "") {
		if field.Op == OpField {
			name = field.Name
		}
		field = field.Args[0]
	}
	switch {
	case field.Op == OpBad:
		return call.unlessUnknown()
	case field.Op != OpRef || field.Ref.Sent == nil:
		return c.notSent(call)
	}
	ref := field.Ref.Sent(name)
	if ref == nil {
		return c.notSent(call)
	}
	return c.reference(ref, call.Start, call.End)
}

func (c *checker) notSent(call *Expr) *Expr {
	return c.mistake(call.Args[0], diag.FC206, quote(c.source(call))+": want a field of the request, by its name",
		"write present(name) for a field that the entry point declares; of any other value, has(x) tells whether it is null")
}

func orRule(c *checker, call *Expr) *Expr {
	x, fallback := call.Args[0], call.Args[1]
	if fallback.Type.Kind == types.Null {
		return c.orNull(call, x)
	}
	c.claim(x, fallback.Type, true)
	c.claim(fallback, x.Type, false)
	if x.Type.Kind == types.Unknown || fallback.Type.Kind == types.Unknown {
		call.Op, call.Type = OpBad, knownOf(x, fallback).Type.NotNull().With(x.Type.AllLabels()|fallback.Type.AllLabels())
		return call
	}
	if unlike(x.Type, fallback.Type) {
		return c.alternatives(call, x, fallback)
	}
	t := orType(x.Type, fallback.Type)
	a, b := c.convert(x, t.OrNull()), c.convert(fallback, t)
	if a == nil || b == nil {
		return c.alternatives(call, x, fallback)
	}
	call.Args = []*Expr{a, b}
	call.Type = a.Type.WithLabelsOf(b.Type)
	call.Type.Nullable = (a.nullable() || a.Type.Kind == types.Any) && b.nullable()
	if x.nullable() || x.Type.Kind == types.Any {
		call.absent = fallback.absent
	}
	return call
}

// orNull returns or(x, null): x itself, whose author accepts null where its row is absent.
func (c *checker) orNull(call, x *Expr) *Expr {
	c.claim(x, types.Type{}, true)
	known := *x
	known.absent, known.Start, known.End = "", call.Start, call.End
	return &known
}

// orType returns the type of or. A fallback that has a type gives it to an any.
func orType(x, fallback types.Type) types.Type {
	if x.Kind == types.Any && fallback.Kind != types.Null && !holdsObject(fallback) {
		return fallback.NotNull()
	}
	return common(x, fallback)
}

// unlike reports whether one of two types is of objects, and the other is none that it could be: what may be either
// could only be looked at as any, by chance.
func unlike(a, b types.Type) bool {
	open := func(t types.Type) bool { return t.Kind == types.Any || t.Kind == types.Null || t.Kind == types.Unknown }
	return (holdsObject(a) || holdsObject(b)) && a.Kind != b.Kind && !open(a) && !open(b)
}

func whenRule(c *checker, call *Expr) *Expr {
	x, y := call.Args[1], call.Args[2]
	if unlike(x.Type, y.Type) {
		return c.alternatives(call, x, y)
	}
	a, b := c.unify(x, y)
	switch {
	case a == nil:
		return c.alternatives(call, x, y)
	case a.Type.Kind == types.Unknown || b.Type.Kind == types.Unknown:
		call.Op, call.Type = OpBad, knownOf(a, b).Type.With(x.Type.AllLabels()|y.Type.AllLabels())
	default:
		call.Args[1], call.Args[2] = a, b
		call.Type = a.Type.WithLabelsOf(b.Type) // explicit flows only: not those of the condition
		call.Type.Nullable = a.Type.Nullable || b.Type.Nullable
		call.absent = cmp.Or(x.absent, y.absent)
	}
	return call
}

// narrowWhen returns what the condition proves for the alternative that is checked next.
func narrowWhen(args []*Expr) []string {
	switch len(args) {
	case 1:
		return Facts(args[0], true)
	case 2:
		return Facts(args[0], false)
	}
	return nil
}

func knownOf(a, b *Expr) *Expr {
	if a.Type.Kind == types.Unknown {
		return b
	}
	return a
}

// alternatives reports two alternatives that have no common type.
func (c *checker) alternatives(call, a, b *Expr) *Expr {
	message := quote(c.source(call)) + ": want values of one type, got " + a.Type.String() + " and " + b.Type.String()
	return c.mistake(call, diag.FC206, message, "")
}
