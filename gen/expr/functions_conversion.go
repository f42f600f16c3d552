package expr

import (
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// conversionFunctions make one type of another.
var conversionFunctions = []Function{
	{
		Name: "string", Doc: "`x` as text: a time as RFC 3339, in UTC, bytes as the text that they are in UTF-8; bytes that are none are a failure, which `base64` takes",
		Params: []Param{param("x", types.String, types.Int, types.Float, types.Bool, types.Time, types.Duration, types.Bytes, types.Any)},
		Result: types.Of(types.String), emit: emitConversion,
		Ways:    []trace.Way{trace.Typed},
		Example: `string(1.5)`, Is: `"1.5"`,
	},
	{
		Name: "int", Doc: "`x` as an int: of a float what stands before its point; a text that is none is a failure, as is a number beyond 64 bits",
		Params: []Param{param("x", types.Int, types.String, types.Float, types.Bool, types.Any)},
		Result: types.Of(types.Int), rule: certainRule, emit: emitConversion,
		Ways:    []trace.Way{trace.Typed},
		Example: `int("42")`, Is: `42`,
	},
	{
		Name: "float", Doc: "`x` as a float; a text that is none is a failure",
		Params: []Param{param("x", types.Float, types.String, types.Int, types.Bool, types.Any)},
		Result: types.Of(types.Float), rule: certainRule, emit: emitConversion,
		Ways:    []trace.Way{trace.Typed},
		Example: `float("1.5")`, Is: `1.5`,
	},
	{
		Name: "bool", Doc: "`x` as a bool: a text that says `true` or `false`, a number that is not zero",
		Params: []Param{param("x", types.Bool, types.String, types.Int, types.Float, types.Any)},
		Result: types.Of(types.Bool), rule: certainRule, emit: emitConversion,
		Ways:    []trace.Way{trace.Typed},
		Example: `bool("true")`, Is: `true`,
	},
	{
		Name: "json", Closed: true, Doc: "`x` written as JSON",
		Params: []Param{param("x")}, Result: types.Of(types.String), rule: knownRule,
		emit:    emitJSON,
		Ways:    []trace.Way{trace.Within},
		Example: `json(split("a,b", ","))`, Is: `"[\"a\",\"b\"]"`,
	},
	{
		Name: "parseJson", Doc: "the value that the JSON in `text` describes",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.Any),
		rule: certainRule, emit: emitParseJSON,
		Ways:    []trace.Way{trace.Within},
		Example: `parseJson('{"a": [1, 2]}').a[1]`, Is: `2`,
	},
}

// knownRule is for functions that take everything: nothing can be emitted of what is not known.
func knownRule(_ *checker, call *Expr) *Expr { return call.unlessUnknown() }
