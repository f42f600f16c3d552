package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var missingRowsRule = Rule{Code: diag.FC206, Run: missingRows, Needs: ir.Proved}

// missingRows reports a NOT NULL column that gets NULL where a sub-select finds no row: with what a caller sends, and nothing has asked
// for before, that is as likely as not.
func missingRows(p *Pass) {
	p.Statements(func(s *ir.Step, does *statement.Statement, params []*ir.Typed) {
		if s.After || s.Catch != nil || s.Flow.Called() || s.Flow.MisledNodes() > 0 {
			return
		}
		for _, c := range does.Changes {
			for _, a := range c.Assigned {
				if a.Refuses && a.Lookup != nil && !blames(a, params) && mayMiss(s, a.Lookup, params) {
					reportMissingRow(p, s, c, a)
				}
			}
		}
	})
}

// blames reports whether what a caller sent goes into what a column gets: where that is refused, he gets a 400.
func blames(a statement.Assigned, params []*ir.Typed) bool {
	return slices.ContainsFunc(a.Value.Params, func(n int) bool {
		return n <= len(params) && params[n-1].Type.AllLabels().Has(types.Caller)
	})
}

// mayMiss reports whether what a caller sends decides whether a look-up finds a row: nothing says what else it may be, and no step
// before has looked at it.
func mayMiss(s *ir.Step, l *statement.Lookup, params []*ir.Typed) bool {
	return slices.ContainsFunc(l.Params, func(n int) bool {
		if n > len(params) || !isSent(params[n-1].Expr) || s.Choices(params[n-1].Expr) != nil {
			return false
		}
		key := sentKey(params[n-1].Expr)
		for before := range s.Dominators() {
			if looksAt(before, key) {
				return false
			}
		}
		return key != ""
	})
}

// sentKey is the name of what a caller sent, without what its text goes through.
func sentKey(e *expr.Expr) string {
	for e.Key == "" && len(e.Args) > 0 {
		e = e.Args[0]
	}
	return e.Key
}

// looksAt reports whether a step asks its database for a value, stores it there, or chooses its way by it.
func looksAt(s *ir.Step, key string) bool {
	found := false
	for _, f := range s.Checked() {
		if f.Shape != templates.Query && f.Shape != templates.Cond && f.Like == "" {
			continue
		}
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			t.Expr.Walk(func(e *expr.Expr) { found = found || e.Key == key })
		})
	}
	return found
}

func reportMissingRow(p *Pass, s *ir.Step, c statement.Change, a statement.Assigned) {
	hint := "look the row up before, and wire \"notFound\" there"
	if c.Verb == statement.Insert && !a.Upsert {
		hint += "; or write INSERT … SELECT … RETURNING in mode one, which has a \"notFound\" as well"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.InQuery(a.Start, a.End),
		Message: fmt.Sprintf("column %q of %q is NOT NULL, and gets NULL where %q has no row of what the caller sent: the caller gets a 500",
			a.Column, c.Table, a.Lookup.Table),
		Hint: hint,
	})
}
