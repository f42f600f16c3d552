package texts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// reference matches one: user.email.
const reference = `([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)`

// foreignBraces match a reference as other languages write it into a text: {user.email}, ${user.email}. The one within
// two braces is ours.
var foreignBraces = foreignForm{"{", regexp.MustCompile(`(^|[^{$])(\$?\{` + reference + `\})($|[^}])`)}

// foreignForm is how another language writes a placeholder. Almost no text holds what one begins with, which is soon
// seen.
type foreignForm struct {
	begin   string
	pattern *regexp.Regexp
}

func (f foreignForm) in(text string) [][]int {
	if !strings.Contains(text, f.begin) {
		return nil
	}
	return f.pattern.FindAllStringSubmatchIndex(text, -1)
}

// foreignForms match what other languages write for a placeholder besides, wherever it stands: <%= x %> of ERB and EJS,
// #{x} of Ruby, %(x)s of Python, %{x} of both, [[x]] of Thymeleaf, {% if x %} of Liquid and Jinja.
var foreignForms = []foreignForm{
	{"<%", regexp.MustCompile(`()(<%[-=]?\s*@?` + reference + `\s*-?%>)`)},
	{"#{", regexp.MustCompile(`()(#\{` + reference + `\})`)},
	{"%(", regexp.MustCompile(`()(%\(` + reference + `\)s)`)},
	{"%{", regexp.MustCompile(`()(%\{` + reference + `\})`)},
	{"[[", regexp.MustCompile(`()(\[\[\s*` + reference + `\s*\]\])`)},
	{"{%", regexp.MustCompile(`()(\{%-?\s*if\s+` + reference + `\s*-?%\})`)},
}

// quotedPlaceholder matches one that is all of a text of SQL.
var quotedPlaceholder = foreignForm{"{", regexp.MustCompile(`()('[$#]?\{` + reference + `\}')`)}

// foreignVariable matches a variable of shells and PHP, $x. In a query of GraphQL it is one of that.
var foreignVariable = foreignForm{"$", regexp.MustCompile(`(^|[^\w$\\])(\$` + reference + `)`)}

// variable matches a reference to an environment variable, as it is written here, or to a part of the request.
var variable = regexp.MustCompile(`^(?:env\.[A-Z][A-Z0-9_]*|request\.(?:method|path|ip|id|body|rawBody|(?:headers|cookies|query)\.\w+))$`)

// foreignSegment and variableSegment match a parameter of other routers, or a variable, all of a text or a segment of
// an address: :id, $id.
var (
	foreignSegment  = foreignForm{":", regexp.MustCompile(`(^|/)(:` + reference + `)(?:$|[/?])`)}
	variableSegment = foreignForm{"$", regexp.MustCompile(`(^|/)(\$` + reference + `)(?:$|[/?])`)}
)

// address matches a text that is a path or an address of the web, with no more than one line of it.
var address = regexp.MustCompile(`^(?:https?:/)?/[^\s"]*$`)

func isAddress(text string) bool { return address.MatchString(text) }

// oneReference matches a reference in one brace, and in two, which is ours.
var oneReference = regexp.MustCompile(`\{\{[^{}]*\}\}|\{` + reference + `\}`)

// onlyReferences reports whether no brace of a text is other than around a reference, so that it is none of JSON, of a
// script or of a query of GraphQL. Of several lines it may be one of these all the same.
func onlyReferences(text string) bool {
	return !strings.ContainsAny(text, "\n") && !strings.ContainsAny(oneReference.ReplaceAllString(text, ""), "{}")
}

// foreignPlaceholder is a reference in the form of another language, and where in a text it stands; 0 and 0 where there
// is none, or where it may be meant: with one brace or a colon alone, it is where it is all of a text, or in an
// address, and with one brace also where it is a field of a node in a text that has no other braces: a name by itself
// may be for another service to fill in. What may be a script is left out, but for <%= x %>, which is none.
func foreignPlaceholder(s *ir.Step, f *templates.Field, t *ir.Typed) (name string, start, end int) {
	text := t.Tree.JSON.Text
	found := func(form foreignForm, meant func(start, end int) bool) bool {
		for _, m := range form.in(text) {
			if meant(m[4], m[5]) && (!inPlaceholder(t, m[4]) || interpolated(t, m[4], m[5])) && (s.Holds(text[m[6]:m[7]]) || variable.MatchString(text[m[6]:m[7]])) {
				name, start, end = text[m[6]:m[7]], m[4], m[5]
				return true
			}
		}
		return false
	}
	anywhere := func(int, int) bool { return true }
	alone := func(start, end int) bool {
		return start == 0 && end == len(text) || f.Shape == templates.URL || isAddress(text)
	}
	if f.Shape == templates.Query {
		found(quotedPlaceholder, anywhere)
		return name, start, end
	}
	if found(foreignBraces, func(start, end int) bool { return interpolated(t, start, end) }) {
		return name, start, end
	}
	if strings.ContainsAny(text, "<`") && !templateLiteral(text) {
		found(foreignForms[0], anywhere)
		return name, start, end
	}
	braces := func(start, end int) bool {
		other := start > 0 && strings.ContainsRune("#%", rune(text[start-1])) // #{x}, which is looked for below
		return !other && (text[start] == '$' || alone(start, end) || strings.Contains(text[start:end], ".") && onlyReferences(text))
	}
	if found(foreignBraces, braces) || found(foreignSegment, alone) || found(variableSegment, alone) ||
		found(foreignVariable, func(start, end int) bool { return strings.Contains(text[start:end], ".") || alone(start, end) }) {
		return name, start, end
	}
	for _, form := range foreignForms {
		if found(form, anywhere) {
			break
		}
	}
	return name, start, end
}

// templateLiteral reports whether all of a text is one of JavaScript's: `${x} of ${y}`.
func templateLiteral(text string) bool {
	inside, begins := strings.CutPrefix(text, "`")
	inside, ends := strings.CutSuffix(inside, "`")
	return begins && ends && !strings.ContainsAny(inside, "<`")
}

// interpolated reports whether a part of a text is ${x} within a text of an expression, of which it is not all: '${x}'
// is meant so.
func interpolated(t *ir.Typed, start, end int) bool {
	text := t.Tree.JSON.Text
	whole := start > 0 && end < len(text) && strings.ContainsRune("'`\"", rune(text[start-1])) && text[end] == text[start-1]
	return strings.HasPrefix(text[start:], "${") && !whole && inPlaceholder(t, start)
}

// inPlaceholder reports whether a byte of a text is within a placeholder.
func inPlaceholder(t *ir.Typed, at int) bool {
	return t.Tree.Text != nil && slices.ContainsFunc(t.Tree.Text.Parts, func(part expr.Part) bool {
		return part.Start <= at && at < part.End && strings.HasPrefix(t.Tree.JSON.Text[part.Start:], "{{")
	})
}

func reportForeign(p *rule.Pass, s *ir.Step, t *ir.Typed, name string, start, end int) {
	v := t.Tree.JSON
	written, mend := v.Text[start:end], "{{"+name+"}}"
	if strings.HasPrefix(written, "{%") {
		mend = "{{when(" + name + ", 'the text', '')}}"
	}
	hint := fmt.Sprintf("write %s; a text that is meant so is {{'%s'}}", mend, written)
	if strings.HasPrefix(written, "'") {
		hint = fmt.Sprintf("write %s, without quotes", mend) // of SQL
	}
	if inPlaceholder(t, start) {
		hint = fmt.Sprintf("end the text before it and write + %s: 'a ' + %s", name, name)
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    v.Within(s.Node.Workflow.File, start, end),
		Message: fmt.Sprintf("%q stands here as a text: a placeholder is a name in two braces", written),
		Hint:    hint,
	})
}
