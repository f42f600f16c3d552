package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc211 = Rule{Code: diag.FC211, Run: withoutSchema}

func withoutSchema(p *Pass) {
	if p.Program.Schema {
		return
	}
	done := false
	p.Steps(func(s *ir.Step) {
		if v := s.Node.Shaped(templates.Query); v != nil && !done {
			done = true
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    v.JSON.Span,
				Message: "SQL without schema.sql: columns are any, and neither names nor types nor null are checked",
				Hint:    "put the database's CREATE statements into schema.sql beside the workflows",
			})
		}
	})
}
