package paths

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// What a workflow does that is called counts at the Call: these look into it for the rules of other files.

var MisplacedEnds = rule.Rule{Code: diag.FC312, Run: misplacedEnds, Needs: ir.Guessed}

// misplacedEnds reports ends that do not fit their entry point, and entry points that do not fit one another.
func misplacedEnds(p *rule.Pass) {
	for _, w := range p.Workflows {
		if i := slices.IndexFunc(w.Flows, (*ir.Flow).Called); i >= 0 {
			besides(p, w, w.Flows[i])
		}
	}
	p.Steps(func(s *ir.Step) {
		t, entry := s.Node.Template, s.Flow.Entry
		switch {
		case t == nil:
		case t.Answer.Status != nil && s.Flow.Called():
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Message: fmt.Sprintf("%s %q answers a request, and %q begins a workflow that others call", t.Title, s.Node.ID.Value, entry.ID.Value),
				Hint: "end with a Return, and answer where the workflow is called",
			})
		case t.Answer.Ends && !s.After && s.InParallel() != nil:
			endsParallel(p, s)
		case s.Node.Returns() != "" && !s.Flow.Called():
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Message: fmt.Sprintf("%s %q ends a workflow that others call, and %s %q begins a request", t.Title, s.Node.ID.Value, entry.Template.Title, entry.ID.Value),
				Hint: "answer with a Response",
			})
		}
	})
}

// endsParallel reports an end inside of a region that is run for several items at the same time.
func endsParallel(p *rule.Pass, s *ir.Step) {
	each := s.InParallel().Step.Node
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    s.Node.ID.Span,
		Message: fmt.Sprintf("%s %q ends all, and %q does several items at the same time, each of which might", s.Node.Template.Title, s.Node.ID.Value, each.ID.Value),
		Hint:    fmt.Sprintf("yield what it is about, and end behind \"done\" of %q, or leave \"eachParallel\" out", each.ID.Value),
		Related: []diag.Related{{File: each.Workflow.File, Span: each.ID.Span, Message: "the region around it"}},
	})
}

// besides reports other entry points of a workflow that others call.
func besides(p *rule.Pass, w *ir.Workflow, called *ir.Flow) {
	for _, f := range w.Flows {
		if f == called {
			continue
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span: f.Entry.ID.Span, Message: fmt.Sprintf("%s %q begins a workflow that %q begins too, for others to call", f.Entry.Template.Title, f.Entry.ID.Value, called.Entry.ID.Value),
			Hint:    "give it a workflow of its own, with a Call",
			Related: []diag.Related{{File: w.File, Span: called.Entry.ID.Span, Message: "the other one"}},
		})
	}
}

// Uncalled reports a workflow that is there to be called and that nobody calls. A call of one that does not exist may
// have been meant for it, and of a copy FC502 says that it is one.
func Uncalled(p *rule.Pass, w *ir.Workflow) {
	if p.Program.Lost {
		return
	}
	excused := func(other *ir.Workflow) bool {
		return other.Names(w.Stem) || callsNobody(other) || other != w && other.ID.Value == w.ID.Value
	}
	for _, f := range w.Flows {
		if f.Called() && !slices.ContainsFunc(p.Workflows, excused) {
			p.ReportNode(f.Entry, diag.Diagnostic{
				Span: f.Entry.ID.Span, Message: fmt.Sprintf("no workflow of the folder calls %q", w.Stem), Hint: "call it, or remove it",
			})
		}
	}
}

// callsNobody reports whether a workflow calls one that does not exist, or may call one by a node of which nobody knows
// what it is to call.
func callsNobody(w *ir.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *ir.Node) bool {
		return n.CallsNobody() || n.Template == nil || n.MayCall()
	})
}

// OverHTTPInside is overHTTP for what a step calls.
func OverHTTPInside(p *rule.Pass, s *ir.Step) {
	s.Inside(func(inner *ir.Step) bool {
		if inner.Node.Template == nil {
			return true
		}
		message := ""
		if find := inner.Node.Template.OverHTTP; find != nil {
			for _, problem := range find(ir.NewPass(inner)) {
				message = problem.Message
			}
		}
		for _, f := range inner.Checked() {
			inner.Value[f.Name].Walk(func(t *ir.Typed) {
				if len(t.Cookies()) > 0 {
					message = "reads a cookie"
				}
			})
		}
		if message == "" {
			return true
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: s.Node.ID.Span,
			Message: fmt.Sprintf("what %q calls has %s %q, which %s, and is on the path of the MCP tool %q",
				s.Node.ID.Value, inner.Node.Template.Title, inner.Node.ID.Value, message, s.Flow.Entry.ID.Value),
			Hint:    "call another workflow here: the tool's scope says who may call it",
			Related: []diag.Related{{File: inner.Node.Workflow.File, Span: inner.Node.ID.Span, Message: "in what it calls"}},
		})
		return false
	})
}

// Givers name the Calls that give a workflow what an expression in it carries.
func Givers(p *rule.Pass, s *ir.Step, t *ir.Typed, labels types.Label) []diag.Related {
	if !s.Flow.Called() {
		return nil
	}
	var list []diag.Related
	for from := range rule.OriginsOf(p.Values(), t.Expr) {
		if from.Kind != trace.Field {
			continue
		}
		field, _, _ := strings.Cut(from.Name, ".")
		for _, call := range s.Flow.Callers() {
			if given := call.Value[call.Node.Template.Reuse.Handing].Entry(field); given.Carries(labels) {
				list = append(list, diag.Related{
					File: call.Node.Workflow.File, Span: given.Tree.JSON.Span, Message: fmt.Sprintf("Call %q gives it", call.Node.ID.Value),
				})
			}
		}
	}
	return list
}
