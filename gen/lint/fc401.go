package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// fc401 is reported of secret fields while a document is read.
var fc401 = Rule{Code: diag.FC401, Run: literalCredentials}

const changeIt = "put the value into an environment variable, write {{env.NAME}} in its place, and change the value, as it has been in a file"

func literalCredentials(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, c := range credentialsOf(s) {
			p.ReportNode(s.Node, diag.Diagnostic{Span: c.value.Tree.JSON.Span, Message: "secret written on a node: " + c.what, Hint: changeIt})
		}
	})
}

// written is a credential that stands in the document.
type written struct {
	value *ir.Typed
	what  string
}

// credentialsOf are what a step's request proves itself with, as far as the document says it.
func credentialsOf(s *ir.Step) []written {
	var list []written
	for _, f := range s.Checked() {
		switch {
		case f.Headers && f.Sink == templates.Sent:
			eachNamed(s.Value[f.Name], "", func(name string, t *ir.Typed) {
				if text, ok := literalText(t); ok && isCredentialHeader(name) && !isHarmless(text) {
					list = append(list, written{t, fmt.Sprintf("the header %q", name)})
				}
			})
		case f.Shape == templates.URL && hasUser(s.Value[f.Name]):
			list = append(list, written{s.Value[f.Name], fmt.Sprintf("the user in %q", f.Name)})
		}
	}
	return list
}

func isCredentialHeader(name string) bool {
	switch strings.ToLower(name) {
	case "cookie", "proxy-authorization":
		return true
	}
	return label.IsCredential(name)
}

// harmless are values that headers named as tokens are take to say something else, as X-Atlassian-Token: no-check does.
var harmless = []string{"", "0", "1", "false", "fetch", "no-check", "nocheck", "none", "required", "true"}

func isHarmless(text string) bool { return slices.Contains(harmless, strings.ToLower(text)) }

// hasUser reports whether the document writes out the password of a URL, or its user where there is no password.
func hasUser(t *ir.Typed) bool {
	_, rest, absolute := strings.Cut(withoutPlaceholders(t), "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	at := strings.LastIndexByte(rest, '@')
	if !absolute || at < 0 {
		return false
	}
	secret := rest[:at]
	if _, password, ok := strings.Cut(secret, ":"); ok {
		secret = password
	}
	return strings.Trim(secret, placeholder) != ""
}
