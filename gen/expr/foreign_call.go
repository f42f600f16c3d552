package expr

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// foreignFunctions are names of functions and methods in other languages, in small letters, with what says the same
// here. %s is what a method is called of; a function's arguments are its author's to move.
var foreignFunctions = map[string]string{
	"tolowercase": "lower", "tolower": "lower", "lowercase": "lower", "downcase": "lower",
	"touppercase": "upper", "toupper": "upper", "uppercase": "upper", "upcase": "upper",
	"strip": "trim", "trimspace": "trim", "trimstart": "trim", "trimend": "trim",
	"includes": "contains", "has": "contains", "indexof": "contains", "startswith": "startsWith", "endswith": "endsWith",
	"hasprefix": "startsWith", "hassuffix": "endsWith", "test": "matches", "match": "matches", "replaceall": "replace",
	"length": "len", "size": "len", "count": "len", "strlen": "len",
	"tostring": "string", "str": "string", "itoa": "string", "atoi": "int", "parseint": "int", "toint": "int", "number": "float", "parsefloat": "float",
	"tofloat": "float", "boolean": "bool", "stringify": "json", "tojson": "json", "fromjson": "parseJson",
	"coalesce": "or", "ifnull": "or", "nvl": "or", "default": "or", "if": "when", "iif": "when", "ifelse": "when", "if_else": "when", "ternary": "when",
	"isnull": "has", "isset": "has", "exists": "has", "defined": "has", "encodeuricomponent": "urlEncode", "urlencode": "urlEncode",
	"btoa": "base64", "randomuuid": "uuid", "toisostring": "string",
	"slice": "substring", "substr": "substring", "mid": "substring", "escapehtml": "htmlEscape", "htmlspecialchars": "htmlEscape",
	"distinct": "unique", "uniq": "unique", "dedupe": "unique", "sorted": "sort", "orderby": "sort", "reduce": "sum", "total": "sum",
	"head": "first", "where": "filter", "select": "map", "tocsv": "csv", "strftime": "formatTime", "date_format": "formatTime",
	"formatdate": "formatTime", "dateformat": "formatTime", "date_trunc": "startOf", "datetrunc": "startOf", "startofday": "startOf",
}

// foreignObjects are functions that other languages keep in objects, in small letters.
var foreignObjects = map[string]string{
	"date.now": "now()", "datetime.now": "now()", "time.now": "now()", "json.stringify": "json(x)", "json.parse": "parseJson(text)",
	"math.max": "max(x, y)", "math.min": "min(x, y)", "math.round": "round(x)", "math.abs": "abs(x)",
	"math.floor": cutOff, "math.trunc": cutOff, "math.ceil": goUp, "math.random": aChance, "math.pow": "x * x",
	"request.header": `request.headers["x-name"]`, "request.get": `request.headers["x-name"]`, "request.cookie": `request.cookies["name"]`,
	"crypto.randomuuid": "uuid()", "object.keys": "keys(x)", "array.isarray": "",
}

// cutOff is of a number whose fraction is not wanted, and goUp of one that is to be at least as large: no function is.
const (
	cutOff = "int(x), which drops the fraction"
	goUp   = "round(x), or count up in a Code node"
)

// aChance is the replacement of a call that makes a random number.
const aChance = "randomCode(6, '0123456789'), which is a text of digits"

// foreignCalls are functions of other languages that are more than one here, or of other arguments, in small letters,
// with what is written.
var foreignCalls = map[string]string{
	"floor": cutOff, "trunc": cutOff, "ceil": goUp, "rand": aChance, "random": aChance,
	"today": `startOf(now(), "day", "UTC")`, "date": "now()", "moment": "now()", "getdate": "now()", "utcnow": "now()", "sysdate": "now()",
	"current_timestamp": "now()", "time": "now(), or parseTime(text, layout) of a text",
	"concat": "a + b: + puts texts together", "format": aText, "sprintf": aText, "printf": aText, "print": aText,
	"env": "env.NAME", "getenv": "env.NAME",
}

// aText is of functions that put values into a text.
const aText = "the text itself with placeholders in it, 'a' + b within one"

// packages hold functions of other languages, which are given the value as an argument: strings.TrimSpace(title).
var packages = map[string]bool{"strings": true, "strconv": true, "url": true, "html": true, "String": true, "Number": true, "_": true}

// methodMend says how a method's call is written here: upper(title) for title.toUpperCase().
func methodMend(of, method, args string) string {
	if call, ok := foreignObjects[strings.ToLower(of+"."+method)]; ok {
		return writeHint(call)
	}
	if write := valueMethods[strings.ToLower(method)]; write != nil {
		return writeHint(write(of, args))
	}
	name := method
	if function(name) == nil {
		name = foreignFunctions[strings.ToLower(method)]
	}
	if packages[of] && function(name) != nil && args != "" {
		return writeHint(name + "(" + args + ")")
	}
	f := function(name)
	if f == nil {
		return ""
	}
	if len(f.Params) > 1 && args != "" {
		of += ", " + args
	}
	return writeHint(name + "(" + of + ")")
}

// valueMethods are methods of times, numbers and texts that are an operator here, or a function of other arguments, in
// small letters. Each is given the value and the arguments as the document writes them; what it can't write is "".
var valueMethods = map[string]func(of, args string) string{
	"isafter": infix(">"), "after": infix(">"), "isbefore": infix("<"), "before": infix("<"),
	"equals": infix("=="), "equal": infix("=="), "eq": infix("=="), "issame": infix("=="), "isequal": infix("=="),
	"isempty": func(of, _ string) string { return "len(" + of + ") == 0" },
	"add":     shifted("", "+"), "plus": shifted("", "+"), "subtract": shifted("-", "-"), "minus": shifted("-", "-"), "sub": shifted("-", "-"),
	"adddays": days(""), "plusdays": days(""), "subdays": days("-"), "minusdays": days("-"),
	"concat": infix("+"), "charat": func(of, at string) string {
		if at == "" || strings.Contains(at, ",") {
			return ""
		}
		if n, err := strconv.Atoi(at); err == nil {
			return fmt.Sprintf("substring(%s, %d, %d)", of, n, n+1)
		}
		return fmt.Sprintf("substring(%s, %s, %s + 1)", of, at, at)
	},
	"gettime": func(of, _ string) string { return "unix(" + of + "), which is in seconds" },
	"format":  func(of, _ string) string { return "formatTime(" + of + `, "2006-01-02", "UTC")` },
}

// infix writes a method of one argument as an operator.
func infix(operator string) func(of, args string) string {
	return func(of, args string) string {
		switch {
		case args == "" || strings.Contains(args, ",") && !strings.Contains(args, "("):
			return ""
		case strings.ContainsAny(args, "|&<>="):
			args = "(" + args + ")"
		}
		return of + " " + operator + " " + args
	}
}

// A count of units as methods of times are given it: 1, 'day'; and a duration: '1d'.
var (
	countOfUnits = regexp.MustCompile(`^([0-9]+)\s*,\s*['"]([A-Za-z]+)['"]$`)
	durationText = regexp.MustCompile(`^['"]([0-9]+\s*[A-Za-z]+)['"]$`)
)

// shifted writes a time so much later or earlier; of what may be a number, it writes both.
func shifted(sign, operator string) func(of, args string) string {
	return func(of, args string) string {
		meant := ""
		if m := countOfUnits.FindStringSubmatch(args); m != nil {
			meant = types.MeantDuration(m[1] + m[2])
		} else if m := durationText.FindStringSubmatch(args); m != nil {
			meant = types.MeantDuration(m[1])
		}
		if meant == "" && strings.ContainsAny(args, ",'\"") {
			return ""
		}
		if meant == "" {
			return fmt.Sprintf("%s of numbers, and addDuration(%s, \"%s15m\") of a time", infix(operator)(of, args), of, sign)
		}
		return fmt.Sprintf("addDuration(%s, %q)", of, sign+meant)
	}
}

// days writes a time so many days later or earlier.
func days(sign string) func(of, args string) string {
	return func(of, args string) string {
		if _, err := strconv.ParseUint(args, 10, 16); err != nil {
			return ""
		}
		return fmt.Sprintf("addDuration(%s, %q)", of, sign+args+"d")
	}
}

// functionMend says what to call in place of a function that there is not, or "".
func functionMend(name, args string) string {
	if strings.EqualFold(name, "not") {
		return "write !(" + args + ")"
	}
	if call := foreignCalls[strings.ToLower(name)]; call != "" {
		return writeHint(call)
	}
	f := function(foreignFunctions[strings.ToLower(name)])
	switch {
	case f == nil:
		return ""
	case args == "":
		return "write " + f.Signature()
	}
	return "write " + f.Name + "(" + args + ")"
}
