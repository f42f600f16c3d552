package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var sharedSecretsRule = Rule{Code: diag.FC413, Run: sharedSecrets, Wide: true}

// use is a variable as the secret of one purpose.
type use struct {
	node    *ir.Node
	span    diag.Span
	purpose templates.Purpose
}

// sharedSecrets reports a variable that is the secret of several purposes: what one of them gives away serves the other.
func sharedSecrets(p *Pass) {
	uses := map[string][]use{} // by variable; one a purpose
	p.Nodes(func(s *ir.Step) {
		eachUse(s, func(variable string, u use) {
			known := uses[variable]
			if slices.ContainsFunc(known, func(other use) bool { return other.purpose == u.purpose }) {
				return
			}
			uses[variable] = append(known, u)
			if i := slices.IndexFunc(known, u.apart); i >= 0 {
				reportShared(p, variable, u, known[i])
			}
		})
	})
}

// apart reports whether a secret of both purposes can't be meant. Who verifies what others have signed may sign what they verify.
func (u use) apart(other use) bool {
	both := []templates.Purpose{u.purpose, other.purpose}
	switch {
	case slices.Contains(both, templates.SignsTokens):
		return true
	case slices.Contains(both, templates.SentAway):
		return false // as this server is called with it, so may it call
	}
	return slices.Contains(both, templates.LetsCallersIn)
}

// eachUse calls f for each secret of a step whose purpose is known.
func eachUse(s *ir.Step, f func(variable string, u use)) {
	for _, secret := range facts.Secrets(s) {
		u := use{s.Node, s.Node.ID.Span, secret.Purpose}
		if secret.JSON != nil {
			u.span = secret.JSON.Span
		}
		if u.purpose != templates.AnyPurpose {
			f(secret.Variable, u)
		}
	}
	for _, field := range s.Checked() {
		s.Value[field.Name].Walk(func(t *ir.Typed) {
			at := func(e *expr.Expr) diag.Span { return t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End) }
			t.Expr.Walk(func(e *expr.Expr) {
				if e.Op == expr.OpCall && e.Name == "hmacSha256" && s.Variable(e.Args[0]) != "" {
					f(s.Variable(e.Args[0]), use{s.Node, at(e.Args[0]), templates.SignsTexts})
				}
			})
			if field.Sink != templates.Sent && field.Sink != templates.Address || t.Expr == nil {
				return
			}
			for _, e := range t.Carriers(types.Secret) {
				if name := s.Variable(e); name != "" {
					f(name, use{s.Node, at(e), templates.SentAway})
				}
			}
		})
	}
}

func reportShared(p *Pass, variable string, u, other use) {
	p.ReportNode(u.node, diag.Diagnostic{
		Span: u.span,
		Message: fmt.Sprintf("env.%s is %s here, and %s at %q in %q: what one of them gives away, the other takes",
			variable, u.purpose, other.purpose, other.node.ID.Value, other.node.Workflow.Name.Value),
		Hint:    "give each a variable of its own",
		Related: []diag.Related{{File: other.node.Workflow.File, Span: other.span, Message: "the other one"}},
	})
}

var alikeKeysRule = Rule{Code: diag.FC413, Run: alikeKeys, Wide: true}

// alikeKeys reports tokens of different lifetimes under whose hashes the same is stored with one prefix: of whoever shows one, nobody
// can say which he has. In one workflow, a token that lives longer is still the same.
func alikeKeys(p *Pass) {
	var stores []*ir.Step
	p.Nodes(func(s *ir.Step) {
		if s.Node.Key() == "" || s.Node.Loose || s.Node.Template.Keeps == nil || !s.KeyedByToken() {
			return
		}
		kept := s.Kept()
		if !kept.Stores || kept.Lifetime <= 0 {
			return
		}
		i := slices.IndexFunc(stores, func(other *ir.Step) bool {
			o := other.Kept()
			return other.Node.Key() == s.Node.Key() && other.Node.Workflow != s.Node.Workflow &&
				o.Lifetime != kept.Lifetime && o.Apart == kept.Apart && o.Type.Equal(kept.Type) && !toldApart(storedIn(other), storedIn(s))
		})
		if i >= 0 {
			reportAlike(p, s, stores[i])
		}
		stores = append(stores, s)
	})
}

// storedIn is what a step stores under its key.
func storedIn(s *ir.Step) *ir.Typed {
	for _, f := range s.Checked() {
		if f.Shape == templates.JSON && f.Sink == templates.Stored {
			return s.Value[f.Name]
		}
	}
	return nil
}

// toldApart reports whether two values differ in what the documents write out in them: "kind": "reset".
func toldApart(a, b *ir.Typed) bool {
	if a == nil || b == nil {
		return false
	}
	for _, key := range a.Tree.Keys {
		if one, other := a.Entry(key), b.Entry(key); one != nil && other != nil && toldApart(one, other) {
			return true
		}
	}
	one, known := a.Expr.Const()
	other, both := b.Expr.Const()
	return known && both && expr.ConstText(one) != expr.ConstText(other)
}

func reportAlike(p *Pass, s, other *ir.Step) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: keySpan(s.Node),
		Message: fmt.Sprintf("the token of %q is taken for that of %q in %q, and the other way round: both are kept under %q, for different times",
			s.Node.ID.Value, other.Node.ID.Value, other.Node.Workflow.Name.Value, s.Node.Key()),
		Hint:    "give one of them another prefix, such as \"reset:\"",
		Related: []diag.Related{{File: other.Node.Workflow.File, Span: keySpan(other.Node), Message: "the other one"}},
	})
}
