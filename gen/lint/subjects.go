package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var sharedSubjectsRule = Rule{Code: diag.FC430, Run: sharedSubjects, Needs: ir.Proved}

// sharedSubjects reports rows and entries that are tied to a subject which is that of one issuer or of another.
func sharedSubjects(p *Pass) {
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() || s.Callee() != nil {
			return
		}
		values := lookupValues(s)
		for i, value := range values {
			one, other := subjectsOf(s, value)
			if other == nil || issuersTied(s, values, one, other) || tagged(s, values, i) {
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
func subjectsOf(s *ir.Step, value *expr.Expr) (one, other *ir.Node) {
	passed := map[*ir.Node]bool{}
	for d, out := range s.Dominators() {
		if out != nil && out.Guard {
			passed[d.Node] = true
		}
	}
	for _, src := range s.Flow.Origins(value) {
		issuer := issuerOf(src)
		switch {
		case issuer == nil || src.Field != "sub" || passed[src.Node]:
		case namedApart(s, value):
			return nil, nil
		case one == nil:
			one = src.Node
		case issuer.Key != issuerOf(ir.Source{Node: one}).Key:
			return one, src.Node
		}
	}
	return one, nil
}

// issuerOf returns the issuer of the tokens that the node of a source verifies; nil of any other source.
func issuerOf(src ir.Source) *templates.Issuer {
	if src.Kind != ir.FromNode || src.Node == nil || src.Node.Template == nil || src.Node.Template.Issuer == nil {
		return nil
	}
	steps := stepsOf(src.Node)
	if len(steps) == 0 {
		return nil
	}
	return src.Node.Template.Issuer(ir.NewPass(steps[0]))
}

// issuersTied reports whether some value of a step has the issuer of both nodes.
func issuersTied(s *ir.Step, values []*expr.Expr, one, other *ir.Node) bool {
	return slices.ContainsFunc(values, func(value *expr.Expr) bool {
		found := map[*ir.Node]bool{}
		for _, src := range s.Flow.Origins(value) {
			found[src.Node] = found[src.Node] || src.Field == "issuer" && issuerOf(src) != nil
		}
		return found[one] && found[other]
	})
}

// namedApart reports whether a node that gives a value its name writes something beside it, such as the name of the
// issuer.
func namedApart(s *ir.Step, value *expr.Expr) bool {
	return slices.ContainsFunc(namings(s, value), func(e *expr.Expr) bool { return e.Op != expr.OpRef && e.Op != expr.OpField && e.Op != expr.OpConst })
}

// tagged reports whether another value than the one at i is a constant that each branch names for itself.
func tagged(s *ir.Step, values []*expr.Expr, i int) bool {
	return slices.ContainsFunc(slices.Delete(slices.Clone(values), i, i+1), func(value *expr.Expr) bool {
		names := namings(s, value)
		return len(names) > 1 && !slices.ContainsFunc(names, func(e *expr.Expr) bool { return e.Op != expr.OpConst })
	})
}

// namings are the expressions that nodes give the name by which a value arrives.
func namings(s *ir.Step, value *expr.Expr) []*expr.Expr {
	var list []*expr.Expr
	for _, src := range s.Flow.Origins(value) {
		if src.Kind != ir.FromNode || src.Field == "" || issuerOf(src) != nil {
			continue
		}
		for _, maker := range s.Flow.Runs(src.Node) {
			for _, f := range maker.Checked() {
				if entry := maker.Value[f.Name].Entry(src.Field); f.Sink == templates.Inside && entry != nil && entry.Expr != nil {
					list = append(list, entry.Expr)
				}
			}
		}
	}
	return list
}
