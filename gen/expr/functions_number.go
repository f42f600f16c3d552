package expr

import (
	"go/constant"
	"go/token"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// numberFunctions count and compare.
var numberFunctions = []Function{
	{
		Name: "len", Doc: "the number of characters of a text, of bytes, of elements or of members",
		Params: []Param{param("x", types.String, types.List, types.Map, types.Bytes, types.Any)}, Result: types.Of(types.Int),
		labels: noLabels, rule: lenRule, emit: emitLen,
		Ways:    []trace.Way{trace.Compared},
		Example: `len("naïve")`, Is: `5`,
	},
	{
		Name: "min", Doc: "the smallest of the values",
		Params: []Param{param("a", ordered...), param("b", ordered...)}, More: true, Results: "the type of all",
		rule: extremeRule, emit: emitExtreme,
		Ways:    []trace.Way{trace.Chosen, trace.Chosen},
		Example: `min(3, 1, 2)`, Is: `1`,
	},
	{
		Name: "max", Doc: "the greatest of the values",
		Params: []Param{param("a", ordered...), param("b", ordered...)}, More: true, Results: "the type of all",
		rule: extremeRule, emit: emitExtreme,
		Ways:    []trace.Way{trace.Chosen, trace.Chosen},
		Example: `max("a", "b")`, Is: `"b"`,
	},
	{
		Name: "round", Doc: "the whole number that is nearest to `x`; halves go away from zero",
		Params: []Param{param("x", types.Float, types.Int)}, Result: types.Of(types.Int), emit: emitRound,
		Ways:    []trace.Way{trace.Typed},
		Example: "round(2.5)", Is: "3",
	},
	{
		Name: "abs", Doc: "`x` without its sign",
		Params: []Param{param("x", types.Float, types.Int)}, Results: "float or int", rule: absRule, emit: emitAbs,
		Ways:    []trace.Way{trace.Derived},
		Example: "abs(-1.5)", Is: "1.5",
	},
}

// lenRule refuses what a query or a form gave: its members are always as many, and its rows or its bytes are meant.
func lenRule(c *checker, call *Expr) *Expr {
	x := call.Args[0]
	if x.Op == OpConvert {
		x = x.Args[0]
	}
	if meant := counted(x.Type); meant != "" {
		return c.mistake(x, diag.FC206, quote(c.source(call))+" is the same for every "+c.source(x)+": the number of its members", writeHint(memberKey(c.source(x), meant)))
	}
	return call.unlessUnknown()
}

// counted is the member of an object that says how much there is of it, or "".
func counted(t types.Type) string {
	if t.IsFile() {
		return "size"
	}
	rows, count := false, false
	for _, f := range t.Fields {
		rows = rows || f.Name == "rows" && f.Type.Kind == types.List
		count = count || f.Name == "count" && f.Type.Kind == types.Int
	}
	if t.Kind == types.Object && len(t.Fields) == 2 && rows && count {
		return "count"
	}
	return ""
}

func absRule(c *checker, call *Expr) *Expr {
	call.Type = types.Of(call.Args[0].Type.Kind)
	return call.unlessUnknown()
}

// ordered are the kinds that min and max take. An any becomes what the others are.
var ordered = []types.Kind{types.Int, types.Float, types.String, types.Time, types.Any}

// extremeRule makes the arguments of min and max one type.
func extremeRule(c *checker, call *Expr) *Expr {
	kind := extremeKind(call.Args)
	place := quote(c.source(call))
	switch kind {
	case types.Unknown:
		call.Op, call.Type = OpBad, types.Type{}
		return call
	case types.Any:
		return c.mistake(call, diag.FC206, place+": all values are any", "convert one with int, float or string")
	}
	known := true
	for i, arg := range call.Args {
		call.Args[i] = c.operand(arg, place, kind)
		known = known && call.Args[i].Type.Kind != types.Unknown
	}
	call.Type = types.Of(kind)
	if !known {
		call.Op = OpBad
		return call
	}
	return foldExtreme(call)
}

// extremeKind returns the kind that all of args become, Any or Unknown where none of them says.
func extremeKind(args []*Expr) types.Kind {
	kind := types.Unknown
	for _, arg := range args {
		switch k := arg.Type.Kind; {
		case kind == types.Unknown, kind == types.Any && k != types.Unknown, kind == types.Int && k == types.Float:
			kind = k
		}
	}
	return kind
}

func foldExtreme(call *Expr) *Expr {
	compare := token.LSS
	if call.Name == "max" {
		compare = token.GTR
	}
	var best constant.Value
	for _, arg := range call.Args {
		v, ok := arg.Const()
		if !ok {
			return call
		}
		if best == nil || constant.Compare(v, compare, best) {
			best = v
		}
	}
	return constExpr(best, call.Type, call.Start, call.End)
}
