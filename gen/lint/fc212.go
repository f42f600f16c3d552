package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc212 = Rule{
	Rule: diag.Rule{
		Code: "FC212", Severity: diag.Warning, Title: "undeclared request field used below a guard",
		Doc: "Below a guard, a field that is only inferred may be a misspelt name that silently became part of the " +
			"request. Declare the fields on the entry point.\n\n`flowc fix` writes down all that are inferred, with their types. Read " +
			"them: a misspelt name is among them then.",
	},
	Run: inferredBelowGuard,
}

func inferredBelowGuard(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		for _, in := range f.Inputs {
			i := slices.IndexFunc(in.Uses, func(u ir.Use) bool { return u.Step.Guarded() })
			if i < 0 {
				continue
			}
			p.ReportNode(in.Uses[i].Step.Node, diag.Diagnostic{
				Span:    in.Uses[i].Span,
				Message: fmt.Sprintf("request field %q is used below a guard without a declaration", in.Name),
				Hint:    fmt.Sprintf("declare it in the fields of %q", f.Entry.ID.Value),
				Fix:     declareInferred(f),
			})
		}
	})
}
