package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc412 = Rule{Code: diag.FC412, Run: storedSecrets}

func storedSecrets(p *Pass) {
	leaving(p, types.Secret, func(s *ir.Step, f *templates.Field, c carried) {
		if f.Sink != templates.Stored || !writes(s, f) || c.keyed {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: c.span, Message: fmt.Sprintf("secret %q is stored", c.text),
			Hint: "read it from the environment where it is needed",
		})
	})
}

// writes reports whether what stands in a field is kept, and not only compared with what is.
func writes(s *ir.Step, f *templates.Field) bool {
	switch f.Shape {
	case templates.Query:
		return ir.NewPass(s).Query(f.Name).Writes
	case templates.Key:
		return s.Kept().Stores
	}
	return true
}
