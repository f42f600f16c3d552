package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc502 = Rule{
	Rule: diag.Rule{
		Code: "FC502", Severity: diag.Error, Title: "two workflows with one id",
		Doc: "A workflow's id is its identity: a webhook's URL is made from it. A copied file needs an id of its " +
			"own: `flowc duplicate` gives it one.",
	},
	Run: identities,
}

func identities(p *Pass) {
	first := map[string]*ir.Workflow{}
	for _, w := range p.Program.Workflows {
		id := w.ID.Value
		other := first[id]
		if other == nil || id == "" {
			first[id] = w
			continue
		}
		p.Report(diag.Diagnostic{
			File: w.File, Span: w.ID.Span,
			Message: fmt.Sprintf("workflow %q has the id of workflow %q", w.Name.Value, other.Name.Value),
			Hint:    "copy a workflow with flowc duplicate, which gives it an id of its own",
			Related: []diag.Related{{File: other.File, Span: other.ID.Span, Message: "the other one"}},
		})
	}
}
