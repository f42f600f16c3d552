package expr

import (
	"go/constant"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// timeFunctions work on points in time.
var timeFunctions = []Function{
	{
		Name: "now", Doc: "the current time", Result: types.Of(types.Time),
		emit: emitNow,
	},
	{
		Name: "parseTime", Doc: "the time that `text` says as RFC 3339",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.Time),
		rule: certainRule, emit: fallible("ParseTime", "parsed"),
	},
	{
		Name: "addDuration", Doc: "`time` and a duration later, such as `\"15m\"` or `\"7d\"`; a time after the year 9999 is a failure",
		Params: []Param{param("time", types.Time), {Name: "duration", Kinds: []types.Kind{types.String}, Literal: true}}, Result: types.Of(types.Time),
		rule: addDurationRule, emit: emitAddDuration,
	},
	{
		Name: "unix", Doc: "the seconds of `time` since 1970",
		Params: []Param{param("time", types.Time)}, Result: types.Of(types.Int),
		emit: emitUnix,
	},
}

func addDurationRule(c *checker, call *Expr) *Expr {
	v, ok := call.Args[1].Const()
	if !ok {
		return call.unlessUnknown()
	}
	if _, _, ok := types.SplitDuration(constant.StringVal(v)); !ok {
		message := quote(c.source(call.Args[1])) + " is not a duration: " + types.WantDuration
		return c.mistake(call.Args[1], diag.FC203, message, "")
	}
	return call.unlessUnknown()
}
