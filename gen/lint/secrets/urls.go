package secrets

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var PasswordsInURLs = rule.Rule{Code: diag.FC407PasswordInURL, Run: passwordsInURLs}

// passwordsInURLs reports fields of the request that are passwords and stand in its URL: that of a GET does where
// nothing else is said.
func passwordsInURLs(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		route := f.Entry.Route()
		if f.Entry.Template.Entry.Route == nil || route.Tool != "" {
			return
		}
		for _, in := range f.Inputs {
			if !in.Type.AllLabels().Has(types.Password) || !slices.Contains([]string{"path", "query"}, in.In) {
				continue
			}
			p.ReportNode(f.Entry, diag.Diagnostic{
				Span:    f.Entry.ID.Span,
				Message: fmt.Sprintf("callers send the password %q in the %s of the URL, which logs and proxies keep", in.Name, in.In),
				Hint:    fmt.Sprintf("use POST with %q in the body", in.Name),
			})
		}
	})
}

// SecretInURL reports whether a part of a URL is made of a secret, of which the project does not say that it may stand
// there.
func SecretInURL(p *rule.Pass, c Carried, elsewhere map[string]bool) bool {
	return c.Label.Has(types.Secret) && len(c.Reads) == 0 ||
		slices.ContainsFunc(secretsIn(p, c, elsewhere), func(name string) bool {
			return !slices.Contains(p.Program.Naming.InURL, name)
		})
}

// secretsIn are the variables in a part of a URL that are secrets there: used as such elsewhere, or so by their names,
// or by that of the parameter.
func secretsIn(p *rule.Pass, c Carried, elsewhere map[string]bool) []string {
	taken := label.IsCredential(c.under) || isKeyParameter(c.under)
	return slices.DeleteFunc(slices.Clone(c.Reads), func(name string) bool {
		return !taken && !elsewhere[name] && !label.SaysSecret(name) && !slices.Contains(p.Program.Naming.Secret, name)
	})
}

// SecretsElsewhere are the variables that stand in a secret field, or in a header or a member that is named for a
// credential.
func SecretsElsewhere(p *rule.Pass) map[string]bool {
	found := map[string]bool{}
	p.Flows(func(f *ir.Flow) {
		for _, s := range f.Steps {
			for _, secret := range facts.Secrets(s) {
				found[secret.Variable] = true
			}
			for _, v := range s.Value {
				v.Walk(func(t *ir.Typed) {
					for _, name := range credentialsIn(p, t) {
						found[name] = true
					}
				})
			}
		}
	})
	return found
}

// credentialsIn are the variables in the members of an object that are named for credentials.
func credentialsIn(p *rule.Pass, t *ir.Typed) []string {
	var names []string
	for _, key := range t.Tree.Keys {
		if !label.IsCredential(key) {
			continue
		}
		t.Entry(key).Walk(func(member *ir.Typed) {
			if member.Expr != nil {
				names = append(names, secretVariables(p, member.Expr)...)
			}
		})
	}
	return names
}
