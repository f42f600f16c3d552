package expr

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An author who thinks in JavaScript, Python, SQL or another tool's expressions writes operators and functions that do
// not exist here. Such a spelling is reported at its place, with the right one. Only rejected expressions are searched
// for it, so that no right one is reported.

// foreignOperator is an operator of another language with its fix, which names the right one.
type foreignOperator struct {
	written, mend string
	first         bool // it stands before its operand, at which the parser stumbles
}

// foreignOperators are tried in this order: a longer one before what it begins with.
var foreignOperators = []foreignOperator{
	{written: "===", mend: "write =="},
	{written: "!==", mend: "write !="},
	{written: "<>", mend: "write !="},
	{written: "=~", mend: "write matches(x, '^…$')"},
	{written: "++", mend: anew},
	{written: "--", mend: anew},
	{written: "+=", mend: anew},
	{written: "-=", mend: anew},
	{written: "->", mend: "write a dot: x.y"},
	{written: "::", mend: "write a dot: x.y"},
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
	{written: "like", mend: "write contains(text, 'x'), startsWith(text, 'x') or matches(text, '^x.*$')"},
	{written: "new", mend: "leave it out: a function makes the value, such as now()", first: true},
	{written: "$", mend: "write a field of the request by its name, title, that of a node as node.field, and a variable as env.NAME"},
	{written: "|", mend: "write upper(x): a function takes its value in parentheses"},
	{written: "=", mend: "write =="},
	{written: ";", mend: "leave it out: an expression is one value"},
	{written: ",", mend: "write a placeholder for each: {{a}}, {{b}}"},
}

// anew is of operators that change what a name holds: nothing does that here.
const anew = "write x + 1: a value is made anew, where it is wanted, and none is changed"

// foreign says what to write in place of the operator of another language at which an expression was refused. It
// returns nil where there is none.
func (p *Part) foreign(refused *Problem) *Problem {
	if mend := p.block(); mend != "" {
		return syntaxError(p.base, p.base+len(p.source), quote(strings.TrimSpace(p.source))+" is a block of another language", mend)
	}
	if problem := p.list(); problem != nil {
		return problem
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

// list is a list that is written out, as in JSON: an expression has none, and a Set gives one a name.
func (p *Part) list() *Problem {
	source := strings.TrimSpace(p.source)
	if !strings.HasPrefix(source, "[") || source != "[]" && strings.HasPrefix(source, "[]") {
		return nil
	}
	start := p.base + strings.Index(p.source, "[")
	return syntaxError(start, start+len(source), "an expression has no lists of its own",
		`write it as JSON where a node takes a value, or give it a name with a Set: {"setValues": {"list": [1, 2]}}`)
}

// Forms of what stands between the braces where there are three, and where a reference begins with a dot, as in
// templates of Go, with an @, as in those of Razor, or with a word as values are given in functions of JavaScript.
var (
	thirdBrace = regexp.MustCompile(`^\{(` + dotted + `(?:\(.*\))?)$`)
	firstDot   = regexp.MustCompile(`^\s*\.(` + dotted + `)\s*$`)
	firstAt    = regexp.MustCompile(`^\s*@(` + dotted + `)\s*$`)
	firstWord  = regexp.MustCompile(`^\s*(?:await|return|yield)\s+(` + dotted + `)\s*$`)
	newDate    = regexp.MustCompile(`^\s*new\s+Date\(\)(?:\.(?:toISOString|toJSON|toString|getTime|valueOf)\(\))?\s*$`)
)

const dotted = `[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*`

// misspelt says what is written in place of characters of another keyboard, of a third brace, of what stands ahead of a
// name, and of the time.
func (p *Part) misspelt(at int) *Problem {
	if newDate.MatchString(p.source) {
		return syntaxError(p.base, p.base+len(p.source), quote(strings.TrimSpace(p.source))+" is no expression", "write now()")
	}
	for _, form := range []*regexp.Regexp{thirdBrace, firstDot, firstAt, firstWord} {
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

// filter says how the filter at an offset is called as a function, with the value before it; "" where there is none
// such.
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

// twoNames matches two names with a space between them.
var twoNames = regexp.MustCompile(`^\s*(` + dotted + `)\s+(` + dotted + `)\s*$`)

// statementWords begin what is no value in other languages.
var statementWords = strings.Fields("await block const define else for foreach import let new partial range return template typeof var with")

// spaced says what to write for two names with a space between them: the call of a function, as templates of Go have
// it, or a field.
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
