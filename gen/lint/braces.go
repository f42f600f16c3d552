package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// foreignBraces match a reference as other languages write it into a text: {user.email}, ${user.email}. The one within two braces
// is ours.
var foreignBraces = regexp.MustCompile(`(^|[^{$])(\$?\{([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)\})($|[^}])`)

// foreignPlaceholder is where in a text a reference stands in the braces of another language; 0 and 0 where there is none, or
// where they may be meant: with one brace alone, they are where they are all of a text, or in an address. What may be a
// script is left out.
func foreignPlaceholder(s *ir.Step, f *templates.Field, t *ir.Typed) (start, end int) {
	text := t.Tree.JSON.Text
	if strings.ContainsAny(text, "<`") {
		return 0, 0
	}
	for _, m := range foreignBraces.FindAllStringSubmatchIndex(text, -1) {
		whole := m[4] == 0 && m[5] == len(text)
		dollar := text[m[4]] == '$'
		if (dollar || whole || f.Shape == templates.URL) && !inPlaceholder(t, m[4]) && s.Holds(text[m[6]:m[7]]) {
			return m[4], m[5]
		}
	}
	return 0, 0
}

// inPlaceholder reports whether a byte of a text is within a placeholder.
func inPlaceholder(t *ir.Typed, at int) bool {
	return t.Tree.Text != nil && slices.ContainsFunc(t.Tree.Text.Parts, func(part expr.Part) bool {
		return part.Start <= at && at < part.End && strings.HasPrefix(t.Tree.JSON.Text[part.Start:], "{{")
	})
}

func reportForeign(p *Pass, s *ir.Step, v *schema.Value, start, end int) {
	written := v.Text[start:end]
	name := strings.Trim(written, "${}")
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    v.Within(s.Node.Workflow.File, start, end),
		Message: fmt.Sprintf("%q stands here as a text: a placeholder has two braces, and no \"$\"", written),
		Hint:    fmt.Sprintf("write {{%s}}; a text that is meant so is {{'%s'}}", name, written),
	})
}
