package markup

import (
	"regexp"
	"slices"
	"strings"
)

// What a script makes of a text. A literal of JavaScript is well formed whatever the text holds, and no less HTML or a
// program there.
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
	begin := openStatement(p.begin)
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

// openStatement is the end of a script that begins with the statement that is open there, without comments and line breaks in it.
func openStatement(script string) string {
	var b []byte
	var quote byte // that is open
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
	return string(b)
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
