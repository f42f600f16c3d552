package lint

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc506 = Rule{
	Rule: diag.Rule{
		Code: "FC506", Severity: diag.Error, Title: "PUBLIC_ variable in a secret field",
		Doc: "What is named PUBLIC_* counts as known to everybody: it may be answered, logged and put into URLs. A secret field " +
			"takes a variable of another name, and keeps its value from all that. A public key stands in such a field too, under " +
			"a name of its own, such as JWT_KEY.",
	},
	Run: publicSecrets,
}

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
