package lint

import (
	"fmt"
	"iter"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var writtenProofsRule = Rule{Code: diag.FC417WrittenHash, Run: writtenProofs, Needs: ir.Proved}

// writtenProofs reports a step by which anybody stores what he likes where a guard looks for the hash of what callers
// show: he shows what he has stored the hash of.
func writtenProofs(p *Pass) {
	looked, w := comparedColumns(p), p.persons()
	for place, of := range placesOf(p) {
		looked[place] = of.by[0]
	}
	p.Nodes(func(s *ir.Step) {
		if s.Protected() || s.Flow.Called() || !s.Flow.Entry.Route().Public || s.Mistaken() {
			return // of a step that is not meant for anybody, FC404 tells
		}
		for _, stored := range hashesStored(s) {
			by := looked[stored.place]
			if by == nil || !isSentAs(p.Values(), stored.hash) || shownBefore(w, s).all {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span,
				Message: fmt.Sprintf("%q lets any caller store the hash of their choice where %q looks up tokens: they are let in by a token of their own making",
					s.Node.ID.Value, by.Node.ID.Value),
				Hint:    "store the hash of a value that is made here: sha256 of randomToken(32), or a password by a Hash node",
				Related: []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "looked up here"}},
			})
		}
	})
}

// isSentAs reports whether a value is what a caller likes, and neither the hash of that nor his password, of which
// FC403 tells.
func isSentAs(g *values.Graph, e *expr.Expr) bool {
	if e == nil || facts.ChosenText(e) == nil || e.Type.AllLabels().Has(types.Hash) || e.Type.AllLabels().Has(types.Password) {
		return false
	}
	for src := range origins(g, e) {
		if src.isSent() && (src.kind == trace.Field || strings.Contains(src.Name, ".")) {
			return true
		}
	}
	return false
}

// comparedColumns are the columns that guards check passwords against, each with such a step.
func comparedColumns(p *Pass) map[string]*ir.Step {
	list := map[string]*ir.Step{}
	p.Steps(func(s *ir.Step) {
		if !s.Guards() {
			return
		}
		for _, e := range s.Against() {
			for c := range columnsIn(p.Values(), e) {
				list[columnPlace(c.Table, c.Name)] = s
			}
		}
	})
	return list
}

// columnsIn are the columns of which a value is made, also in a workflow that a Call leads to.
func columnsIn(g *values.Graph, e *expr.Expr) iter.Seq[values.About] {
	return func(yield func(values.About) bool) {
		for at := range g.Back(trace.Walk{Through: trace.Followed | trace.Hashed | trace.Compared | trace.Read}, g.Expr(e)) {
			if g.Kind(at.Value) == trace.Column && at.Edge.Way == trace.Read && !yield(g.About(at.Value)) {
				return
			}
		}
	}
}
