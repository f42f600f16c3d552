package expr

import (
	"go/constant"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// plain emits the call of a Go function that takes what the document gives and can't fail.
func plain(path, name string) emitFunction {
	return func(w writer, call *Expr) code {
		return primary(jen.Qual(path, name).Call(w.arguments(call)...))
	}
}

// emitSubstring emits substring, up to the end where that has no last argument.
func emitSubstring(w writer, call *Expr) code {
	args := w.arguments(call)
	if len(args) == 2 {
		args = append(args, jen.Qual("math", "MaxInt64"))
	}
	return primary(fn("Substring").Call(args...))
}

// fallible emits the call of a function of runtime that can fail.
func fallible(name, result string) emitFunction {
	return func(w writer, call *Expr) code {
		return w.fallible(result, fn(name).Call(w.arguments(call)...))
	}
}

// texts emits the call of a function of runtime that takes texts only, bytes being given as such.
func texts(name string) emitFunction {
	return func(w writer, call *Expr) code {
		args := make([]jen.Code, len(call.Args))
		for i, arg := range call.Args {
			text := w.expr(arg).Statement
			if arg.Type.Kind == types.Bytes {
				text = jen.String().Parens(text)
			}
			args[i] = text
		}
		return primary(fn(name).Call(args...))
	}
}

func (w writer) arguments(call *Expr) []jen.Code {
	args := make([]jen.Code, len(call.Args))
	for i, arg := range call.Args {
		args[i] = w.expr(arg).Statement
	}
	return args
}

func emitJSON(w writer, call *Expr) code {
	return w.fallible("json", rt("ToJSON").Call(w.typed(call.Args[0])))
}

func emitLen(w writer, call *Expr) code {
	x := call.Args[0]
	switch x.Type.Kind {
	case types.String:
		return primary(fn("Len").Call(w.expr(x).Statement))
	case types.Any:
		return w.fallibleAny("length", w.expr(x).atLeast(bindsPrimary).Dot("Len").Call())
	}
	return primary(jen.Int64().Parens(jen.Len(w.expr(x).Statement)))
}

// emitExtreme emits min and max: the built-in functions, but for times.
func emitExtreme(w writer, call *Expr) code {
	if call.Type.Kind != types.Time {
		return primary(jen.Id(call.Name).Call(w.arguments(call)...))
	}
	name := "Earliest"
	if call.Name == "max" {
		name = "Latest"
	}
	return primary(fn(name).Call(w.arguments(call)...))
}

func emitContains(w writer, call *Expr) code {
	in, x := call.Args[0], call.Args[1]
	a := w.expr(in)
	switch {
	case in.Type.Kind == types.String:
		return primary(jen.Qual("strings", "Contains").Call(a.Statement, w.expr(x).Statement))
	case in.Type.Kind == types.Any && Claim(in) != "": // in which some issuers put one text, and others a list
		method := "HasElement"
		if w.known {
			method = "CheckElement"
		}
		return w.fallibleAny("contains", a.atLeast(bindsPrimary).Dot(method).Call(w.expr(x).Statement))
	case in.Type.Kind == types.Any:
		return w.fallibleAny("contains", a.atLeast(bindsPrimary).Dot("Contains").Call(w.expr(x).Statement))
	case in.Type.Elem.Kind == types.Any:
		return primary(rt("ContainsValue").Call(a.Statement, w.typed(x)))
	}
	return primary(jen.Qual("slices", "Contains").Call(a.Statement, w.expr(x).Statement))
}

func emitMatches(w writer, call *Expr) code {
	text := w.expr(call.Args[0]).Statement
	return primary(w.Regexp(constant.StringVal(call.Args[1].value)).Dot("MatchString").Call(text))
}

func emitConversion(w writer, call *Expr) code {
	x := call.Args[0]
	name := hint(x, kindHint(call.Type.Kind))
	if x.Type.Kind == types.Any && call.Type.Kind != types.String {
		value := w.expr(x).atLeast(bindsPrimary)
		return w.fallibleAny(name, value.Dot("To"+types.GoName(call.Type.Kind.String())).Call())
	}
	return w.converted(w.expr(x), x.Type, call.Type, name)
}

// emitEncoding emits base64, base64url and hex, which take bytes in Go.
func emitEncoding(w writer, call *Expr) code {
	x := call.Args[0]
	bytes := w.expr(x).Statement
	if x.Type.Kind == types.String {
		bytes = jen.Index().Byte().Parens(bytes)
	}
	switch call.Name {
	case "base64":
		return primary(jen.Qual("encoding/base64", "StdEncoding").Dot("EncodeToString").Call(bytes))
	case "base64url":
		return primary(jen.Qual("encoding/base64", "RawURLEncoding").Dot("EncodeToString").Call(bytes))
	}
	return primary(jen.Qual("encoding/hex", "EncodeToString").Call(bytes))
}

// emitParseJSON makes what is wrong with the value, here and wherever it is converted, the caller's fault where its
// data is read.
func emitParseJSON(w writer, call *Expr) code {
	text := w.expr(call.Args[0]).Statement
	if field := Sent(call); field != "" {
		return w.hoist("value", rt("ParseSentJSON").Call(jen.Lit(field), text), jen.Err())
	}
	return w.fallible("value", rt("ParseJSON").Call(text))
}

func emitRandomToken(w writer, call *Expr) code {
	return w.fallible("random", rt("RandomToken").Call(w.Exec(), w.expr(call.Args[0]).Statement))
}

// emitNow asks the App's clock, which a test may set.
func emitNow(w writer, _ *Expr) code {
	return primary(w.Exec().Dot("Now").Call())
}

func emitUnix(w writer, call *Expr) code {
	return primary(w.receiver(call.Args[0]).Dot("Unix").Call())
}

func emitAddDuration(w writer, call *Expr) code {
	t, by := call.Args[0], call.Args[1]
	if t.Op == OpCall && t.Name == "now" {
		return primary(w.receiver(t).Dot("Add").Call(w.shift(by)))
	}
	at := w.expr(t).Statement
	return w.fallible("later", fn("AddDuration").Call(at, w.shift(by)))
}

// emitDuration reads a text when it runs, unless it is written out.
func emitDuration(w writer, call *Expr) code {
	if text, known := call.Args[0].Const(); known {
		if count, unit, ok := splitShift(constant.StringVal(text)); ok {
			return code{durationCode(count, unit), bindsMultiply}
		}
	}
	return w.fallible("duration", fn("ParseDuration").Call(w.expr(call.Args[0]).Statement))
}

// shift writes by how much a time is moved: a duration, or a text that the rule has read as one.
func (w writer) shift(by *Expr) *jen.Statement {
	if by.Type.Kind == types.Duration {
		return w.expr(by).Statement
	}
	count, unit, _ := splitShift(constant.StringVal(by.value))
	return durationCode(count, unit)
}

// durationCode writes a duration as a person would: time.Hour, 15 * time.Minute, 7 * 24 * time.Hour.
func durationCode(count int64, unit time.Duration) *jen.Statement {
	const day = 24 * time.Hour
	if unit >= day {
		switch days := int(count * int64(unit/day)); days {
		case 1, -1:
			return jen.Lit(24*days).Op("*").Qual("time", "Hour")
		default:
			return jen.Lit(days).Op("*").Lit(24).Op("*").Qual("time", "Hour")
		}
	}
	name := jen.Qual("time", unitNamed[unit])
	switch count {
	case 1:
		return name
	case -1:
		return jen.Op("-").Add(name)
	}
	return jen.Lit(int(count)).Op("*").Add(name)
}

// unitNamed are the units of time.
var unitNamed = map[time.Duration]string{time.Millisecond: "Millisecond", time.Second: "Second", time.Minute: "Minute", time.Hour: "Hour"}
