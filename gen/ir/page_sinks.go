package ir

import (
	"regexp"
	"slices"
	"strings"
)

// What a script makes of a text. A literal of JavaScript is well formed whatever the text holds, and no less HTML or a program there.
const (
	scriptRuns  = "what a script runs"
	scriptShows = "what a script reads as HTML"
)

// running matches the begin of a statement up to a text that is run.
var running = regexp.MustCompile(`\b(?:eval|execScript|Function|globalEval)\s*(?:["'` + "`" + `]?\s*[\])]\s*)?\([^;\n]*$|` +
	`\.\s*setAttribute\s*\(\s*["'` + "`" + `]on\w+["'` + "`" + `]\s*,[^;\n]*$|` +
	"\\bset(?:Timeout|Interval)\\s*\\(\\s*(?:(?:\"[^\"]*|'[^']*|`[^`]*)?|(?:\"[^\"]*\"|'[^']*'|`[^`]*`)\\s*\\+[^;\\n]*)$")

// showing matches the begin of a statement up to a text that is read as HTML.
var showing = regexp.MustCompile(`(?:(?:\.\s*|\[\s*["'` + "`" + `])(?:innerHTML|outerHTML|srcdoc)(?:["'` + "`" + `]\s*\])?\s*\+?=(?:[^=][^;\n]*)?|` +
	`\b(?:innerHTML|outerHTML|srcdoc|__html)["']?\s*:\s*[^;\n,}]*|\.\s*setAttribute\s*\(\s*["'` + "`" + `]srcdoc["'` + "`" + `]\s*,[^;\n]*|\$\.parseHTML\s*\([^;\n]*|\b(?:insertAdjacentHTML|createContextualFragment|setHTMLUnsafe)\s*\([^;\n]*|` +
	`\bdocument\.write(?:ln)?\s*\([^;\n]*|(?:\)|\$\w+)\.html\s*\([^;\n]*|(?:\$|\bjQuery)\(\s*["'` + "`" + `]\s*<[^;\n]*|` +
	`(?:(?:\$|\bjQuery)\([^()\n]*\)|\$\w+)\.(?:append|prepend|before|after|replaceWith|wrap|wrapAll|wrapInner)\s*\([^;\n]*)$`)

// cleaned matches what makes a text safe to be read as HTML.
var cleaned = regexp.MustCompile(`(?i)sanitize|\besc|escape|encode|purify|\)\.text\s*\(|createTextNode`)

// sink says what a script makes of the text at the place; "" where it is a value like others.
func (p *pagePlace) sink() string {
	begin, _ := openStatement(p.begin)
	if found := writtenText.FindStringSubmatch(begin); found != nil && !isData.MatchString(p.begin) && slices.ContainsFunc(made.FindAllStringSubmatch(p.begin, -1), func(element []string) bool {
		return element[1] == found[1] && element[2] == "script"
	}) {
		return scriptRuns
	}
	return sinkAt(begin, p.rest)
}

// isData matches where a script says of one that it makes that it is data, and nothing is run.
var isData = regexp.MustCompile(`\.\s*type\s*=\s*["'][\w/.+-]*json`)

// writtenText matches the begin of a statement up to the text of an element.
var writtenText = regexp.MustCompile(`\b(\w+)\s*\.\s*(?:(?:text|textContent|innerText|innerHTML)\s*\+?=[^=]?[^;\n]*|append\s*\([^;\n]*)$`)

// sinkAt says what becomes of a value between the begin of a statement and what follows it.
func sinkAt(begin, rest string) string {
	if asked.MatchString(rest) || chosenBy.MatchString(begin) {
		return ""
	}
	if running.MatchString(begin) {
		return scriptRuns
	}
	if found := showing.FindString(begin); found != "" && !cleaned.MatchString(found) {
		return scriptShows
	}
	return ""
}

// asked matches what follows a value that is only asked something of, chosenBy what stands before one.
var (
	asked    = regexp.MustCompile(`^["']?\s*(?:\?[^.?]|[=!]==?|\.length\b|&&)`)
	chosenBy = regexp.MustCompile(`(?:[=!]==?\s*|[\w\])]\[\s*)["']?$`)
)

// openStatement is the end of a script that begins with the statement that is open there, without comments and line breaks in it, and
// the quote that is open.
func openStatement(script string) (statement string, quote byte) {
	var b []byte
	for i := 0; i < len(script); i++ {
		c, rest := script[i], script[i:]
		switch {
		case quote != 0 && c == '\\':
			i++
			b = append(b, ' ')
		case c == '\n' && (quote == '"' || quote == '\''): // no text of JavaScript goes on in the next line
			b, quote = b[:0], 0
		case quote != 0 && c == quote:
			b, quote = append(b, c), 0
		case quote != 0 && (c == ';' || c == '\n'):
			b = append(b, ' ')
		case quote != 0:
			b = append(b, c)
		case strings.HasPrefix(rest, "//"):
			i += len(firstLine(rest)) - 1
		case strings.HasPrefix(rest, "/*"):
			comment, _, _ := strings.Cut(rest, "*/")
			i += len(comment) + 1
		case c == '"' || c == '\'' || c == '`':
			b, quote = append(b, c), c
		case c == ';' || c == '\n' && !goesOn(b, rest):
			b = b[:0]
		case c == '\n':
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	return string(b), quote
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// goesOn reports whether a statement goes on behind a line break.
func goesOn(before []byte, after string) bool {
	b, a := strings.TrimSpace(string(before)), strings.TrimSpace(after)
	return b != "" && strings.ContainsAny(b[len(b)-1:], "=+(,?:&|") || a != "" && strings.ContainsAny(a[:1], "+.?:)&|")
}

// passes are the functions of a script that give back the text that they are given, or more around it.
var passes = strings.Fields("String concat join map marked parse stringify toString trim")

// inOther reports whether the place is an argument of a function of which nobody knows here whether it escapes its values.
func inOther(statement string) bool {
	var open []string // what stands before each parenthesis that is open
	for i, c := range statement {
		switch {
		case c == '(':
			open = append(open, callee.FindString(statement[:i]))
		case c == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return slices.ContainsFunc(open, func(name string) bool {
		return name != "" && !slices.Contains(passes, name) && !running.MatchString(name+"(") && !showing.MatchString("$x."+name+"(") && !showing.MatchString("document."+name+"(")
	})
}

var callee = regexp.MustCompile(`[\w$]+$`)

// given matches the begin of a script up to a value that is given a name, and held what follows one.
var (
	given = regexp.MustCompile("(?:^|[;\n{,(]|\\b(?:const|let|var)\\s)\\s*([A-Za-z_$][\\w$]*)\\s*=\\s*[\"']?$")
	held  = regexp.MustCompile("^[\"']?\\s*(?:[;,\n]|$)")
)

// laterSink says what a script makes of the text at the place further on, under the name that it is given.
func (p *pagePlace) laterSink() string {
	found := given.FindStringSubmatch(p.begin)
	if found == nil || !p.inScript() || !held.MatchString(p.rest) {
		return ""
	}
	for at, next := 0, 0; ; at = next {
		i := strings.Index(p.rest[at:], found[1])
		if i < 0 {
			return ""
		}
		at, next = at+i, at+i+len(found[1])
		before, after := p.rest[:at], p.rest[next:]
		if namePart.MatchString(before) || otherName.MatchString(after) {
			continue
		}
		begin, quote := openStatement(before)
		if quote == '"' || quote == '\'' || quote == '`' && !inserted.MatchString(begin) || inOther(begin) || cleaned.MatchString(firstLine(after)) {
			continue
		}
		if sink := sinkAt(begin, afterMembers(after)); sink != "" {
			return sink
		}
	}
}

var (
	namePart  = regexp.MustCompile(`[\w$.]$`)             // before what is a part of another name, or the member of a value
	otherName = regexp.MustCompile(`^(?:[\w$]|\s*=[^=])`) // behind the same, or behind a name that is given another value
	inserted  = regexp.MustCompile(`\$\{[^}]*$`)          // into a template of JavaScript
	memberOf  = regexp.MustCompile(`^(?:\.\w+|\[\w+\])*`)
)

// afterMembers cuts a value's members off the text behind it, all but the length.
func afterMembers(after string) string {
	chain := memberOf.FindString(after)
	if strings.HasSuffix(chain, ".length") {
		return ".length"
	}
	return after[len(chain):]
}
