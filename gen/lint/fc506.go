package lint

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc506 = Rule{Code: diag.FC506, Run: publicSecrets}

func publicSecrets(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, v := range s.Secrets() {
			if v.JSON == nil || !strings.HasPrefix(v.Variable, "PUBLIC_") {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    v.JSON.Span,
				Message: fmt.Sprintf("%q takes a secret, and env.%s is named as one that everybody may know", v.Name, v.Variable),
				Hint:    fmt.Sprintf("rename the variable, as to env.%s", strings.TrimPrefix(v.Variable, "PUBLIC_")),
			})
		}
	})
}
