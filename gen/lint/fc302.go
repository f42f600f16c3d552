package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc302 = Rule{Code: diag.FC302, Run: requiredWired, Needs: ir.Guessed}

func requiredWired(p *Pass) {
	missing(p, func(s *ir.Step, output string) {
		if output != "invalid" {
			reportMissing(p, s, output)
		}
	})
}
