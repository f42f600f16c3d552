package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc302 = Rule{
	Rule: diag.Rule{
		Code: "FC302", Severity: diag.Error, Title: "required output not wired",
		Doc: "A request that takes this output would never be answered. Wire it.",
	},
	Run: requiredWired, Needs: ir.Guessed,
}

func requiredWired(p *Pass) {
	missing(p, func(s *ir.Step, output string) {
		if output != "invalid" {
			reportMissing(p, s, output)
		}
	})
}
