package tokens

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var AlikeTokens = rule.Rule{Code: diag.FC413SameKey, Run: alikeTokens, Wide: true}

// signer is a node that signs a token, in an execution that some Calls have led to.
type signer struct {
	step *ir.Step
	*templates.Signed
	calls []*ir.Step // that led there, the innermost first
	reach
}

func alikeTokens(p *rule.Pass) {
	var signers []signer
	g := p.Values()
	p.Nodes(func(s *ir.Step) {
		if t := s.Node.Template; t.Crypto.Signs == nil || t.Crypto.Signs(ir.NewPass(s)) == nil {
			return
		}
		for _, calls := range Ways(s.Flow, MaxCalls) {
			next := signer{s, s.Node.Template.Crypto.Signs(ir.NewPass(s)), calls, TokenGoes(g, s, calls)}
			if i := slices.IndexFunc(signers, next.alike); i >= 0 {
				reportSigner(p, next, signers[i])
			}
			signers = append(signers, next)
		}
	})
}

// alike reports whether who verifies the token of one takes that of the other, which is good for another time, for
// another reader, or for another purpose of the same one. A lifetime of 0 was refused.
func (s signer) alike(other signer) bool {
	return s.Secret == other.Secret && s.Algorithm == other.Algorithm && s.Audience == other.Audience &&
		s.Lifetime > 0 && other.Lifetime > 0 && (s.Lifetime != other.Lifetime || s.apart(other.reach) || s.beside(other))
}

// beside reports whether two tokens are made for one subject in one execution: nobody needs the same one twice.
func (s signer) beside(other signer) bool {
	return s.step.Flow == other.step.Flow && s.step.Node != other.step.Node && s.subject() != "" && s.subject() == other.subject() &&
		(Precedes(s.step, other.step) || Precedes(other.step, s.step))
}

func Precedes(from, to *ir.Step) bool {
	return flow.Leads(from, (*ir.Step).Next, func(s *ir.Step) bool { return s.Node == to.Node })
}

// subject is whom a token is about, as the document writes it.
func (s signer) subject() string {
	for _, f := range s.step.Checked() {
		if sub := s.step.Value[f.Name].Entry("sub"); f.Sink == templates.Claim && sub != nil {
			return sub.Tree.JSON.Text
		}
	}
	return ""
}

func reportSigner(p *rule.Pass, s, other signer) {
	if s.step.Node == other.step.Node {
		reportMint(p, s, other)
		return
	}
	audience := "no audience"
	hint := "give one of them a jwtAudience, and require it where that token is verified"
	if s.Audience != "" {
		audience = fmt.Sprintf("the same audience %q", s.Audience)
		hint = "give one of them another jwtAudience, and require it where that token is verified"
	}
	switch {
	case s.Lifetime != other.Lifetime:
	case s.isAway() && other.isAway():
		audience += ", but they are sent in different links"
	case s.apart(other.reach):
		audience += ", but only one of them is returned to the caller"
	default:
		audience += ", but one execution signs both for the same subject"
	}
	n, o := s.step.Node, other.step.Node
	p.ReportNode(n, diag.Diagnostic{
		Span: n.ID.Span,
		Message: fmt.Sprintf("tokens signed by %q and by %q (%s) are interchangeable: both have the same secret (env.%s) and %s",
			n.ID.Value, o.ID.Value, o.Workflow.Name.Value, s.Secret, audience),
		Hint:    hint,
		Related: []diag.Related{{File: o.Workflow.File, Span: o.ID.Span, Message: "the other token"}},
	})
}

// reportMint is of one node that signs tokens of different purpose for those who call its workflow.
func reportMint(p *rule.Pass, s, other signer) {
	n := s.step.Node
	p.ReportNode(n, diag.Diagnostic{
		Span:    n.ID.Span,
		Message: fmt.Sprintf("tokens signed by %q are interchangeable, but the Calls use them for different purposes", n.ID.Value),
		Hint:    "give each purpose a workflow that signs with its own jwtAudience, and require that where the token is verified",
		Related: callsOf(s.calls, other.calls, s.reach, other.reach),
	})
}

// callsOf leads to the Calls that two tokens are made for, and says where these go.
func callsOf(one, another []*ir.Step, to, toOther reach) []diag.Related {
	var list []diag.Related
	for i, calls := range [][]*ir.Step{one, another} {
		if len(calls) == 0 {
			continue
		}
		where := "sent elsewhere by this Call"
		if []reach{to, toOther}[i].IsHere() {
			where = "returned to the caller by this Call"
		}
		n := calls[0].Node
		list = append(list, diag.Related{File: n.Workflow.File, Span: n.ID.Span, Message: where})
	}
	return list
}
