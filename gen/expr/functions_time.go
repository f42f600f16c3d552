package expr

import (
	"go/constant"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// timeFunctions work on points in time.
var timeFunctions = []Function{
	{
		Name: "now", Fresh: true, Doc: "the current time", Result: types.Of(types.Time),
		emit:    emitNow,
		Example: `now() > parseTime("2026-01-01T00:00:00Z")`, Is: `true`,
	},
	{
		Name: "parseTime", Doc: "the time that `text` says as RFC 3339",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.Time),
		rule: certainRule, emit: fallible("ParseTime", "parsed"),
		Ways:    []trace.Way{trace.Typed},
		Example: `parseTime("2026-07-01T12:00:00+02:00")`, Is: `"2026-07-01T12:00:00+02:00"`,
	},
	{
		Name: "addDuration", Doc: "`time` and a duration later, such as `\"15m\"`, or before it, such as `\"-7d\"`: a text that is written out, or a value that is a " +
			"duration; a time after the year 9999 is a failure",
		Params: []Param{param("time", types.Time), param("duration", types.Duration, types.String)}, Result: types.Of(types.Time),
		rule: addDurationRule, emit: emitAddDuration,
		Ways:    []trace.Way{trace.Derived, trace.Derived},
		Example: `addDuration(parseTime("2026-07-01T12:00:00Z"), "90m")`, Is: `"2026-07-01T13:30:00Z"`,
	},
	{
		Name: "duration", Doc: "the duration that `text` says, as a request does: a count and one of `s`, `m`, `h`, `d` and `w`, with a `-` before it one into the past; " +
			"what says none is a failure",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.Duration),
		rule: certainRule, emit: emitDuration,
		Ways:    []trace.Way{trace.Typed},
		Example: `addDuration(parseTime("2026-07-01T12:00:00Z"), duration(string(3 * 30) + "m"))`, Is: `"2026-07-01T13:30:00Z"`,
	},
	{
		Name: "unix", Doc: "the seconds of `time` since 1970",
		Params: []Param{param("time", types.Time)}, Result: types.Of(types.Int),
		emit:    emitUnix,
		Ways:    []trace.Way{trace.Typed},
		Example: `unix(parseTime("2026-07-01T12:00:00Z"))`, Is: `1782907200`,
	},
	{
		Name: "formatTime", Closed: true, Doc: "`time` as people write it in the time zone `zone`, such as `\"Europe/Berlin\"` or `\"UTC\"`, where another text is a failure; `layout` is how the second of January 2006, 15:04:05, would be " +
			"written ([Go's layouts](https://pkg.go.dev/time#pkg-constants))",
		Params: []Param{param("time", types.Time), literalOf("layout"), param("zone", types.String)}, Result: types.Of(types.String),
		rule: formatTimeRule, emit: emitFormatTime,
		Ways:    []trace.Way{trace.Within, trace.Compared, trace.Compared},
		Example: `formatTime(parseTime("2026-07-01T22:30:00Z"), "02.01.2006 15:04", "Europe/Berlin")`, Is: `"02.07.2026 00:30"`,
	},
	{
		Name: "startOf", Doc: "when the `unit` of `time` began in the time zone `zone`: `\"hour\"`, `\"day\"`, `\"week\"` (a Monday), `\"month\"`, `\"quarter\"` or `\"year\"`",
		Params: []Param{param("time", types.Time), literalOf("unit"), param("zone", types.String)}, Result: types.Of(types.Time),
		rule: startOfRule, emit: emitStartOf,
		Ways:    []trace.Way{trace.Derived, trace.Compared, trace.Compared},
		Example: `startOf(parseTime("2026-07-01T22:30:00Z"), "month", "Europe/Berlin")`, Is: `"2026-06-30T22:00:00Z"`,
	},
}

func addDurationRule(c *checker, call *Expr) *Expr {
	by := call.Args[1]
	if by.Type.Kind != types.String {
		return call.unlessUnknown()
	}
	v, ok := by.Const()
	if !ok {
		source := c.source(by)
		return c.mistake(by, diag.FC206, quote(c.source(call))+": want duration, or a text that is written out, got string", "write duration("+source+")")
	}
	if _, _, ok := splitShift(constant.StringVal(v)); !ok {
		message := quote(c.source(call.Args[1])) + " is not a duration: " + types.WantDuration + ", or that with a - before it"
		return c.mistake(call.Args[1], diag.FC203, message, "")
	}
	return call.unlessUnknown()
}

// splitShift reads by how much a time is moved, as its count and the length of its unit: a duration, and with a -
// before it one into the past.
func splitShift(text string) (count int64, unit time.Duration, ok bool) {
	duration, before := strings.CutPrefix(text, "-")
	count, unit, ok = types.SplitDuration(duration)
	if before {
		count = -count
	}
	return count, unit, ok
}
