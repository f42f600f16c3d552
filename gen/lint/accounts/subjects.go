package accounts

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/storage"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var SharedSubjects = rule.Rule{Code: diag.FC430, Run: sharedSubjects, Needs: ir.Proved}

// sharedSubjects reports rows and entries that are tied to a subject which is that of one issuer or of another.
func sharedSubjects(p *rule.Pass) {
	g := p.Values()
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() || s.Callee() != nil {
			return
		}
		values := caller.LookupValues(g, s)
		for i, value := range values {
			one, other := subjectsOf(g, s, value)
			if other == nil || issuersTied(g, values, one, other) || tagged(g, values, i) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span,
				Message: fmt.Sprintf("%q identifies a user by the subject of %q or of %q alone: two issuers can give one subject to different users",
					s.Node.ID.Value, one.ID.Value, other.ID.Value),
				Hint: "compare or store the issuer too: the field issuer beside sub",
			})
		}
	})
}

// subjectsOf returns two nodes of different issuers of which a value at a step has the subject of one; other is nil
// where all are of one issuer. A subject that is there on every path is no other one's.
func subjectsOf(g *values.Graph, s *ir.Step, value trace.Value) (one, other *ir.Node) {
	passed := map[*ir.Node]bool{}
	for d, out := range s.Dominators() {
		if out != nil && out.Guard {
			passed[d.Node] = true
		}
	}
	for from := range rule.OriginsOfValue(g, value) {
		issuer := issuedBy(from)
		switch {
		case issuer == nil || from.Name != "sub" || passed[from.Step.Node]:
		case namedApart(g, value):
			return nil, nil
		case one == nil:
			one = from.Step.Node
		case issuer.Key != issuerOf(one).Key:
			return one, from.Step.Node
		}
	}
	return one, nil
}

// issuedBy returns the issuer of the tokens that a value is of; nil of any other value.
func issuedBy(o rule.Origin) *templates.Issuer {
	if o.Kind != trace.Output {
		return nil
	}
	return issuerOf(o.Step.Node)
}

// issuerOf returns the issuer of the tokens that a node verifies; nil of any other node.
func issuerOf(n *ir.Node) *templates.Issuer {
	steps := storage.StepsOf(n)
	if n.Template == nil || n.Template.Guard.Issuer == nil || len(steps) == 0 {
		return nil
	}
	return n.Template.Guard.Issuer(ir.NewPass(steps[0]))
}

// issuersTied reports whether some value of a step has the issuer of both nodes.
func issuersTied(g *values.Graph, values []trace.Value, one, other *ir.Node) bool {
	return slices.ContainsFunc(values, func(value trace.Value) bool {
		found := map[*ir.Node]bool{}
		for from := range rule.OriginsOfValue(g, value) {
			if from.Name == "issuer" && issuedBy(from) != nil {
				found[from.Step.Node] = true
			}
		}
		return found[one] && found[other]
	})
}

// namedApart reports whether a node that gives a value its name writes something beside it, such as the name of the
// issuer.
func namedApart(g *values.Graph, value trace.Value) bool {
	return slices.ContainsFunc(namings(g, value), func(named trace.Value) bool {
		return g.Reached(named, trace.All&^(trace.Named|trace.Member))
	})
}

// tagged reports whether another value than the one at i is a constant that each branch names for itself.
func tagged(g *values.Graph, values []trace.Value, i int) bool {
	return slices.ContainsFunc(slices.Delete(slices.Clone(values), i, i+1), func(value trace.Value) bool {
		names := namings(g, value)
		return len(names) > 1 && !slices.ContainsFunc(names, func(named trace.Value) bool { return g.Kind(named) != trace.Constant })
	})
}

// namings are the expressions that nodes give the name by which a value arrives.
func namings(g *values.Graph, value trace.Value) []trace.Value {
	var list []trace.Value
	for from := range rule.OriginsOfValue(g, value) {
		if from.Kind != trace.Output || issuedBy(from) != nil {
			continue
		}
		for e := range g.In(from.At) {
			if named := g.About(e.From); e.Way == trace.Named && named.Expr != nil {
				list = append(list, g.Expr(named.Expr))
			}
		}
	}
	return list
}
