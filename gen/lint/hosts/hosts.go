// Package hosts holds the rules about URLs that callers choose, and about pages made of what is stored.
package hosts

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/secrets"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/runtime/loopback"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var SecretsInURLs = rule.Rule{Code: diag.FC407SecretInURL, Run: secretsInURLs}

func secretsInURLs(p *rule.Pass) {
	known := secrets.SecretsElsewhere(p)
	secrets.Leaving(p, types.Confidential, func(s *ir.Step, f *templates.Field, c secrets.Carried) {
		inURL := c.Label & (types.Secret | types.Token)
		host := plainHost(s)
		switch {
		case f.Sink == templates.Address && tokens.GrantedBy(p.Values(), c.Of) != nil: // FC429
		case f.Sink == templates.Address && (inURL.Has(types.Token) || secrets.SecretInURL(p, c, known)):
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: c.Span, Message: fmt.Sprintf("%q puts a %s into a URL", c.Text, secrets.LabelText(inURL)),
				Hint: "send it in a header or the body" + secrets.InURLHint(c), Related: c.Given,
			})
		case f.Sink == templates.Sent && host != "":
			p.ReportNode(s.Node, diag.Diagnostic{
				Code: diag.FC407PlainHTTP,
				Span: c.Span, Message: fmt.Sprintf("%q sends a %s over plain http to %q", c.Text, secrets.LabelText(c.Label), host),
				Hint: "use https:// in the URL", Related: c.Given,
			})
		}
	})
}

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

var ChosenHosts = rule.Rule{Code: diag.FC408ServerRequest, Run: chosenHosts}

func chosenHosts(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		chosenRedirect(p, s)
		chosenPolicies(p, s)
		chosenLinks(p, s)
		t := s.URL()
		if t == nil {
			return
		}
		for _, e := range t.URL.Host {
			if !e.Type.Labels.Has(types.Caller) || facts.KeepsHost(p.Values(), s, t, e) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
				Message: fmt.Sprintf("the caller chooses the host that %q calls", s.Node.ID.Value),
				Hint:    "look the address up by an id, or take it from an environment variable",
				Related: paths.Givers(p, s, t, types.Caller),
			})
		}
	})
}

func chosenRedirect(p *rule.Pass, s *ir.Step) {
	if t, choice := facts.ChosenRedirect(p.Values(), s); choice != nil {
		p.ReportNode(s.Node, diag.Diagnostic{
			Code:    diag.FC408OpenRedirect,
			Span:    t.Tree.JSON.Within(s.Node.Workflow.File, choice.Start, choice.End),
			Message: fmt.Sprintf("the caller chooses the host that %q redirects to", s.Node.ID.Value),
			Hint:    "begin it with a host, such as \"{{env.PUBLIC_URL}}/\", or look the address up by an id",
		})
	}
}

// chosenPolicies reports a value of the caller in one of these headers: a directive that it adds counts as much as
// those of the document.
func chosenPolicies(p *rule.Pass, s *ir.Step) {
	for _, f := range s.Checked() {
		headers := s.Value[f.Name]
		if !f.Headers || f.Sink != templates.Answer || headers == nil {
			continue
		}
		for _, name := range headers.Tree.Keys {
			entry := headers.Entry(name)
			if entry == nil || entry.Expr == nil || !knowledge.Names.Policies.Has(name) {
				continue
			}
			if choice := facts.ChosenText(p.Values(), entry.Expr); choice != nil {
				p.ReportNode(s.Node, diag.Diagnostic{
					Code:    diag.FC408Header,
					Span:    entry.Tree.JSON.Within(s.Node.Workflow.File, choice.Start, choice.End),
					Message: fmt.Sprintf("the caller writes into the header %q of %q: what they add takes effect", name, s.Node.ID.Value),
					Hint:    "choose among constants by when(…), or escape the value by urlEncode(…)",
				})
			}
		}
	}
}
