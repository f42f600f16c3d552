package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc211 = Rule{
	Rule: diag.Rule{
		Code: "FC211", Severity: diag.Warning, Title: "SQL without schema.sql",
		Doc: "Without a schema.sql beside the workflows, columns are `any`: names, types and null are not checked, " +
			"and a misspelt column is found only when it runs.",
	},
	Run: withoutSchema,
}

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
