// Package guards holds the rules about what lets callers in: guards, signatures of webhooks, cookies and issuers.
package guards

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/accounts"
	"github.com/flowc-dev/flowc/gen/lint/passwords"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// PublicBehindGuard reports endpointPublic where a guard of the workflow contradicts it. What the fields alone show is
// reported while the document is read.
var PublicBehindGuard = rule.Rule{Code: diag.FC213, Run: publicBehindGuard}

// publicBehindGuard finds entry points that say they are for anybody, and are not.
func publicBehindGuard(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Entry.Template.Entry.Route == nil || !f.Entry.Route().Public || slices.ContainsFunc(f.Steps, Unsure) || !facts.Guarded(f) {
			return
		}
		guards := facts.ProtectionOf(f)
		if len(guards.Guards) == 0 {
			return // nothing comes there: what it calls never goes on so
		}
		guards.Public = false
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span: f.Entry.ID.Span, Message: "\"endpointPublic\" has no effect: everything behind the endpoint is protected by " + guards.String(),
			Hint: "remove \"endpointPublic\"",
		})
	})
}

// Unsure reports whether it is not known of a step, or of one that it calls, whether it is a guard: its type is
// guessed, a wire was left out before it, an expression of it was refused, or the workflow that it calls is not known,
// or not drawn to its end.
func Unsure(s *ir.Step) bool {
	here := func(s *ir.Step) bool { return s.Trust != ir.Proved || s.Node.CallsUnknown() || s.Mistaken() }
	return here(s) || !s.Inside(func(inner *ir.Step) bool { return !here(inner) && !slices.ContainsFunc(inner.Outs, paths.Open) })
}

var Unprotected = rule.Rule{Code: diag.FC404, Run: unprotected, Needs: ir.Guessed}

func unprotected(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		if s := FirstExposed(p, f); s != nil {
			what, by := exposed(s)
			reportExposed(p, f, s, what, by)
		}
	})
}

// FirstExposed is the first step of a flow that does without a guard what only known callers should, or nil.
func FirstExposed(p *rule.Pass, f *ir.Flow) *ir.Step {
	if f.Entry.Template.Entry.Route == nil || f.Entry.Route().Public || f.Entry.Route().Hook || f.Entry.Refused() || aroundGuard(f) {
		return nil
	}
	i := slices.IndexFunc(f.Steps, func(s *ir.Step) bool {
		what, _ := exposed(s)
		return what != "" && !s.Protected() && p.Trusts(s) && !s.BehindAnswers()
	})
	if i < 0 {
		return nil
	}
	return f.Steps[i]
}

// aroundGuard reports whether a step reads a guard's values on a path where the guard rejected the caller, found nobody
// or did not run, here or in a called workflow: the wire around the guard was reported there. It also reports whether a
// field or an expression of a possible guard was rejected.
func aroundGuard(f *ir.Flow) bool {
	around := func(s *ir.Step) bool {
		return s.Guards() && s.Flow.Misled(s.Node) || s.LacksRow() || s.Flow.MissesGuard() || s.Node.MayGuard() && (s.Node.Refused() || s.Mistaken())
	}
	return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		return around(s) || !s.Inside(func(inner *ir.Step) bool { return !around(inner) })
	})
}

// reportExposed says of an entry point that a step below it does what only known callers should; by is the step that
// does it, the same or one in what it calls.
func reportExposed(p *rule.Pass, f *ir.Flow, s *ir.Step, what string, by *ir.Step) {
	related := []diag.Related{{File: f.Workflow.File, Span: s.Node.ID.Span, Message: "path: " + ir.PathText(s.Path())}}
	if by != s {
		related = append(related, diag.Related{
			File: by.Flow.Workflow.File, Span: by.Node.ID.Span, Message: fmt.Sprintf("it calls %s %q", by.Node.Template.Title, by.Node.ID.Value),
		})
	}
	p.ReportNode(f.Entry, diag.Diagnostic{
		Span:    f.Entry.ID.Span,
		Message: fmt.Sprintf("%s %q %s, and no guard is before it: anyone can call this", s.Node.Template.Title, s.Node.ID.Value, what),
		Hint:    fmt.Sprintf("%s; set endpointPublic if it is meant for everyone", guardMend(f)),
		Related: append(related, noGuards(f, s)...),
	})
}

// guardMend says what to put before what is exposed: a guard that is drawn and that nothing leads to, where there is
// one.
func guardMend(f *ir.Flow) string {
	left := func(n *ir.Node) bool { return !n.Reached && n.Template != nil && n.MayGuard() }
	if i := slices.IndexFunc(f.Workflow.Nodes, left); i >= 0 {
		return fmt.Sprintf("connect %q before it: no wire leads there", f.Workflow.Nodes[i].ID.Value)
	}
	return "put an Auth node before it, or a Code node with codeGuard that takes the user of your middleware from the context"
}

// noGuards says of what stands on the way to a step and looks like a guard why it is none.
func noGuards(f *ir.Flow, to *ir.Step) []diag.Related {
	var list []diag.Related
	for _, out := range paths.LetOn(to) {
		list = append(list, paths.LetOnBy(out))
	}
	path := to.Path()
	for i, s := range path {
		if why := noGuard(s, path[min(i+1, len(path)-1)]); why != "" {
			list = append(list, diag.Related{
				File: f.Workflow.File, Span: s.Node.ID.Span, Message: fmt.Sprintf("%q is not a guard: %s", s.Node.ID.Value, why),
			})
		}
	}
	return list
}

// noGuard says why a step that verifies something, or refuses callers who do not go on to next, is no guard; "" of any
// other step.
func noGuard(s, next *ir.Step) string {
	refusesCallers := func(out *ir.Out) bool { return out.Next != next && accounts.KeepsOut(out) }
	chosen := func(e *expr.Expr) bool { return e.Type.AllLabels().Has(types.Caller) }
	switch {
	case s.Guards():
		return ""
	case slices.ContainsFunc(s.Against(), chosen):
		return "the caller can choose what it checks against"
	case s.ChecksOwn():
		return "what it checks is the same for every caller"
	case slices.ContainsFunc(s.Outs, func(out *ir.Out) bool { return passwords.IsAbsence(out) && refusesCallers(out) }):
		return "it does not look up by the hash of a token alone"
	case slices.ContainsFunc(s.Outs, refusesCallers):
		return "what it checks does not prove who the caller is"
	}
	return ""
}

// exposed says what a step does that only known callers should, or "", and which step it is that does it: it may be one
// of what it calls.
func exposed(s *ir.Step) (what string, by *ir.Step) {
	if facts.Changes(s) {
		by := facts.Changer(s)
		if facts.Safe(by) {
			return "calls another service in your name", by
		}
		return "changes data", by
	}
	if facts.AnswersStored(s) {
		return "returns stored data", s
	}
	return "", nil
}
