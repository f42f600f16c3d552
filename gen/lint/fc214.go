package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc214 = Rule{Code: diag.FC214, Run: unhandledConflicts, Needs: ir.Proved}

func unhandledConflicts(p *Pass) {
	p.Steps(func(s *ir.Step) {
		query, params := s.Query()
		if query.Statement == nil || s.After || s.Catch != nil || conflictLeads(s) {
			return
		}
		for _, c := range query.Statement.Changes {
			if a := chosenKey(c, params); a != nil {
				reportChosenKey(p, s, c, a)
				return // one wire is the mend of all
			}
		}
	})
}

// conflictLeads reports whether an output for what the database refuses is wired.
func conflictLeads(s *ir.Step) bool {
	for _, out := range s.Outs {
		if out.Spec != nil && out.Spec.Unwired == templates.Fails && out.Next != nil {
			return true
		}
	}
	return false
}

// chosenKey finds a key that gets what the caller sent, as it is, in a change that says nothing of conflicts.
func chosenKey(c statement.Change, params []*ir.Typed) *statement.Assigned {
	if c.OnConflict || c.Ignores || c.Replaces {
		return nil
	}
	for i, a := range c.Assigned {
		if a.Unique && a.Param > 0 && a.Param <= len(params) && isSent(params[a.Param-1].Expr) {
			return &c.Assigned[i]
		}
	}
	return nil
}

// sameText are functions whose result says as much as the text that they are given.
var sameText = map[string]bool{"lower": true, "or": true, "string": true, "int": true, "trim": true, "upper": true}

// isSent reports whether a value is what a caller sent, and not made of it.
func isSent(e *expr.Expr) bool {
	switch {
	case e == nil || e.Op == expr.OpBad || !e.Type.AllLabels().Has(types.Caller):
		return false
	case e.Op == expr.OpCall:
		return sameText[e.Name] && isSent(e.Args[0])
	case e.Op == expr.OpConvert || e.Op == expr.OpDeref || e.Op == expr.OpPresent || e.Op == expr.OpPointer:
		return isSent(e.Args[0])
	}
	return e.Op == expr.OpRef || e.Op == expr.OpField || e.Op == expr.OpAt || e.Op == expr.OpItem || e.Op == expr.OpLookup
}

func reportChosenKey(p *Pass, s *ir.Step, c statement.Change, a *statement.Assigned) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.InQuery(a.Start, a.End),
		Message: fmt.Sprintf("column %q of %q is unique and gets what the caller sent: whoever sends it again gets a 500",
			a.Column, c.Table),
		Hint: "wire \"conflict\", or write ON CONFLICT",
	})
}
