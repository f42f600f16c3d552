package lint

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc415 = Rule{Code: diag.FC415, Run: likelyCredentials}

func likelyCredentials(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			switch {
			case f.Shape == templates.URL:
				credentialsInQuery(p, s, f)
			case f.Headers: // see FC401
			case f.Shape == templates.Inputs, f.Sink == templates.Sent, f.Sink == templates.Address:
				namedCredentials(p, s, f)
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) { constantKeys(p, s, t) })
		}
	})
	for _, w := range p.workflows {
		knownKeys(p, w)
	}
}

// minCredential is how long a literal is, in bytes, that is likely a secret by its name.
const minCredential = 12

// namedCredentials reports literals under the name of a credential. What a function declares as a secret, FC401 finds.
func namedCredentials(p *Pass, s *ir.Step, f *templates.Field) {
	root := s.Value[f.Name]
	eachNamed(root, "", func(name string, t *ir.Typed) {
		declared, _ := root.Type.Field(name)
		if f.Shape == templates.Inputs && declared.Type.Labels.Has(types.Secret) || !label.IsCredential(name) {
			return
		}
		if text, ok := literalText(t); ok && isLikely(text) {
			reportNamed(p, s, f, name, t)
		}
	})
}

// credentialsInQuery does so for the query that a URL is written with.
func credentialsInQuery(p *Pass, s *ir.Step, f *templates.Field) {
	t := s.Value[f.Name]
	_, query, _ := strings.Cut(withoutPlaceholders(t), "?")
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); label.IsCredential(name) && isLikely(value) {
			reportNamed(p, s, f, name, t)
		}
	}
}

func isLikely(text string) bool {
	return len(text) >= minCredential && !strings.Contains(text, placeholder) && !strings.ContainsFunc(text, unicode.IsSpace)
}

func reportNamed(p *Pass, s *ir.Step, f *templates.Field, name string, t *ir.Typed) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: t.Tree.JSON.Span, Message: fmt.Sprintf("%q in %q looks like a credential that is written out", name, f.Name), Hint: changeIt,
	})
}

// constantKeys reports keys of hmacSha256 that are written out in a string.
func constantKeys(p *Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "hmacSha256" {
			return
		}
		if key := e.Args[0]; isConstant(key) {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Within(s.Node.Workflow.File, key.Start, key.End), Message: "the key of hmacSha256 is written out",
				Hint: "put it into an environment variable and name that here, env.NAME; change the key, as it has been in a file",
			})
		}
	})
}

func isConstant(e *expr.Expr) bool { _, ok := e.Const(); return ok }
