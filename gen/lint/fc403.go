package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc403 = Rule{Code: diag.FC403, Run: plainPasswords}

func plainPasswords(p *Pass) {
	leaving(p, types.Password, func(s *ir.Step, f *templates.Field, c carried) {
		how := "sent to another service"
		if f.Sink == templates.Stored {
			how = "stored"
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: c.span, Message: fmt.Sprintf("password %q is %s as it is", c.text, how), Hint: "put a Hash node before it and use its hash",
		})
	})
}
