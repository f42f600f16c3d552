package tokens

import (
	"fmt"
	"iter"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var WrittenProofs = rule.Rule{Code: diag.FC417WrittenHash, Run: writtenProofs, Needs: ir.Proved}

// writtenProofs reports a step by which anyone can store a value of their choice where a guard looks for hashes of
// tokens: they store the hash of a text, and then send that text as their token.
func writtenProofs(p *rule.Pass) {
	looked, w := ComparedColumns(p), p.Persons()
	for place, of := range PlacesOf(p) {
		looked[place] = of.by[0]
	}
	p.Nodes(func(s *ir.Step) {
		if s.Protected() || s.Flow.Called() || !s.Flow.Entry.Route().Public || s.Mistaken() {
			return // FC404 reports a step that is not meant for everyone
		}
		for _, stored := range HashesStored(s) {
			by := looked[stored.Place]
			if by == nil || !isSentAs(p.Values(), stored.Hash) || caller.ShownBefore(w, s).All {
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

// isSentAs reports whether the caller chooses a value freely, and it is neither a hash nor a password, which FC403
// reports.
func isSentAs(g *values.Graph, e *expr.Expr) bool {
	if e == nil || facts.ChosenText(g, e) == nil || e.Type.AllLabels()&(types.Hash|types.Password) != 0 {
		return false
	}
	for src := range rule.OriginsOf(g, e) {
		if src.IsSent() && (src.Kind == trace.Field || strings.Contains(src.Name, ".")) {
			return true
		}
	}
	return false
}

// ComparedColumns are the columns that guards check passwords against, each with such a step.
func ComparedColumns(p *rule.Pass) map[string]*ir.Step {
	list := map[string]*ir.Step{}
	p.Steps(func(s *ir.Step) {
		if !s.Guards() {
			return
		}
		for _, e := range s.Against() {
			for c := range ColumnsIn(p.Values(), e) {
				list[ColumnPlace(c.Table, c.Name)] = s
			}
		}
	})
	return list
}

// ColumnsIn are the columns of which a value is made, also in a workflow that a Call leads to.
func ColumnsIn(g *values.Graph, e *expr.Expr) iter.Seq[values.About] {
	return func(yield func(values.About) bool) {
		for at := range g.Back(trace.Walk{Through: trace.Followed | trace.Hashed | trace.Compared | trace.Read}, g.Expr(e)) {
			if g.Kind(at.Value) == trace.Column && at.Edge.Way == trace.Read && !yield(g.About(at.Value)) {
				return
			}
		}
	}
}
