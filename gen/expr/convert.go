package expr

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// convert returns e as the wanted type without asking whether null may stand there, and nil where that can't
// be. Implicit are only: int to float, anything to any, and any to a typed value.
func (c *checker) convert(e *Expr, want types.Type) *Expr {
	got := e.Type
	switch {
	case got.Kind == types.Unknown:
		c.claim(e, want, false)
		return e
	case want.Kind == types.Unknown || sameInGo(got, want):
		return e
	case got.Kind == types.Null:
		return e.wrap(OpConvert, want.OrNull())
	case want.Kind == types.Any:
		any := e.wrap(OpConvert, got.Loose())
		any.Type.Nullable = e.nullable()
		any.absent = "" // null lives inside of the any from here on
		return any
	case got.Kind == types.Int && want.Kind == types.Float:
		return e.widened()
	case got.Day() && want.Kind == types.Time:
		t := types.Of(types.Time).With(got.Labels)
		t.Nullable = e.nullable()
		return e.wrap(OpConvert, t)
	case got.Kind == types.Any && !holdsObject(want):
		t := want.NotNull().WithLabelsOf(got)
		t.Nullable = e.nullable() || want.Nullable
		return e.wrap(OpConvert, t)
	}
	return nil
}

// sameInGo reports whether values of both types, null apart, have one Go type. Objects have names in Go that are not
// known here: where an object is required, every value with its fields fits.
func sameInGo(got, want types.Type) bool {
	if got.Kind != want.Kind {
		return false
	}
	switch got.Kind {
	case types.Time:
		return got.Day() == want.Day()
	case types.List, types.Map:
		return want.Elem.Kind == types.Unknown || got.Elem.Equal(*want.Elem)
	case types.Object:
		return want.NotNull().Accepts(got.NotNull())
	}
	return true
}

func holdsObject(t types.Type) bool {
	return t.Kind == types.Object || t.Elem != nil && holdsObject(*t.Elem)
}

func (e *Expr) widened() *Expr {
	t := e.Type
	t.Kind = types.Float
	if v, ok := e.Const(); ok {
		return constExpr(constant.ToFloat(v), t, e.Start, e.End)
	}
	return e.wrap(OpConvert, t)
}

// operand makes e, an operand or argument, a value of one of the given kinds that is not null.
func (c *checker) operand(e *Expr, place string, kinds ...types.Kind) *Expr {
	if e.Type.Kind == types.Unknown {
		if len(kinds) == 1 {
			c.claim(e, types.Of(kinds[0]), false)
		}
		return e
	}
	if e = c.notNull(e, place, kindNames(kinds)); e.Type.Kind == types.Unknown {
		return e
	}
	for _, k := range kinds {
		if e.Type.Kind == k {
			return c.instant(e)
		}
	}
	for _, k := range kinds {
		if k == types.Any && !(e.Type.Kind == types.Object && slices.Contains(kinds, types.Map)) {
			continue // what takes some kinds, or any, fails for certain with another one, or takes bytes for their base64
		}
		if converted := c.convertKind(e, k); converted != nil {
			return converted
		}
	}
	hint := fieldHint(c.source(e), e.Type, types.Of(kinds[0]))
	if hint == "" && (len(kinds) == 1 || kinds[0] == types.String || kinds[0] == types.Duration || e.Type.Kind == types.Bytes) {
		hint = conversionHint(c.source(e), e.Type, kinds[0])
	}
	return c.otherType(e, place, kindNames(kinds), hint)
}

// instant makes a day the time that it begins; any other value stays what it is.
func (c *checker) instant(e *Expr) *Expr {
	if !e.Type.Day() {
		return e
	}
	return c.convert(e, types.Of(types.Time))
}

// convertKind is convert for a kind of which the type is not known further: a list of anything.
func (c *checker) convertKind(e *Expr, k types.Kind) *Expr {
	switch k {
	case types.List:
		return c.convert(e, types.ListOf(types.Of(types.Any)))
	case types.Map:
		return c.convert(e, types.MapOf(types.Of(types.Any)))
	}
	return c.convert(e, types.Of(k))
}

// kindNames lists kinds for a message: "string, list or any".
func kindNames(kinds []types.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// OrNull returns e as a value that may be null, a pointer in Go, for a place that is declared so (an optional
// field of a Code function's input). It is e itself where it may be null already, or is an any.
func (e *Expr) OrNull() *Expr {
	if e.Type.Nullable || e.Type.Kind == types.Any || e.Type.Kind == types.Unknown {
		return e
	}
	return e.wrap(OpPointer, e.Type.OrNull())
}

// unify makes a and b, alternatives for one place, values of one type, and returns nil where there is none.
func (c *checker) unify(a, b *Expr) (*Expr, *Expr) {
	t := common(a.Type, b.Type)
	if t.Kind == types.Unknown {
		c.claim(a, b.Type, false)
		c.claim(b, a.Type, false)
		return a, b
	}
	a, b = c.convert(a, t), c.convert(b, t)
	if a == nil || b == nil {
		return nil, nil
	}
	if a.Type.Nullable || b.Type.Nullable {
		a, b = a.OrNull(), b.OrNull()
	}
	return a, b
}

// common returns the type, null apart, that values of types a and b both become. An object has no common
// type in Go with another one, even of equal fields: both become any.
func common(a, b types.Type) types.Type {
	a, b = a.NotNull(), b.NotNull()
	switch {
	case a.Kind == types.Unknown || b.Kind == types.Unknown:
		return types.Type{}
	case a.Kind == types.Null:
		a = b
	case b.Kind == types.Null:
		b = a
	case a.Kind == types.Int && b.Kind == types.Float:
		a = b
	case a.Day() != b.Day():
		a.Format = ""
	}
	if a.Kind == types.Any || b.Kind == types.Any || holdsObject(a) || holdsObject(b) {
		return types.Of(types.Any)
	}
	return a
}
