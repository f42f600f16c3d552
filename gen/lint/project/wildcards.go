package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/guards"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
)

var UnreadWildcards = rule.Rule{Code: diag.FC224, Run: unreadWildcards}

// unreadWildcards reports wildcards of paths whose values change nothing: every one gets the same answer.
func unreadWildcards(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		wildcards := ir.Wildcards(f.Entry.Route().Path)
		if len(wildcards) == 0 || f.Called() || f.Guesses() || !f.Whole() || slices.ContainsFunc(f.Steps, mayReadMore) {
			return // what was refused or left out may read it
		}
		if slices.ContainsFunc(f.Steps, readsWholePath) || !slices.ContainsFunc(f.Steps[1:], worksOn) {
			return
		}
		for _, name := range wildcards {
			if !slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return readsField(s, name) }) && !isChecked(f, name) {
				reportWildcard(p, f.Entry, name)
			}
		}
	})
}

// mayReadMore reports whether a step may read more than is known: a type, field or expression of it was refused.
func mayReadMore(s *ir.Step) bool { return guards.Unsure(s) || s.Node.HasUnknown() || s.Node.Refused() }

// readsWholePath reports whether a step, or what it calls, reads the path as a whole, or is given the request.
func readsWholePath(s *ir.Step) bool {
	here := func(s *ir.Step) bool {
		isPath := func(src ir.Source) bool { return src.Kind == ir.FromRequest && src.Name == "path" }
		return s.Node.Verifies() || refersTo(s, isPath)
	}
	return here(s) || !s.Inside(func(inner *ir.Step) bool { return !here(inner) })
}

// readsField reports whether a step reads a field of the request, or all of them.
func readsField(s *ir.Step, name string) bool {
	return refersTo(s, func(src ir.Source) bool {
		ofRequest := src.Kind == ir.FromEntry || src.Kind == ir.FromSent || src.Kind == ir.FromInput
		return ofRequest && (src.Field == name || src.Field == "")
	})
}

// refersTo reports whether an expression of a step refers to such a source.
func refersTo(s *ir.Step, is func(ir.Source) bool) bool {
	found := false
	var member *expr.Expr // what the reference before reads a member of: no reference of its own
	refers := func(e *expr.Expr) {
		src := ir.SourceOf(e)
		found = found || src != ir.Source{} && e != member && is(src)
		if e.Op == expr.OpField {
			member = e.Args[0]
		}
	}
	for _, f := range s.Checked() {
		s.Value[f.Name].Walk(func(t *ir.Typed) { t.Expr.Walk(refers) })
	}
	return found
}

// worksOn reports whether a step does more than answer: where none does, the path may have moved, or be gone, for all.
func worksOn(s *ir.Step) bool { return s.Node.Template.Fails }

// isChecked reports whether the entry point refuses some values of a wildcard.
func isChecked(f *ir.Flow, name string) bool {
	return slices.ContainsFunc(f.Inputs, func(in ir.Input) bool { return in.Name == name && in.Validate != "" })
}

func reportWildcard(p *rule.Pass, n *ir.Node, name string) {
	path, written := n.Route().Path, "{"+name+"}"
	start := strings.Index(path, written)
	if start < 0 {
		return // a tail
	}
	span := pathSpan(n)
	if v := pathValue(n); v != nil {
		span = v.JSON.Within(n.Workflow.File, start, start+len(written))
	}
	p.ReportNode(n, diag.Diagnostic{
		Span:    span,
		Message: fmt.Sprintf("nothing reads %q of the path: every value of it gets the same answer", name),
		Hint:    fmt.Sprintf("read {{%s}}, in the WHERE of a statement say, or take it out of the path", name),
	})
}
