package texts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var InferredBelowGuard = rule.Rule{Code: diag.FC212, Run: inferredBelowGuard}

func inferredBelowGuard(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Entry.HasUnknown() {
			return // they may be declared there
		}
		for _, in := range f.Inputs {
			i := slices.IndexFunc(in.Uses, func(u ir.Use) bool { return u.Step.Guarded() })
			if i < 0 {
				continue
			}
			p.ReportNode(in.Uses[i].Step.Node, diag.Diagnostic{
				Span:    in.Uses[i].Span,
				Message: fmt.Sprintf("request field %q is used below a guard, and not declared", in.Name),
				Hint:    fmt.Sprintf("declare it in the fields of %q", f.Entry.ID.Value),
				Fix:     declareInferred(f),
			})
		}
	})
}

var WithoutBraces = rule.Rule{Code: diag.FC216, Run: withoutBraces}

// withoutBraces reports texts that are a reference but for the braces. Fields that say for themselves that they want a
// placeholder (templates.Field.Varies) are left out, and addresses and SQL, where a dot stands in names; in SQL, a
// quoted text is looked at.
func withoutBraces(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			if f.Varies || f.Shape == templates.Cond || f.Shape == templates.Bare {
				continue
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Tree.JSON == nil || t.Tree.JSON.Kind != schema.String {
					return
				}
				if name, start, end := foreignPlaceholder(s, f, t); end > 0 {
					reportForeign(p, s, t, name, start, end)
				}
				if f.Shape != templates.URL && f.Shape != templates.Query && s.Refers(t.Tree.JSON.Text) {
					p.ReportNode(s.Node, diag.Diagnostic{
						Span:    t.Tree.JSON.Span,
						Message: fmt.Sprintf("%q stands here as a text, and is what %q holds", t.Tree.JSON.Text, firstName(t.Tree.JSON.Text)),
						Hint:    fmt.Sprintf("write \"{{%s}}\"; a text that is meant so is \"{{'%s'}}\"", t.Tree.JSON.Text, t.Tree.JSON.Text),
					})
				}
			})
		}
	})
}

// firstName is the node that a reference names.
func firstName(reference string) string {
	name, _, _ := strings.Cut(reference, ".")
	return name
}
