package markup

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Fitting says where in a text JSON is a literal of its language; nil where it is none.
func Fitting(format templates.Format, t *expr.Template) func(*expr.Part, *expr.Expr) (bool, []expr.Problem) {
	switch format {
	case templates.ScriptText:
		return fitsScript(t)
	case templates.YAMLText:
		return fitsBetween(t, func(_ *expr.Expr, before, after string) bool { return isYAMLValue(before, after) })
	case templates.TOMLText:
		return fitsBetween(t, func(e *expr.Expr, before, after string) bool { return isOfText(e) && isTOMLValue(before, after) })
	case templates.GraphQLText:
		return fitsBetween(t, func(e *expr.Expr, before, _ string) bool { return isOfText(e) && isGraphQLValue(before) })
	}
	return nil
}

// fitsBetween asks what of a text stands before a placeholder and behind it, with an x for each other one.
func fitsBetween(
	t *expr.Template, fits func(e *expr.Expr, before, after string) bool,
) func(*expr.Part, *expr.Expr) (bool, []expr.Problem) {
	return func(p *expr.Part, e *expr.Expr) (bool, []expr.Problem) {
		var before, after strings.Builder
		for _, part := range t.Parts {
			text := part.Literal
			if !part.IsLiteral() {
				text = "x"
			}
			switch {
			case part.Start < p.Start:
				before.WriteString(text)
			case part.Start > p.Start:
				after.WriteString(text)
			}
		}
		return fits(e, before.String(), after.String()), nil
	}
}

// isOfText reports whether e is JSON of a text, which is a text of most languages. Objects are no others'.
func isOfText(e *expr.Expr) bool {
	return e.Args[0].Type.Kind == types.String && !e.Args[0].Type.Nullable
}

// fitsScript asks html/template where in a program of JavaScript a value stands, and what becomes of it there.
func fitsScript(t *expr.Template) func(*expr.Part, *expr.Expr) (bool, []expr.Problem) {
	page := &Probe{}
	page.text.WriteString("<script>")
	for i := range t.Parts {
		page.Add([]*Piece{{Part: t.Parts[i]}})
	}
	page.text.WriteString("</script>")
	read := page.Run() == nil
	return func(p *expr.Part, e *expr.Expr) (bool, []expr.Problem) {
		i := slices.IndexFunc(page.values, func(piece *Piece) bool { return piece.Start == p.Start })
		if !read || i < 0 || !page.values[i].Script {
			return false, nil
		}
		return true, slices.Concat(page.values[i].Chosen(e), page.values[i].Run(e))
	}
}

// yamlValue matches a line of YAML up to its value, yamlFlow one up to a value in a list or an object of it.
var (
	yamlValue = regexp.MustCompile(`^\s*(?:(?:- +)+(?:` + yamlKey + `)?|` + yamlKey + `)$`)
	yamlFlow  = regexp.MustCompile(`^\s*(?:- +)*(?:` + yamlKey + `)?[\[{](?:.*[\[{,:])?\s*$`)
)

const yamlKey = `(?:[\w.$/-]+|"[^"\\]*"|'[^']*')\s*:\s+`

// isYAMLValue reports whether what stands at a place of YAML is a value as a whole: not in quotes, and no part of other
// words.
func isYAMLValue(before, after string) bool {
	lines := strings.Split(before, "\n")
	line := lines[len(lines)-1]
	after, _, _ = strings.Cut(after, "\n")
	after = strings.TrimSpace(lineComment.ReplaceAllString(after, ""))
	switch {
	case slices.ContainsFunc(lines, hasOpenQuote) || inBlock(lines):
		return false
	case strings.TrimSpace(before) == "" || yamlValue.MatchString(line):
		return after == ""
	}
	return yamlFlow.MatchString(line) && after != "" && strings.ContainsAny(after[:1], ",]}")
}

var lineComment = regexp.MustCompile(`(?:^|\s)#.*$`)

// hasOpenQuote reports whether a text in quotes goes on behind the end of a line.
func hasOpenQuote(line string) bool {
	line = quotedTexts.ReplaceAllString(line, "")
	return openQuote.MatchString(lineComment.ReplaceAllString(line, ""))
}

var (
	quotedTexts = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|(?:^|[\s\[{,])'[^']*'`)
	openQuote   = regexp.MustCompile(`"|(?:^|[\s\[{,])'`)
)

// blockBegin matches a line that says of those below it, which are indented more, that they are a text.
var blockBegin = regexp.MustCompile(`(?:^|[\s:-])[|>][0-9+-]*\s*(?:#.*)?$`)

// inBlock reports whether the last of some lines is in a text of several of them.
func inBlock(lines []string) bool {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	block := -1 // the indent of the line that began one
	for _, line := range lines {
		if block >= 0 && (strings.TrimSpace(line) == "" || indent(line) > block) {
			continue
		}
		block = -1
		if blockBegin.MatchString(line) {
			block = indent(line)
		}
	}
	return block >= 0 && indent(lines[len(lines)-1]) > block
}

// tomlValue matches a line of TOML up to its value, or one in a list.
var tomlValue = regexp.MustCompile(`^\s*[\w.-]+\s*=\s*(?:\[(?:[^\]"'#]*,)?\s*)?$`)

func isTOMLValue(before, after string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	after = strings.TrimSpace(lineComment.ReplaceAllString(after, ""))
	quoted := strings.Contains(before, `"""`) || strings.Contains(before, "'''")
	return !quoted && tomlValue.MatchString(line) && strings.Trim(after, ",] x") == ""
}

// isGraphQLValue reports whether a value of GraphQL may begin behind what stands before it.
func isGraphQLValue(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	before = strings.TrimRight(before, " \t\r\n")
	quoted := strings.Contains(before, `"""`) || expr.EndsQuoted(before, false)
	if before == "" || quoted || strings.ContainsAny(line, "#") {
		return false
	}
	return strings.ContainsAny(before[len(before)-1:], ":[,=")
}
