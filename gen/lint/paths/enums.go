package paths

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// comparison is one of a part of the request with what it never is.
type comparison struct {
	ir.Excluded
	text string // the literal
}

// unlisted reports the way of a condition that no request takes, as it asks a field for what its validate tag does not
// let through: once for all entry points that lead there.
func unlisted(p *rule.Pass) {
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
			varies[s.Node] = true // a constant condition is reported by itself
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
		reportUntaken(p, s, holds[s.Node], c.why(), c.hint())
	})
}

// unmet is the comparison for which a condition never holds, or never fails: role == "boss" where a role is one of
// others; nil where it may.
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
	}
	operator := e.Name
	if fails {
		operator = opposite[operator]
	}
	if swapped, ordered := swapped[operator]; ordered {
		return cmp.Or(never(s, e.Args[0], operator, e.Args[1]), never(s, e.Args[1], swapped, e.Args[0]))
	}
	return nil
}

// opposite is the operator of a comparison that fails, and swapped that of one with its operands the other way round;
// what differs from a value may be anything.
var (
	opposite = map[string]string{"!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
	swapped  = map[string]string{"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
)

// never is the comparison of a part of the request with a literal that it never meets, or nil.
func never(s *ir.Step, value *expr.Expr, operator string, literal *expr.Expr) *comparison {
	v, known := literal.Const()
	if !known {
		return nil
	}
	why := s.Excluded(value, operator, v)
	if why.Field == "" {
		return nil
	}
	return &comparison{why, expr.ConstText(v)}
}

func (c *comparison) why() string {
	if c.Rule != "" {
		return fmt.Sprintf("%q lets no such value of the request's field %q through", c.Rule, c.Field)
	}
	if c.Field == "request.method" {
		return fmt.Sprintf("the method of such a request is %s, and never %s", strings.Join(c.OneOf, " or "), c.text)
	}
	if c.Field == "request.path" {
		return fmt.Sprintf("the path of such a request is %s, and never %s", c.OneOf[0], c.text)
	}
	return fmt.Sprintf("the request's field %q is one of %s, and never %s", c.Field, strings.Join(c.OneOf, ", "), c.text)
}

func (c *comparison) hint() string {
	switch {
	case c.Rule != "":
		return "remove the node, or change what is compared, or the field's validate"
	case c.Field == "request.method":
		return cmp.Or(diag.DidYouMean(c.text, c.OneOf), "remove the node: an API Endpoint has one method")
	}
	if c.Field == "request.path" {
		return cmp.Or(diag.DidYouMean(c.text, c.OneOf), "remove the node: an API Endpoint has one path")
	}
	return cmp.Or(diag.DidYouMean(c.text, c.OneOf), "ask for one of these, or add it to the field's oneof")
}

// condition is the condition of a step by which it chooses its output, where all is known of it; else nil.
func condition(s *ir.Step) *ir.Typed {
	if s.Trust != ir.Proved || s.Assumes() || s.Flow.Guesses() || s.Flow.Entry.Template == nil || s.Flow.Entry.Template.Reuse != nil {
		return nil
	}
	for _, out := range s.Outs {
		if out.Spec != nil && out.Spec.Proves != "" && s.Node.Fields[out.Spec.Proves] != nil && s.Node.Fields[out.Spec.Proves].Field.Shape == templates.Cond {
			typed := s.Value[out.Spec.Proves]
			if typed == nil || typed.Expr.Same() {
				return nil // FC203
			}
			return typed
		}
	}
	return nil
}

// reportUntaken reports the wired output of a condition that it never takes, as it always holds, or never does.
func reportUntaken(p *rule.Pass, s *ir.Step, holds bool, why, hint string) {
	for _, out := range s.Outs {
		if wires := s.Node.Targets(out.Name); out.Spec != nil && out.Spec.Proves != "" && out.Spec.Outcome != holds && len(wires) > 0 {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: wires[0].Handle, Output: out.Name, Hint: hint,
				Message: fmt.Sprintf("output %q of %q is never taken: %s", out.Name, s.Node.ID.Value, why),
			})
		}
	}
}
