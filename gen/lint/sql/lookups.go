package sql

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var MissingRows = rule.Rule{Code: diag.FC206, Run: missingRows, Needs: ir.Proved}

// missingRows reports a NOT NULL column that gets NULL where a sub-select finds no row: with what a caller sends, and
// nothing has asked for before, that is as likely as not.
func missingRows(p *rule.Pass) {
	p.Statements(func(s *ir.Step, does *statement.Statement, params []*ir.Typed) {
		if s.After || s.Catch != nil || s.Flow.Called() || s.Flow.MisledNodes() > 0 {
			return
		}
		for _, c := range does.Changes {
			for _, a := range c.Assigned {
				if a.Refuses && a.Lookup != nil && !blames(a, params) && mayMiss(p.Values(), s, a.Lookup, params) {
					reportMissingRow(p, s, c, a)
				}
			}
		}
	})
}

// blames reports whether a value of the request goes into what a column gets: if the database rejects it, the answer is
// a 400.
func blames(a statement.Assigned, params []*ir.Typed) bool {
	return slices.ContainsFunc(a.Value.Params, func(n int) bool {
		return n <= len(params) && params[n-1].Type.AllLabels().Has(types.Caller)
	})
}

// mayMiss reports whether what a caller sends decides whether a look-up finds a row: nothing says what else it may be,
// and no step before has looked at it.
func mayMiss(g *values.Graph, s *ir.Step, l *statement.Lookup, params []*ir.Typed) bool {
	return slices.ContainsFunc(l.Params, func(n int) bool {
		if n > len(params) || !isSent(g, params[n-1].Expr) || s.Choices(params[n-1].Expr) != nil {
			return false
		}
		asked := rule.OriginValues(g, params[n-1].Expr)
		for before := range s.Dominators() {
			if rule.ReadsAnyOf(g, before, asked, looksAt) {
				return false
			}
		}
		return true
	})
}

// looksAt reports whether a field asks a database for its values, stores them there, or chooses a way by them.
func looksAt(f *templates.Field) bool {
	return f.Shape == templates.Query || f.Shape == templates.Cond || f.Like != ""
}

func reportMissingRow(p *rule.Pass, s *ir.Step, c statement.Change, a statement.Assigned) {
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
