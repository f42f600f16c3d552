package lint

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/runtime/loopback"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var secretsInURLsRule = Rule{Code: diag.FC407, Run: secretsInURLs}

func secretsInURLs(p *Pass) {
	leaving(p, types.Confidential, func(s *ir.Step, f *templates.Field, c carried) {
		inURL := c.label & (types.Secret | types.Token)
		host := plainHost(s)
		switch {
		case f.Sink == templates.Address && inURL != 0:
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: c.span, Message: fmt.Sprintf("%q puts a %s into a URL", c.text, labelText(inURL)),
				Hint: "send it in a header or in the body",
			})
		case f.Sink == templates.Sent && host != "":
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: c.span, Message: fmt.Sprintf("%q sends a %s over plain http to %q", c.text, labelText(c.label), host),
				Hint: "write https:// in the URL",
			})
		}
	})
}

func labelText(l types.Label) string { return strings.ReplaceAll(l.String(), ",", " and a ") }

// plainHost is the host that a step calls over plain http, where the document writes both; "" where it is this machine.
func plainHost(s *ir.Step) string {
	t := s.URL()
	if t == nil || len(t.URL.Host) > 0 {
		return ""
	}
	literal, _, _ := strings.Cut(t.Tree.JSON.Text, "{{")
	u, err := url.Parse(literal)
	if err != nil || u.Scheme != "http" || loopback.Host(u.Hostname()) {
		return ""
	}
	return u.Hostname()
}

var chosenHostsRule = Rule{Code: diag.FC408, Run: chosenHosts}

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
	if t, choice := facts.ChosenRedirect(s); choice != nil {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    t.Tree.JSON.Within(s.Node.Workflow.File, choice.Start, choice.End),
			Message: fmt.Sprintf("the caller chooses the host that %q redirects to", s.Node.ID.Value),
			Hint:    "begin it with the host, such as \"{{env.PUBLIC_URL}}/\", or look the address up by an id",
		})
	}
}
