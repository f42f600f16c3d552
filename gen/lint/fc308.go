package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc308 = Rule{
	Rule: diag.Rule{
		Code: "FC308", Severity: diag.Error, Title: "branch that can never run, or shares a node",
		Doc: "Several wires on one output are a sequence: a branch that ends without an answer goes on with the " +
			"next. A branch after one that always answers never runs; two branches that share a node would run it twice.",
	},
	Run: sequences,
}

func sequences(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Overflow != nil {
			p.ReportNode(f.Overflow.From, diag.Diagnostic{
				Span: f.Overflow.Span, Output: f.Overflow.Output,
				Message: "sequences inside sequences multiply beyond what can be compiled",
				Hint:    "wire the end of one branch to the next, instead of several wires on one output",
			})
		}
		falls := ir.FallsThrough()
		for _, s := range f.Steps {
			for _, out := range s.Outs {
				sequence(p, s, s.Node.Targets(out.Name), falls)
			}
		}
	})
}

func sequence(p *Pass, s *ir.Step, targets []*ir.Wire, falls func(*ir.Node) bool) {
	good, shared := ir.Sequence(targets, falls)
	if good == len(targets) || s.Node.Tainted {
		return
	}
	wire := targets[good]
	d := diag.Diagnostic{
		Span: wire.Span, Output: wire.Output,
		Message: fmt.Sprintf("%q never runs: the branch before it, %q, always answers", wire.To.ID.Value, targets[max(good-1, 0)].To.ID.Value),
		Hint:    "remove the wire, or put it before",
	}
	if shared != nil {
		d.Message = fmt.Sprintf("two branches of output %q of %q share the node %q", wire.Output, s.Node.ID.Value, shared.ID.Value)
		d.Hint = "wire the end of the first branch to the second"
	}
	p.ReportNode(s.Node, d)
}
