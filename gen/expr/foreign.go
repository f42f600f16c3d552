package expr

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/types"
)

// An author who thinks in JavaScript, Python, SQL or another tool's expressions writes what is none here. Such a spelling is
// told where it stands, with what is written instead. It is looked for only in what was refused: nothing that is right
// is ever taken for it.

// foreignOperator is an operator of another language with its mend, which names the right way to say it.
type foreignOperator struct {
	written, mend string
	first         bool // it stands before its operand, at which the parser stumbles
}

// foreignOperators are tried in this order: a longer one before what it begins with.
var foreignOperators = []foreignOperator{
	{written: "===", mend: "write =="},
	{written: "!==", mend: "write !="},
	{written: "<>", mend: "write !="},
	{written: "=>", mend: "functions can't be written here: in map(list, item.name) and filter(list, item.done), item is each element"},
	{written: "**", mend: "write x * x"},
	{written: "??", mend: "write or(x, fallback)"},
	{written: "?.", mend: "write x.y, or or(x.y, fallback) where x.y may be null"},
	{written: "?", mend: "write when(condition, a, b)"},
	{written: "and", mend: "write &&"},
	{written: "or", mend: "write ||, or or(x, fallback) for what stands in for null"},
	{written: "not", mend: "write !", first: true},
	{written: "is", mend: "write x == null, or has(x)"},
	{written: "in", mend: "write contains(list, x); of values that are written out, x == 'a' || x == 'b'"},
	{written: "if", mend: "write when(condition, a, b)", first: true},
	{written: "$", mend: "write a field of the request by its name, title, that of a node as node.field, and a variable as env.NAME"},
	{written: "|", mend: "write upper(x): a function takes its value in parentheses"},
	{written: "=", mend: "write =="},
	{written: ";", mend: "leave it out: an expression is one value"},
}

// foreign says what to write in place of the operator of another language at which an expression was refused. It returns
// nil where there is none.
func (p *Part) foreign(refused *Problem) *Problem {
	if mend := p.block(); mend != "" {
		return syntaxError(p.base, p.base+len(p.source), quote(strings.TrimSpace(p.source))+" is a block of another language", mend)
	}
	at := refused.Start - p.base
	if problem := p.misspelt(at); problem != nil {
		return problem
	}
	for i := range foreignOperators {
		o := &foreignOperators[i]
		if isWordByte(o.written[0]) {
			continue
		}
		for start := max(0, at-len(o.written)+1); start <= at; start++ {
			if strings.HasPrefix(p.source[start:], o.written) {
				if mend := p.filter(start); o.written == "|" && mend != "" {
					return syntaxError(p.base+start, p.base+start+1, quote("|")+" is no operator of expressions", mend)
				}
				return p.notHere(start, o)
			}
		}
	}
	if unit := p.source[at:wordEnd(p.source, at)]; at > 0 && isDigit(p.source[at-1]) && isUnit(unit) {
		return p.duration(at, unit)
	}
	if problem := p.spaced(at); problem != nil {
		return problem
	}
	before := strings.TrimRight(p.source[:at], " \t\r\n")
	start := len(before)
	for start > 0 && isWordByte(before[start-1]) {
		start--
	}
	for _, word := range []struct {
		at   int
		text string
	}{{at, p.source[at:wordEnd(p.source, at)]}, {start, before[start:]}} {
		if o := foreignWord(word.text); o != nil && (word.at == at || o.first) {
			return p.notHere(word.at, o)
		}
	}
	return nil
}

// otherBraces match what stands between the braces where there are three, and where a reference begins with a dot, as in templates of
// Go.
var (
	thirdBrace = regexp.MustCompile(`^\{(` + dotted + `)$`)
	firstDot   = regexp.MustCompile(`^\s*\.(` + dotted + `)\s*$`)
)

const dotted = `[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*`

// misspelt says what is written in place of characters of another keyboard, of a third brace and of a dot ahead.
func (p *Part) misspelt(at int) *Problem {
	for _, form := range []*regexp.Regexp{thirdBrace, firstDot} {
		if m := form.FindStringSubmatch(p.source); m != nil {
			return syntaxError(p.base, p.base+len(p.source), quote(strings.TrimSpace(p.source))+" is no expression", "write {{"+m[1]+"}}")
		}
	}
	r, size := utf8.DecodeRuneInString(p.source[at:])
	switch {
	case r == utf8.RuneError:
		return nil
	case strings.ContainsRune("\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb", r):
		return syntaxError(p.base+at, p.base+at+size, quote(string(r))+" is no quote of expressions", "write a text in straight quotes: 'text'")
	case unicode.Is(unicode.Zs, r) && r != ' ', unicode.Is(unicode.Cf, r):
		return syntaxError(p.base+at, p.base+at+size, fmt.Sprintf("U+%04X is no space of expressions", r), "remove it: it looks like a space or like nothing")
	}
	return nil
}

// filterCall matches a filter of Jinja and Twig behind its bar: default('x').
var filterCall = regexp.MustCompile(`^\|\s*([A-Za-z_]+)\s*(?:\(\s*([^()]*?)\s*\))?\s*$`)

// filter says how the filter at an offset is called as a function, with the value before it; "" where there is none such.
func (p *Part) filter(at int) string {
	m := filterCall.FindStringSubmatch(p.source[at:])
	if m == nil {
		return ""
	}
	args := strings.TrimSpace(p.source[:at])
	if strings.Contains(args, "|") {
		return ""
	}
	if m[2] != "" {
		args += ", " + m[2]
	}
	if f := function(m[1]); f != nil {
		return "write " + f.Name + "(" + args + ")"
	}
	return functionMend(m[1], args)
}

// block says what is written in place of the blocks of Handlebars and Mustache: {{#each rows}}…{{/each}}.
func (p *Part) block() string {
	source := strings.TrimSpace(p.source)
	words := strings.Fields(strings.TrimLeft(source, "#/^>! "))
	if source == "" || !strings.ContainsRune("#/^", rune(source[0])) || len(words) == 0 {
		return ""
	}
	of := "x"
	if len(words) > 1 {
		of = words[1]
	}
	switch {
	case source[0] == '/':
		return "leave it out: what is between is an argument of each, or of when"
	case words[0] == "if" || words[0] == "unless":
		return "write {{when(" + of + ", 'the text', '')}}"
	case words[0] != "each" && len(words) == 1:
		of = words[0]
	}
	return "write {{each(" + of + ", '<li>{{item.name}}</li>')}}: the text is repeated for each item"
}

// duration is a count and its unit that stand as a value: 1d.
func (p *Part) duration(at int, unit string) *Problem {
	start := at
	for start > 0 && isDigit(p.source[start-1]) {
		start--
	}
	written := p.source[start : at+len(unit)]
	return syntaxError(p.base+start, p.base+at+len(unit), quote(written)+" is no value of expressions", "write addDuration(now(), "+quote(written)+")")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isUnit reports whether a word is a unit of durations.
func isUnit(word string) bool { return slices.Contains([]string{"ms", "s", "m", "h", "d", "w"}, word) }

// foreignWord returns the operator that is a word.
func foreignWord(word string) *foreignOperator {
	for i := range foreignOperators {
		if strings.EqualFold(foreignOperators[i].written, word) {
			return &foreignOperators[i]
		}
	}
	return nil
}

func (p *Part) notHere(start int, o *foreignOperator) *Problem {
	end := start + len(o.written)
	if o.written == "$" {
		end = wordEnd(p.source, end) // $json
	}
	return syntaxError(p.base+start, p.base+end, quote(p.source[start:end])+" is no operator of expressions", o.mend)
}

// foreignFunctions are names of functions and methods in other languages, in small letters, with what says the same here.
// %s is what a method is called of; a function's arguments are its author's to move.
var foreignFunctions = map[string]string{
	"tolowercase": "lower", "tolower": "lower", "lowercase": "lower", "downcase": "lower",
	"touppercase": "upper", "toupper": "upper", "uppercase": "upper", "upcase": "upper",
	"strip": "trim", "trimspace": "trim", "trimstart": "trim", "trimend": "trim",
	"includes": "contains", "has": "contains", "indexof": "contains", "startswith": "startsWith", "endswith": "endsWith",
	"hasprefix": "startsWith", "hassuffix": "endsWith", "test": "matches", "match": "matches", "replaceall": "replace",
	"length": "len", "size": "len", "count": "len", "strlen": "len",
	"tostring": "string", "str": "string", "itoa": "string", "atoi": "int", "parseint": "int", "toint": "int", "number": "float", "parsefloat": "float",
	"tofloat": "float", "boolean": "bool", "stringify": "json", "tojson": "json", "fromjson": "parseJson",
	"coalesce": "or", "ifnull": "or", "nvl": "or", "default": "or", "if": "when", "iif": "when", "ternary": "when",
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
	"math.max": "max(x, y)", "math.min": "min(x, y)", "math.floor": "int(x)", "math.round": "round(x)", "math.abs": "abs(x)", "math.trunc": "int(x)",
	"crypto.randomuuid": "uuid()", "object.keys": "keys(x)", "array.isarray": "",
}

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

// valueMethods are methods of times, numbers and texts that are an operator here, or a function of other arguments, in small letters. Each
// is given the value and the arguments as the document writes them; what it can't write is "".
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
	f := function(foreignFunctions[strings.ToLower(name)])
	switch {
	case f == nil:
		return ""
	case args == "":
		return "write " + f.Signature()
	}
	return "write " + f.Name + "(" + args + ")"
}

func writeHint(what string) string {
	if what == "" {
		return ""
	}
	return "write " + what
}

// memberMend says how a property of text or a list, or a method without its parentheses, is written here: len(title) for title.length.
func memberMend(of, name string) string {
	if f := function(foreignFunctions[strings.ToLower(name)]); f != nil && len(f.Params) == 1 {
		return "write " + f.Name + "(" + of + ")"
	}
	return ""
}

// elementsMend says how a field is read of the elements of a list, which was read of the list itself, or "".
func elementsMend(list types.Type, of, name string) string {
	if list.Kind != types.List || list.Elem == nil {
		return ""
	}
	if _, has := list.Elem.Field(name); !has {
		return ""
	}
	return fmt.Sprintf("write map(%s, item.%s) for that of each, or %s[0].%s for that of the first", of, name, of, name)
}

// memberWords are what others call a member of a file, in small letters, by the name that it has here.
var memberWords = map[string][]string{
	"bytes":       {"buffer", "body", "content", "contents", "data", "blob"},
	"contentType": {"content_type", "contenttype", "mediatype", "mime", "mimetype", "type"},
	"name":        {"file", "filename", "file_name", "originalname", "original_name"},
	"size":        {"byte_length", "bytelength", "filesize", "len", "length"},
}

// memberWord is the member of an object that another name of it means, or "". An object has members of its own names: it is
// looked at as a file only where it has all that a file has.
func memberWord(of, name string, known []string) string {
	for member := range memberWords {
		if !slices.Contains(known, member) {
			return ""
		}
	}
	for member, words := range memberWords {
		if slices.Contains(words, strings.ToLower(name)) {
			return "write " + of + "." + member
		}
	}
	return ""
}

// twoNames matches two names with a space between them.
var twoNames = regexp.MustCompile(`^\s*(` + dotted + `)\s+(` + dotted + `)\s*$`)

// statementWords begin what is no value in other languages.
var statementWords = strings.Fields("await block const define else for foreach import let new partial range return template typeof var with")

// spaced says what to write for two names with a space between them: the call of a function, as templates of Go have it, or a field.
func (p *Part) spaced(at int) *Problem {
	m := twoNames.FindStringSubmatch(p.source)
	if m == nil || slices.Contains(statementWords, m[1]) || slices.ContainsFunc(m[1:], func(word string) bool { return foreignWord(word) != nil }) {
		return nil
	}
	end := wordEnd(p.source, at)
	message := fmt.Sprintf("expected the end, found %s", quote(p.source[at:end]))
	if f := function(m[1]); f != nil && len(f.Params) == 1 {
		return syntaxError(p.base+at, p.base+end, message, fmt.Sprintf("write %s(%s)", m[1], m[2]))
	}
	return syntaxError(p.base+at, p.base+end, message, fmt.Sprintf("no name has a space in it: write %s.%s, if a field of %s is meant", m[1], m[2], m[1]))
}

// foreignNames are names that mean something in other languages and tools, in small letters, with what is written here.
var foreignNames = map[string]string{
	"this": "write item, in each, map and filter", "it": "write item, in each, map and filter",
	"nil": "write null", "none": "write null", "undefined": "write null", "nan": "",
	"true": "write true", "false": "write false",
	"process": "write env.NAME", "environment": "write env.NAME", "secrets": "write env.NAME",
	"headers": "write request.headers[\"x-name\"]", "header": "write request.headers[\"x-name\"]",
	"cookies": "write request.cookies[\"name\"]", "cookie": "write request.cookies[\"name\"]",
	"query": "write request.query[\"name\"], or a field of the request by its name alone",
	"ip":    "write request.ip, or declare a field of that name", "clientip": "write request.ip", "remoteaddr": "write request.ip",
	"vars": "write env.NAME", "msg": requestMend, "ctx": requestMend,
	"body": requestMend, "req": requestMend, "params": requestMend, "payload": requestMend, "json": requestMend, "data": requestMend,
}

const requestMend = "write a field of the request by its name alone, and a part of it as request.path"

// IsCall reports whether a name is that of a function which takes nothing, so that its parentheses are easily forgotten: now. Who
// wants a field of the request of that name declares it.
func IsCall(name string) bool {
	f := function(name)
	return f != nil && len(f.Params) == 0
}

// IsPart reports whether a name is taken for a part of the request which nobody would leave to callers, so that no field of theirs is meant
// by it: ip. Who wants a field of that name declares it.
func IsPart(name string) bool { return name == "ip" }

// CallMend says how the function is called whose name stands without parentheses, or "".
func CallMend(name string) string {
	if f := function(name); f != nil {
		return "write " + f.sample()
	}
	return ""
}

// NameMend says what is written here in place of a name that means something in other languages or tools, or "".
func NameMend(name string) string {
	if IsCall(name) {
		return CallMend(name)
	}
	return foreignNames[strings.ToLower(name)]
}
