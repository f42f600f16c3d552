package lint

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var claimedRightsRule = Rule{Code: diag.FC419, Run: claimedRights, Needs: ir.Guessed}

// claimedRights reports a Condition that lets somebody on for what he says of himself: in a header that anybody writes, or by saying
// nothing.
func claimedRights(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			t := s.Value[f.Name]
			if f.Shape != templates.Cond && f.Like == "" || t.Expr == nil || t.Tree == nil {
				continue
			}
			lets, keeps := outcomes(s, f)
			if !keeps {
				continue
			}
			if lets {
				t.Expr.Walk(func(e *expr.Expr) { absentRight(p, s, t, e) })
			}
			saidInHeader(p, s, t)
		}
	})
}

// outcomes are whether a condition of a step lets on where it holds, and whether it keeps somebody out at all.
func outcomes(s *ir.Step, f *templates.Field) (lets, keeps bool) {
	if f.Within != "" {
		return true, true
	}
	for _, out := range s.Outs {
		if out.Spec == nil || !keepsOut(out) {
			continue
		}
		keeps = true
		lets = lets || !out.Spec.Outcome && out.Spec.Case == nil
	}
	return lets, keeps
}

// keepsOut reports whether all that follows an output is an answer that keeps the caller out.
func keepsOut(out *ir.Out) bool {
	if out.Next == nil {
		return false
	}
	refused := false
	for s := range flow.Walk(out.Next, (*ir.Step).Next) {
		t := s.Node.Template
		if t == nil || t.Status == nil {
			continue
		}
		if status := t.Status(ir.NewPass(s)); status != http.StatusUnauthorized && status != http.StatusForbidden {
			return false
		}
		refused = true
	}
	return refused
}

// absentRight looks at what stands in for a right that somebody does not have: or(role, "admin") == "admin".
func absentRight(p *Pass, s *ir.Step, t *ir.Typed, e *expr.Expr) {
	if e.Op != expr.OpBinary || e.Name != "==" {
		return
	}
	for i, arg := range e.Args {
		right := unwrapped(s, arg)
		if right.Op != expr.OpCall || right.Name != "or" {
			continue
		}
		instead, known := right.Args[1].Const()
		wanted, both := e.Args[1-i].Const()
		name := said(right.Args[0], true)
		if !known || !both || !isRight(name) && !strings.Contains(strings.ToLower(name), "admin") || expr.ConstText(instead) != expr.ConstText(wanted) {
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
			Message: fmt.Sprintf("whoever has no %q at all is let on as one who has it: %q stands in for it", name, expr.ConstText(instead)),
			Hint:    "let nothing stand in for it, or what holds for nobody",
		})
	}
}

// saidInHeader looks at a header or a cookie by which a caller says where he comes from, or what he may.
func saidInHeader(p *Pass, s *ir.Step, t *ir.Typed) {
	shows := false
	t.Expr.Walk(func(e *expr.Expr) { shows = shows || e.Type.AllLabels().Has(types.Secret) || e.Type.AllLabels().Has(types.Data) })
	if shows || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // of what no guard is before, FC404 tells
	}
	for _, src := range s.Flow.Origins(t.Expr) {
		place, name, found := strings.Cut(strings.ToLower(src.Name), ".")
		if src.Kind != ir.FromRequest || !found || place != "headers" && place != "cookies" {
			continue
		}
		what, hint := "", ""
		switch {
		case slices.Contains(addressHeaders, place+"."+name):
			what, hint = "comes from where he says", "ask request.ip, which is what a proxy of yours says, where TRUSTED_PROXIES names it"
		case saysRight(name):
			what, hint = "may what he says", "ask a claim of his token, or a column of his row, which he does not write"
		default:
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    t.Tree.JSON.Span,
			Message: fmt.Sprintf("it takes it that the caller %s: anybody writes what he likes into %s %q", what, strings.TrimSuffix(place, "s"), name),
			Hint:    hint,
		})
		return
	}
}

// saysRight reports whether a header or a cookie is called as what somebody may: "x-user-role", "is_admin".
func saysRight(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(rights, word) || word == "admin" || word == "isadmin" || word == "superuser"
	})
}
