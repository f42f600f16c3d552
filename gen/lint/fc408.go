package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var fc408 = Rule{Code: diag.FC408, Run: chosenHosts}

func chosenHosts(p *Pass) {
	p.Steps(func(s *ir.Step) {
		chosenRedirect(p, s)
		t := s.URL()
		if t == nil {
			return
		}
		for _, e := range t.URL.Host {
			if !e.Type.Labels.Has(types.Caller) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
				Message: fmt.Sprintf("the caller chooses the host that %q calls", s.Node.ID.Value),
				Hint:    "look the address up by an id, or take it from an environment variable",
			})
		}
	})
}

func chosenRedirect(p *Pass, s *ir.Step) {
	if t, choice := s.ChosenRedirect(); choice != nil {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    t.Tree.JSON.Within(s.Node.Workflow.File, choice.Start, choice.End),
			Message: fmt.Sprintf("the caller chooses the host that %q redirects to", s.Node.ID.Value),
			Hint:    "begin it with the host, such as \"{{env.PUBLIC_URL}}/\", or look the address up by an id",
		})
	}
}
