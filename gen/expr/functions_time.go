package expr

import (
	"go/constant"
	"math"
	"strconv"
	"time"

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
	if _, _, ok := durationOf(constant.StringVal(v)); !ok {
		message := quote(c.source(call.Args[1])) + " is not a duration: want a positive count and one unit of s, m, h, d, w"
		return c.mistake(call.Args[1], codeValue, message, "")
	}
	return call.unlessUnknown()
}

// durationOf reads a duration as the document writes it: its count, and the length of its unit.
func durationOf(s string) (count int64, unit time.Duration, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	digits, letter := s[:len(s)-1], s[len(s)-1]
	switch letter {
	case 's':
		unit = time.Second
	case 'm':
		unit = time.Minute
	case 'h':
		unit = time.Hour
	case 'd':
		unit = 24 * time.Hour
	case 'w':
		unit = 7 * 24 * time.Hour
	default:
		return 0, 0, false
	}
	count, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || digits[0] == '+' || count <= 0 || count > math.MaxInt64/int64(unit) {
		return 0, 0, false
	}
	return count, unit, true
}
