package expr

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// conversion writes what the checker inserted.
func (w writer) conversion(e *Expr) code {
	x := e.Args[0]
	switch e.Op {
	case OpDeref:
		return w.deref(x)
	case OpPresent:
		found := w.Present(e.Row)
		return primary(fn("Ptr").Call(found, w.typed(x)))
	case OpPointer:
		return primary(jen.New(w.typed(x)))
	case OpZero:
		return w.zero(e)
	}
	return w.convert(e)
}

// deref writes the value of a pointer that was proved not to be nil.
func (w writer) deref(x *Expr) code {
	if _, held := w.held[x]; !held && x.Op == OpLookup && !storesNull(*x.Args[0].Type.Elem) && x.Args[0].Type.Import == "" {
		return w.lookup(x)
	}
	return code{jen.Op("*").Add(w.expr(x).atLeast(bindsUnary)), bindsUnary}
}

// zero writes e.Args[0] with the zero value of e's type for null.
func (w writer) zero(e *Expr) code {
	x := e.Args[0]
	switch {
	case x.Op == OpPresent:
		return w.expr(x.Args[0]) // the row that is absent is the zero row
	case x.Type.Kind == types.Null:
		return primary(fn("Deref").Types(goType(e.Type)).Call(jen.Nil()))
	case x.Type.Kind == types.Any:
		value := w.steady(x)
		name := w.Temp(hint(x, "value"))
		w.Add(jen.Var().Id(name).Add(goType(e.Type)), jen.If(notNil(x, value)).Block(
			w.assign(name, func() code { return w.converted(pointed(x, value), x.Type, e.Type, kindHint(e.Type.Kind)) })...,
		))
		return primary(jen.Id(name))
	}
	return primary(fn("Deref").Call(w.expr(x).Statement))
}

// convert writes e.Args[0] as e's type. Null stays null.
func (w writer) convert(e *Expr) code {
	x := e.Args[0]
	switch {
	case x.Type.Kind == types.Null && e.Type.Kind == types.Any:
		return primary(rt("Value").Values())
	case x.Type.Kind == types.Null:
		return primary(jen.Nil())
	case e.Type.Kind == types.Any:
		return primary(rt("ValueOf").Call(w.typed(x)))
	case e.Type.Nullable:
		return w.convertPointer(e)
	}
	return w.converted(w.expr(x), x.Type, e.Type, hint(x, kindHint(e.Type.Kind)))
}

// convertPointer converts what may be null, if it is not.
func (w writer) convertPointer(e *Expr) code {
	x := e.Args[0]
	value := w.steady(x)
	name := w.Temp(hint(x, kindHint(e.Type.Kind)))
	w.Add(jen.Var().Id(name).Add(goType(e.Type)), jen.If(notNil(x, value)).Block(
		w.assign(name, func() code {
			result := w.converted(pointed(x, value), x.Type, e.Type, kindHint(e.Type.Kind))
			return primary(jen.New(result.Statement))
		})...,
	))
	return primary(jen.Id(name))
}

// pointed writes the value behind a null-able value that is not null.
func pointed(x *Expr, value *jen.Statement) code {
	if x.Type.Kind == types.Any || x.Type.Day() { // of which methods and fields are asked for, through the pointer
		return primary(value.Clone())
	}
	return code{jen.Op("*").Add(value.Clone()), bindsUnary}
}

func notNil(x *Expr, value *jen.Statement) *jen.Statement {
	if x.Type.Kind == types.Any {
		return jen.Op("!").Add(value.Clone()).Dot("IsNull").Call()
	}
	return value.Clone().Op("!=").Nil()
}

// steady writes e so that it can be written twice, with Clone: what is more than a field goes into a variable.
func (w writer) steady(e *Expr) *jen.Statement {
	value := w.expr(e)
	if cheap(e) && e.Op != OpPresent || e.hoisted() {
		return value.Statement
	}
	name := w.Temp("value")
	w.Add(jen.Id(name).Op(":=").Add(value.Statement))
	return jen.Id(name)
}

// hoisted reports whether writing e gives a variable that holds it.
func (e *Expr) hoisted() bool {
	switch e.Op {
	case OpItem:
		return e.Args[0].Type.Kind == types.List
	case OpCall:
		return e.Name == "parseJson" || e.fn.eachAt()
	}
	return e.Op == OpConvert && e.Type.Kind == types.List && e.Args[0].Type.Kind == types.Any && !e.Type.Nullable
}

// assign returns the statements that set the variable name to what write writes.
func (w writer) assign(name string, write func() code) []jen.Code {
	return w.Block(func() { w.Add(jen.Id(name).Op("=").Add(write().Statement)) })
}

// converted writes a value, which is not null, as another type.
func (w writer) converted(x code, from, to types.Type, name string) code {
	switch {
	case from.Day() && !to.Day() && to.Kind == types.Time:
		return primary(x.atLeast(bindsPrimary).Dot("Time"))
	case from.Kind == to.Kind && (from.Elem == nil || from.Elem.Equal(*to.Elem)):
		return x
	case from.Kind == types.Any:
		return w.convertedAny(x, to, name)
	}
	switch to.Kind {
	case types.String:
		if from.Kind == types.Bytes {
			return w.fallible(name, fn("ParseText").Call(x.Statement))
		}
		return textOfScalar(x, from)
	case types.Int:
		return w.toInt(x, from.Kind, name)
	case types.Float:
		return w.toFloat(x, from.Kind, name)
	}
	return w.toBool(x, from.Kind, name)
}

// convertedAny writes the conversion of an any, which fails where it holds something else.
func (w writer) convertedAny(x code, to types.Type, name string) code {
	value := x.atLeast(bindsPrimary)
	method := ""
	switch to.Kind {
	case types.String:
		method = "Text"
	case types.Int, types.Float, types.Bool, types.Bytes, types.Time, types.Duration:
		method = types.GoName(to.Kind.String())
	case types.List:
		if to.Elem.Kind == types.Any {
			method = "List"
		}
	}
	if method == "" {
		return w.fallibleAny(name, rt("As").Types(goType(to.NotNull())).Call(value))
	}
	return w.fallibleAny(name, value.Dot(method).Call())
}

func textOfScalar(x code, from types.Type) code {
	if from.Day() {
		return primary(x.atLeast(bindsPrimary).Dot("String").Call())
	}
	switch from.Kind {
	case types.Int:
		return primary(jen.Qual("strconv", "FormatInt").Call(x.Statement, jen.Lit(10)))
	case types.Bool:
		return primary(jen.Qual("strconv", "FormatBool").Call(x.Statement))
	case types.Float:
		return primary(fn("FormatFloat").Call(x.Statement))
	case types.Time:
		return primary(fn("FormatTime").Call(x.Statement))
	}
	return primary(fn("FormatDuration").Call(x.Statement))
}

func (w writer) toInt(x code, from types.Kind, name string) code {
	switch from {
	case types.String:
		return w.fallible(name, fn("ParseInt").Call(x.Statement))
	case types.Float:
		return w.fallible(name, fn("FloatToInt").Call(x.Statement))
	}
	return primary(fn("When").Types(jen.Int64()).Call(x.Statement, jen.Lit(1), jen.Lit(0)))
}

func (w writer) toFloat(x code, from types.Kind, name string) code {
	switch from {
	case types.String:
		return w.fallible(name, fn("ParseFloat").Call(x.Statement))
	case types.Int:
		return primary(jen.Float64().Parens(x.Statement))
	}
	return primary(fn("When").Types(jen.Float64()).Call(x.Statement, jen.Lit(1), jen.Lit(0)))
}

func (w writer) toBool(x code, from types.Kind, name string) code {
	if from == types.String {
		return w.fallible(name, fn("ParseBool").Call(x.Statement))
	}
	return code{x.atLeast(bindsCompare + 1).Op("!=").Lit(0), bindsCompare}
}

// kindHint proposes a name for a value of a kind that nothing else names.
func kindHint(k types.Kind) string {
	switch k {
	case types.String:
		return "text"
	case types.Int, types.Float:
		return "number"
	}
	return "value"
}

// goType writes the Go type of t, which holds no object: those have names that are not known here.
func goType(t types.Type) *jen.Statement {
	if t.Nullable && t.Kind != types.Any {
		return jen.Op("*").Add(goType(t.NotNull()))
	}
	switch t.Kind {
	case types.String, types.Bool:
		return jen.Id(t.Kind.String())
	case types.Int:
		return jen.Int64()
	case types.Float:
		return jen.Float64()
	case types.Bytes:
		return jen.Index().Byte()
	case types.Time:
		if t.Day() {
			return rt("Date")
		}
		return jen.Qual("time", "Time")
	case types.Duration:
		return jen.Qual("time", "Duration")
	case types.List:
		return jen.Index().Add(goType(*t.Elem))
	case types.Map:
		return jen.Map(jen.String()).Add(goType(*t.Elem))
	}
	return rt("Value")
}
