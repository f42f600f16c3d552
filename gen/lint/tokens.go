package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var alikeTokensRule = Rule{Code: diag.FC413, Run: alikeTokens, Wide: true}

// signer is a node that signs a token.
type signer struct {
	node *ir.Node
	*templates.Signed
	whereTo
}

// held is a value that a node carries under a name; "" is all of what it carries.
type held struct {
	node  *ir.Node
	field string
}

// whereTo is to whom a token goes, as far as that is seen: not where it is stored first, or returned to another workflow.
type whereTo struct {
	answered bool // to who calls
	sent     bool // in the body of a call: to who reads a mail, say
}

func alikeTokens(p *Pass) {
	var signers []signer
	tokens := sentTokens(p)
	p.Nodes(func(s *ir.Step) {
		if t := s.Node.Template; t.Signs == nil || t.Signs(ir.NewPass(s)) == nil {
			return
		}
		next := signer{s.Node, s.Node.Template.Signs(ir.NewPass(s)), tokens[held{s.Node, "token"}].and(tokens[held{s.Node, ""}])}
		for _, other := range signers {
			if next.alike(other) {
				reportSigner(p, next, other)
				break
			}
		}
		signers = append(signers, next)
	})
}

// sentTokens are where the tokens go that nodes carry.
func sentTokens(p *Pass) map[held]whereTo {
	tokens := map[held]whereTo{}
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			to := whereTo{answered: f.Sink == templates.Answer, sent: f.Sink == templates.Sent && !f.Headers}
			if to == (whereTo{}) {
				continue
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				for _, e := range t.Carriers(types.Token) {
					for _, src := range s.Flow.Origins(e) {
						if what := (held{src.Node, src.Field}); src.Kind == ir.FromNode {
							tokens[what] = tokens[what].and(to)
						}
					}
				}
			})
		}
	})
	return tokens
}

func (w whereTo) and(other whereTo) whereTo {
	return whereTo{w.answered || other.answered, w.sent || other.sent}
}

// apart reports whether one of two tokens is for who calls alone, and the other one for who reads what is sent: a mail, say.
func (w whereTo) apart(other whereTo) bool {
	return w == whereTo{answered: true} && other == whereTo{sent: true} || w == whereTo{sent: true} && other == whereTo{answered: true}
}

// alike reports whether who verifies the token of one takes that of the other, which is good for another time, or for another
// reader. A lifetime of 0 was refused.
func (s signer) alike(other signer) bool {
	return s.Secret == other.Secret && s.Algorithm == other.Algorithm && s.Audience == other.Audience &&
		s.Lifetime > 0 && other.Lifetime > 0 && (s.Lifetime != other.Lifetime || s.apart(other.whereTo))
}

func reportSigner(p *Pass, s, other signer) {
	audience := "no audience"
	hint := "give one of them a jwtAudience, and name it where that token is verified"
	if s.Audience != "" {
		audience = fmt.Sprintf("the audience %q", s.Audience)
		hint = "give one of them another jwtAudience, and name it where that token is verified"
	}
	if s.Lifetime == other.Lifetime {
		audience += ", and only one of them is for who calls"
	}
	p.ReportNode(s.node, diag.Diagnostic{
		Span: s.node.ID.Span,
		Message: fmt.Sprintf("the token that %q signs is taken for that of %q in %q, and the other way round: both are signed by %s with env.%s, for %s",
			s.node.ID.Value, other.node.ID.Value, other.node.Workflow.Name.Value, s.Algorithm, s.Secret, audience),
		Hint:    hint,
		Related: []diag.Related{{File: other.node.Workflow.File, Span: other.node.ID.Span, Message: "the other one"}},
	})
}
