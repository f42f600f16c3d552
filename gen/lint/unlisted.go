package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// comparison is one of a field of the request with what it never is.
type comparison struct {
	field  string
	text   string
	others []string // what it is one of
}

// unlisted reports the way of a condition that no request takes, as it asks a field for what its oneof does not list: once for all
// entry points that lead there.
func unlisted(p *Pass) {
	found := map[*ir.Node]*comparison{}
	varies := map[*ir.Node]bool{}
	holds := map[*ir.Node]bool{}
	p.Steps(func(s *ir.Step) {
		typed := condition(s)
		if typed == nil {
			varies[s.Node] = true
			return
		}
		if _, known := typed.Expr.Decided(); known {
			varies[s.Node] = true // it is told of already
			return
		}
		c, never := unmet(s, typed.Expr, false), true
		if c == nil {
			c, never = unmet(s, typed.Expr, true), false
		}
		before := found[s.Node]
		varies[s.Node] = varies[s.Node] || c == nil || before != nil && holds[s.Node] == never
		found[s.Node], holds[s.Node] = c, !never
	})
	p.Steps(func(s *ir.Step) {
		c := found[s.Node]
		if c == nil || varies[s.Node] {
			return
		}
		for _, out := range s.Outs {
			wires := s.Node.Targets(out.Name)
			if out.Spec == nil || out.Spec.Proves == "" || out.Spec.Outcome == holds[s.Node] || len(wires) == 0 {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: wires[0].Handle, Output: out.Name,
				Message: fmt.Sprintf("output %q of %q can never be taken: the request's field %q is one of %s, and never %s",
					out.Name, s.Node.ID.Value, c.field, strings.Join(c.others, ", "), c.text),
				Hint: cmp.Or(diag.DidYouMean(c.text, c.others), "ask for one of these, or add it to the field's oneof"),
			})
		}
	})
}

// unmet is the comparison for which a condition never holds, or never fails: role == "boss" where a role is one of others; nil where
// it may.
func unmet(s *ir.Step, e *expr.Expr, fails bool) *comparison {
	if e.Op == expr.OpNot {
		return unmet(s, e.Args[0], !fails)
	}
	if e.Op != expr.OpBinary || len(e.Args) != 2 {
		return nil
	}
	switch e.Name {
	case "&&", "||":
		a, b := unmet(s, e.Args[0], fails), unmet(s, e.Args[1], fails)
		if one := (e.Name == "&&") != fails; one {
			return cmp.Or(a, b)
		}
		if a == nil || b == nil {
			return nil
		}
		return a
	case "==", "!=":
		if (e.Name == "!=") == fails {
			return cmp.Or(never(s, e.Args[0], e.Args[1]), never(s, e.Args[1], e.Args[0]))
		}
	}
	return nil
}

// never is the comparison of a field with a literal that it never is, or nil.
func never(s *ir.Step, field, literal *expr.Expr) *comparison {
	v, known := literal.Const()
	others := s.Choices(field)
	if !known || len(others) == 0 || slices.Contains(others, expr.ConstText(v)) {
		return nil
	}
	return &comparison{s.Flow.Origins(field)[0].Field, expr.ConstText(v), others}
}
