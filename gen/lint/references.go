package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc212 = Rule{Code: diag.FC212, Run: inferredBelowGuard}

func inferredBelowGuard(p *Pass) {
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
				Message: fmt.Sprintf("request field %q is used below a guard without a declaration", in.Name),
				Hint:    fmt.Sprintf("declare it in the fields of %q", f.Entry.ID.Value),
				Fix:     declareInferred(f),
			})
		}
	})
}
