// Package sql holds the rules about SQL statements: what they find, compare and change.
package sql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var WithoutSchema = rule.Rule{Code: diag.FC211, Run: withoutSchema}

func withoutSchema(p *rule.Pass) {
	if p.Program.Schema {
		return
	}
	done := false
	p.Steps(func(s *ir.Step) {
		if v := s.Node.Shaped(templates.Query); v != nil && !done {
			done = true
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    v.JSON.Span,
				Message: "SQL without schema.sql: columns are any, and neither names nor types nor null are checked",
				Hint:    "put the database's CREATE statements into schema.sql beside the workflows",
			})
		}
	})
}

var UnhandledConflicts = rule.Rule{Code: diag.FC214, Run: unhandledConflicts, Needs: ir.Proved}

func unhandledConflicts(p *rule.Pass) {
	p.Statements(func(s *ir.Step, does *statement.Statement, params []*ir.Typed) {
		if s.After || s.Catch != nil || conflictLeads(s) || s.Flow.MisledNodes() > 0 {
			return
		}
		for _, c := range does.Changes {
			if a := chosenKey(p.Values(), c, params); a != nil {
				reportChosenKey(p, s, c, a)
				return // one wire fixes all
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

// chosenKey finds a key that gets what the caller sent, as it is, in a change that says nothing of conflicts: a MERGE
// inserts no row whose key is there, if that is what it joins by.
func chosenKey(g *values.Graph, c statement.Change, params []*ir.Typed) *statement.Assigned {
	if c.OnConflict || c.Ignores || c.Replaces || c.Asks {
		return nil
	}
	for i, a := range c.Assigned {
		joined := func(name string) bool { return c.Verb == statement.Insert && strings.EqualFold(name, a.Column) }
		sent := func(t statement.Term) bool {
			return t.Param > 0 && t.Param <= len(params) && isSent(g, params[t.Param-1].Expr) && !isRenewed(g, params[t.Param-1].Expr)
		}
		if a.Unique && slices.ContainsFunc(a.From, sent) && !slices.ContainsFunc(c.Joined, joined) {
			return &c.Assigned[i]
		}
	}
	return nil
}

// isRenewed reports whether a value is another one each time: a slug that ends in a random code, also where a Set has
// made it.
func isRenewed(g *values.Graph, e *expr.Expr) bool {
	for at := range g.Back(g.InExecution(), g.Expr(e)) {
		if g.Kind(at.Value) == trace.Fresh {
			return true
		}
	}
	return false
}

// isSent reports whether a value is what a caller sent, and not made of it. A hash of what they sent is another one
// each time, as it is salted.
func isSent(g *values.Graph, e *expr.Expr) bool {
	isNamed := func(v trace.Value) bool {
		k := g.Kind(v)
		return k == trace.Output || k == trace.Field || k == trace.Request
	}
	for at := range g.Back(trace.Walk{Through: trace.Spelled | trace.Objects, Stop: isNamed}, g.Expr(e)) {
		if of := g.Read(at).Expr; isNamed(at.Value) && of.Type.AllLabels().Has(types.Caller) && !of.Type.Labels.Has(types.Hash) {
			return true
		}
	}
	return false
}

func reportChosenKey(p *rule.Pass, s *ir.Step, c statement.Change, a *statement.Assigned) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.InQuery(a.Start, a.End),
		Message: fmt.Sprintf("column %q of %q is unique, and the caller chooses its value: the second request with the same value gets a 500",
			a.Column, c.Table),
		Hint: "wire \"conflict\", or write ON CONFLICT",
	})
}

var UnlimitedChanges = rule.Rule{Code: diag.FC215, Run: unlimitedChanges, Needs: ir.Proved}

func unlimitedChanges(p *rule.Pass) {
	p.Statements(func(s *ir.Step, read *statement.Statement, params []*ir.Typed) {
		for _, c := range read.Changes {
			if c.Verb != statement.Insert && holdsAlways(c.Always, Compared{params}) {
				verb := verbs[c.Verb]
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    s.Node.InQuery(c.Always.Start, c.Always.End),
					Message: fmt.Sprintf("this condition leaves out no row: each request that comes here %s every row of %q", does[verb], c.Table),
					Hint:    "compare a column with what is meant; where all rows are, WHERE true says so",
				})
			}
			if verb := unlimited(c); verb != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    s.Node.InQuery(c.Start, c.Start+len(verb)),
					Message: fmt.Sprintf("%s without WHERE: each request that comes here %s every row of %q", verb, does[verb], c.Table),
					Hint:    "add WHERE; where all rows are meant, WHERE true says so",
				})
			}
		}
	})
}

// holdsAlways reports whether a condition leaves out no row by what the values are that it compares.
func holdsAlways(a *statement.Always, c Compared) bool {
	return a != nil && !slices.ContainsFunc(a.Given, c.mayBeNull) && !slices.ContainsFunc(a.Alike, func(pair [2]int) bool {
		return c.Source(pair[0]) == "" || c.Source(pair[0]) != c.Source(pair[1])
	})
}

// verbs are those of SQL that change rows.
var verbs = map[statement.Verb]string{statement.Update: "UPDATE", statement.Delete: "DELETE"}

// does says what a verb of SQL does.
var does = map[string]string{"UPDATE": "changes", "DELETE": "deletes"}

// unlimited is the verb of a change of every row, "" of any other.
func unlimited(c statement.Change) string {
	if c.Where {
		return ""
	}
	return verbs[c.Verb]
}

var NotProved = rule.Rule{Code: diag.FC217, Run: notProved}

func notProved(p *rule.Pass) {
	if !p.Program.Schema {
		return // FC211 has said more
	}
	var nodes []*ir.Node
	p.Steps(func(s *ir.Step) {
		if facts.Unproved(s.Node) != "" && !slices.Contains(nodes, s.Node) {
			nodes = append(nodes, s.Node)
		}
	})
	if len(nodes) == 0 {
		return
	}
	d := diag.Diagnostic{
		Span:    StatementSpan(nodes[0]),
		Message: fmt.Sprintf("the statement of %q is not proved: %s", nodes[0].ID.Value, facts.Unproved(nodes[0])),
	}
	for _, n := range nodes[1:] {
		d.Related = append(d.Related, diag.Related{File: n.Workflow.File, Span: StatementSpan(n), Message: "nor is this one: " + facts.Unproved(n)})
	}
	p.ReportNode(nodes[0], d)
}

func StatementSpan(n *ir.Node) diag.Span { return n.Shaped(templates.Query).JSON.Span }
