package accounts

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var ClaimedRights = rule.Rule{Code: diag.FC419ClaimedRight, Run: claimedRights, Needs: ir.Guessed}

// claimedRights reports a Condition that grants a right which callers claim for themselves: by a header that anyone can
// send, or by leaving it out.
func claimedRights(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			t := s.Value[f.Name]
			if f.Shape != templates.Cond && f.Like == "" || t.Expr == nil || t.Tree == nil {
				continue
			}
			t.Expr.Walk(func(e *expr.Expr) {
				if name, instead := absentRight(p.Values(), e); name != "" && letsOn(s, f) {
					reportAbsent(p, s, t, e, name, instead)
				}
			})
			if !keepsSome(s, f) {
				continue
			}
			if place, name := saidIn(p.Values(), s, t); name != "" {
				reportSaid(p, s, t, place, name)
			}
		}
	})
}

// letsOn reports whether a condition of a step lets on where it holds, and keeps out else.
func letsOn(s *ir.Step, f *templates.Field) bool {
	return f.Within != "" || slices.ContainsFunc(s.Outs, func(out *ir.Out) bool {
		return out.Spec != nil && !out.Spec.Outcome && out.Spec.Case == nil && KeepsOut(out)
	})
}

// keepsSome reports whether a condition of a step rejects some callers.
func keepsSome(s *ir.Step, f *templates.Field) bool {
	keepsOut := func(out *ir.Out) bool { return out.Spec != nil && KeepsOut(out) }
	return f.Within != "" || slices.ContainsFunc(s.Outs, keepsOut)
}

// KeepsOut reports whether all that follows an output is an answer that keeps the caller out.
func KeepsOut(out *ir.Out) bool {
	if out.Next == nil {
		return false
	}
	refused := false
	for s := range flow.Walk(out.Next, (*ir.Step).Next) {
		t := s.Node.Template
		if t == nil || t.Answer.Status == nil {
			continue
		}
		if status := t.Answer.Status(ir.NewPass(s)); status != http.StatusUnauthorized && status != http.StatusForbidden {
			return false
		}
		refused = true
	}
	return refused
}

// absentRight returns the right that a comparison grants where none is sent, and the fallback that grants it: or(role,
// "admin") == "admin".
func absentRight(g *values.Graph, e *expr.Expr) (name, instead string) {
	if e.Op != expr.OpBinary || e.Name != "==" {
		return "", ""
	}
	for i, arg := range e.Args {
		right := g.Plain(arg).By(trace.Chosen)
		if len(right) != 2 || g.Reached(g.Expr(g.Plain(arg)), trace.Compared) {
			continue // when chooses by something else than whether there is a right
		}
		given, known := right[1].Const()
		wanted, both := e.Args[1-i].Const()
		name := said(right[0], true)
		if known && both && (isRight(name) || strings.Contains(strings.ToLower(name), "admin")) && expr.ConstText(given) == expr.ConstText(wanted) {
			return name, expr.ConstText(given)
		}
	}
	return "", ""
}

func reportAbsent(p *rule.Pass, s *ir.Step, t *ir.Typed, e *expr.Expr, name, instead string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
		Message: fmt.Sprintf("a caller without any %q passes: the fallback %q is the value that this checks for", name, instead),
		Hint:    "remove the fallback, or choose one that grants nothing",
	})
}

// saidIn returns the header or the cookie by which callers claim their origin or their rights; "" where a condition
// reads none, or checks a secret or a stored value as well.
func saidIn(g *values.Graph, s *ir.Step, t *ir.Typed) (place, name string) {
	for from := range rule.OriginsOf(g, t.Expr) {
		in, called, found := strings.Cut(strings.ToLower(from.Name), ".")
		if from.Kind == trace.Request && found && (in == "headers" || in == "cookies") && (saysAddress(in, called) || saysRight(called)) {
			place, name = in, called
		}
	}
	shows := false
	t.Expr.Walk(func(e *expr.Expr) {
		shows = shows || e.Type.AllLabels().Has(types.Secret) || e.Type.AllLabels().Has(types.Data)
	})
	if shows || !s.Protected() && !s.Flow.Entry.Route().Public {
		return "", "" // FC404 reports a step without a guard
	}
	return place, name
}

func reportSaid(p *rule.Pass, s *ir.Step, t *ir.Typed, place, name string) {
	what, hint := "the right", "check a claim of a verified token, or a column of the user's row"
	if saysAddress(place, name) {
		what, hint = "the address", "check request.ip, which follows the proxies that TRUSTED_PROXIES names"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Span,
		Message: fmt.Sprintf("this trusts %s in the %s %q, which every caller can set", what, strings.TrimSuffix(place, "s"), name),
		Hint:    hint,
	})
}

// saysAddress reports whether a header is one in which proxies write where a request comes from.
func saysAddress(place, name string) bool {
	return place == "headers" && knowledge.Names.AddressHeaders.Has(name)
}

// saysRight reports whether a header or a cookie has the name of a right: "x-user-role", "is_admin".
func saysRight(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return slices.ContainsFunc(words, func(word string) bool {
		return knowledge.Names.Rights.Has(word) || knowledge.Names.Privileges.Has(word)
	})
}
