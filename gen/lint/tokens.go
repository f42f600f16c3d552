package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var alikeTokensRule = Rule{Code: diag.FC413, Run: alikeTokens, Wide: true}

// signer is a node that signs a token.
type signer struct {
	node *ir.Node
	*templates.Signed
}

func alikeTokens(p *Pass) {
	var signers []signer
	p.Nodes(func(s *ir.Step) {
		if t := s.Node.Template; t.Signs == nil || t.Signs(ir.NewPass(s)) == nil {
			return
		}
		next := signer{s.Node, s.Node.Template.Signs(ir.NewPass(s))}
		for _, other := range signers {
			if next.alike(other) {
				reportSigner(p, next, other)
				break
			}
		}
		signers = append(signers, next)
	})
}

// alike reports whether who verifies the token of one takes that of the other, which is good for another time. A lifetime of
// 0 was refused.
func (s signer) alike(other signer) bool {
	return s.Secret == other.Secret && s.Algorithm == other.Algorithm && s.Audience == other.Audience &&
		s.Lifetime != other.Lifetime && s.Lifetime > 0 && other.Lifetime > 0
}

func reportSigner(p *Pass, s, other signer) {
	audience := "no audience"
	hint := "give one of them a jwtAudience, and name it where that token is verified"
	if s.Audience != "" {
		audience = fmt.Sprintf("the audience %q", s.Audience)
		hint = "give one of them another jwtAudience, and name it where that token is verified"
	}
	p.ReportNode(s.node, diag.Diagnostic{
		Span: s.node.ID.Span,
		Message: fmt.Sprintf("the token that %q signs is taken for that of %q in %q, and the other way round: both are signed by %s with env.%s, for %s",
			s.node.ID.Value, other.node.ID.Value, other.node.Workflow.Name.Value, s.Algorithm, s.Secret, audience),
		Hint:    hint,
		Related: []diag.Related{{File: other.node.Workflow.File, Span: other.node.ID.Span, Message: "the other one"}},
	})
}
