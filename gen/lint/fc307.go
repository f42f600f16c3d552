package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc307 = Rule{
	Code:  diag.FC307,
	Needs: ir.Guessed,
	Run: func(p *Pass) {
		handlers(p)
		impossible(p)
	},
}

func handlers(p *Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Protects == nil || unfinished(s) || cut(s) {
			return
		}
		if on := s.Protects.On; on != nil && on.Next != nil && len(on.Next.Caught) == 0 {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Output: on.Name,
				Message: fmt.Sprintf("output %q of %q can never be taken: nothing in its region can fail", on.Name, s.Node.ID.Value),
				Hint:    "remove what it leads to, or the region",
			})
		}
	})
}

// unfinished reports whether a region lacks a wire that it must have (FC302): what can fail may be meant to follow.
func unfinished(region *ir.Step) bool {
	missing := func(out *ir.Out) bool { return out.Missing }
	for _, s := range region.Flow.Steps {
		if s.Region.Within(region.Protects) && slices.ContainsFunc(s.Outs, missing) {
			return true
		}
	}
	return slices.ContainsFunc(region.Outs, missing)
}

// cut reports whether a wire out of a step, or out of the region that it protects, crosses a border: what it leads to
// does not follow (FC306).
func cut(s *ir.Step) bool {
	for wire, region := range s.Flow.Crossing {
		if wire.From == s.Node || region == s.Node {
			return true
		}
	}
	return false
}
