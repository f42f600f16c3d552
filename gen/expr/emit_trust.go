package expr

import (
	"go/constant"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

func emitHasScope(w writer, call *Expr) code {
	scopes, scope := call.Args[0], w.expr(call.Args[1]).Statement
	value := w.expr(scopes)
	of := value.Statement
	if scopes.Type.Nullable && scopes.Type.Kind != types.Any {
		of = fn("Deref").Call(of)
	}
	switch scopes.Type.Kind {
	case types.Null:
		return primary(jen.False())
	case types.Any:
		if w.known {
			return w.fallibleAny("inScope", value.atLeast(bindsPrimary).Dot("CheckScope").Call(scope))
		}
		return primary(value.atLeast(bindsPrimary).Dot("HasScope").Call(scope))
	case types.String:
		return primary(fn("HasScope").Call(of, scope))
	}
	if scopes.Type.Elem.Kind == types.Any {
		return primary(rt("ContainsValue").Call(of, scope))
	}
	return primary(jen.Qual("slices", "Contains").Call(of, scope))
}

func emitEncrypt(w writer, call *Expr) code {
	return primary(w.Key(variable(call.Args[0])).Dot("Encrypt").Call(w.expr(call.Args[1]).Statement))
}

func emitDecrypt(w writer, call *Expr) code {
	return w.fallible("decrypted", w.Key(variable(call.Args[0])).Dot("Decrypt").Call(w.Exec(), w.expr(call.Args[1]).Statement))
}

// emitTOTP asks the App's clock, as now does. A secret that is none is never the fault of who sends a code.
func emitTOTP(w writer, call *Expr) code {
	secret, code := w.expr(call.Args[0]).Statement, w.expr(call.Args[1]).Statement
	return w.blaming(call.Args[0]).fallible("valid", fn("ValidTOTP").Call(secret, code, w.Exec().Dot("Now").Call()))
}

func emitRound(w writer, call *Expr) code {
	x := call.Args[0]
	if x.Type.Kind == types.Int {
		return w.expr(x)
	}
	return w.fallible("rounded", fn("FloatToInt").Call(jen.Qual("math", "Round").Call(w.expr(x).Statement)))
}

func emitAbs(w writer, call *Expr) code {
	if call.Type.Kind == types.Float {
		return primary(jen.Qual("math", "Abs").Call(w.expr(call.Args[0]).Statement))
	}
	return w.fallible("number", fn("Abs").Call(w.expr(call.Args[0]).Statement))
}

func emitFormatTime(w writer, call *Expr) code {
	at := w.inZone(call.Args[0], call.Args[2])
	return primary(at.Dot("Format").Call(w.expr(call.Args[1]).Statement))
}

// inZone writes a time in a time zone.
func (w writer) inZone(at, zone *Expr) *jen.Statement {
	if name, ok := zone.Const(); ok && constant.StringVal(name) == "UTC" {
		return w.receiver(at).Dot("UTC").Call()
	}
	local := w.receiver(at)
	return local.Dot("In").Call(w.location(zone))
}

// location writes a time zone: one of the workflow's own where its name is written out, else the one that a text names.
func (w writer) location(zone *Expr) *jen.Statement {
	name, ok := zone.Const()
	switch {
	case !ok:
		return w.blaming(zone).fallible("location", jen.Qual(zonePath, "Named").Call(w.expr(zone).Statement)).Statement
	case constant.StringVal(name) == "UTC":
		return jen.Qual("time", "UTC")
	}
	return w.Zone(constant.StringVal(name))
}

const zonePath = runtimePath + "/zone"

func emitStartOf(w writer, call *Expr) code {
	at := w.expr(call.Args[0]).Statement
	unit := jen.Qual(zonePath, units[constant.StringVal(call.Args[1].value)])
	return primary(jen.Qual(zonePath, "StartOf").Call(at, unit, w.location(call.Args[2])))
}
