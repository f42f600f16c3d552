package expr

import (
	"go/constant"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a document is right or wrong whatever the machine knows of time zones

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// literalOf is a parameter that is a text known at compile time.
func literalOf(name string) Param {
	return Param{Name: name, Kinds: []types.Kind{types.String}, Literal: true}
}

// units are what startOf takes, with their names in runtime/zone.
var units = map[string]string{
	"hour": "Hour", "day": "Day", "week": "Week", "month": "Month", "quarter": "Quarter", "year": "Year",
}

// unitNames lists units as the documentation does.
var unitNames = []string{"hour", "day", "week", "month", "quarter", "year"}

func startOfRule(c *checker, call *Expr) *Expr {
	if unit := call.Args[1]; unit.Op == OpConst && units[constant.StringVal(unit.value)] == "" {
		return c.mistake(unit, diag.FC203, quote(constant.StringVal(unit.value))+" is no unit of startOf: want "+strings.Join(unitNames, ", "),
			diag.DidYouMean(constant.StringVal(unit.value), unitNames))
	}
	return c.zoned(call)
}

func formatTimeRule(c *checker, call *Expr) *Expr {
	if layout := call.Args[1]; layout.Op == OpConst && namedLayout(constant.StringVal(layout.value)) != "" {
		text := constant.StringVal(layout.value)
		return c.mistake(layout, diag.FC203, quote(text)+" is the name of a layout: want how the second of January 2006, 15:04:05, is written", writeHint(quote(namedLayout(text))))
	}
	if layout := call.Args[1]; layout.Op == OpConst && !isLayout(constant.StringVal(layout.value)) {
		text := constant.StringVal(layout.value)
		return c.mistake(layout, diag.FC203, quote(text)+" has no part of a time: want how the second of January 2006, 15:04:05, is written", layoutMend(text))
	}
	return c.zoned(call)
}

// layoutNames are what layouts are called in Go and elsewhere, in small letters: the 3 of RFC3339 would be the hour.
var layoutNames = map[string]string{
	"rfc3339": time.RFC3339, "rfc3339nano": time.RFC3339Nano, "iso8601": time.RFC3339, "iso": time.RFC3339, "rfc1123": time.RFC1123, "rfc1123z": time.RFC1123Z,
	"rfc822": time.RFC822, "rfc850": time.RFC850, "ansic": time.ANSIC, "unixdate": time.UnixDate, "kitchen": time.Kitchen,
	"datetime": time.DateTime, "dateonly": time.DateOnly, "timeonly": time.TimeOnly,
}

// namedLayout is the layout that a name stands for elsewhere, or "".
func namedLayout(text string) string {
	return layoutNames[strings.TrimPrefix(strings.ToLower(text), "time.")]
}

// isLayout reports whether two times that have nothing in common are written otherwise.
func isLayout(layout string) bool {
	a := time.Date(2001, time.March, 4, 5, 16, 27, 380000000, time.UTC)
	b := time.Date(2018, time.November, 23, 19, 48, 59, 610000000, time.FixedZone("X", 3600))
	return a.Format(layout) != b.Format(layout)
}

// foreignLayout are the parts of times as other languages write them: longer ones first.
var foreignLayout = strings.NewReplacer(
	"%Y", "2006", "%y", "06", "%m", "01", "%d", "02", "%H", "15", "%I", "03", "%M", "04", "%S", "05", "%B", "January", "%b", "Jan", "%A", "Monday", "%p", "PM",
	"YYYY", "2006", "yyyy", "2006", "YY", "06", "yy", "06", "MMMM", "January", "MMM", "Jan", "MM", "01", "DD", "02", "dd", "02",
	"HH", "15", "hh", "03", "mm", "04", "ss", "05", "SSS", "000", "A", "PM",
)

// layoutMend writes a layout of another language as Go's.
func layoutMend(text string) string {
	if meant := foreignLayout.Replace(text); meant != text && isLayout(meant) {
		return "write " + quote(meant)
	}
	return "write \"2006-01-02 15:04\""
}

// zoneName is how the names of the time zone database are written. "Local" would be another one on each machine.
var zoneName = regexp.MustCompile(`^(UTC|[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)+)$`)

// zoned checks the time zone of a call, its last argument.
func (c *checker) zoned(call *Expr) *Expr {
	zone := call.Args[2]
	if zone.Op != OpConst {
		return call.unlessUnknown()
	}
	name := constant.StringVal(zone.value)
	if _, err := time.LoadLocation(name); err == nil && zoneName.MatchString(name) {
		return call.unlessUnknown()
	}
	return c.mistake(zone, diag.FC203, quote(name)+" is no time zone: want a name of the time zone database, such as \"Europe/Berlin\", or \"UTC\"",
		diag.DidYouMean(name, knownZones))
}

// knownZones are some of many, for who has mistyped one.
var knownZones = slices.Sorted(slices.Values([]string{
	"UTC", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi", "America/Bogota", "America/Chicago", "America/Denver", "America/Los_Angeles",
	"America/Mexico_City", "America/New_York", "America/Sao_Paulo", "America/Toronto", "Asia/Dubai", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem",
	"Asia/Kolkata", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney", "Europe/Amsterdam", "Europe/Athens", "Europe/Berlin",
	"Europe/Brussels", "Europe/Dublin", "Europe/Istanbul", "Europe/Kyiv", "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Paris", "Europe/Prague",
	"Europe/Rome", "Europe/Stockholm", "Europe/Vienna", "Europe/Warsaw", "Europe/Zurich", "Pacific/Auckland",
}))
