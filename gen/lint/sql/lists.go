package sql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var EndlessLists = rule.Rule{Code: diag.FC317, Run: endlessLists, Needs: ir.Proved}

// endlessLists reports statements that give all rows that they find of a table to which requests add rows.
func endlessLists(p *rule.Pass) {
	added := grownTables(p)
	p.Statements(func(s *ir.Step, does *statement.Statement, _ []*ir.Typed) {
		most := mostOf(s)
		if most == "" || s.After || s.Mistaken() || findsFew(p, does) {
			return
		}
		for _, table := range does.Access.Lists {
			by := added[grown{facts.Database(s), table}]
			if by == nil {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.Shaped(templates.Query).JSON.Span,
				Message: fmt.Sprintf("%q reads all rows of %q that it finds, and requests add rows: %s",
					s.Node.ID.Value, table, fmt.Sprintf("with more than %s of them the caller gets a 500", most)),
				Hint:    "add ORDER BY and LIMIT, or set \"sqlMaxRows\" to the number of rows that there can be",
				Related: []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "rows are added here"}},
			})
			return
		}
	})
}

// grown is a table of a database, in small letters.
type grown struct{ database, table string }

// grownTables returns the tables to which callers of endpoints and webhooks add rows, each with the first step that
// does. Of what only some of the callers may do, such as an administrator, there is not that much.
func grownTables(p *rule.Pass) map[grown]*ir.Step {
	added := map[grown]*ir.Step{}
	p.Statements(func(s *ir.Step, does *statement.Statement, _ []*ir.Typed) {
		for _, c := range does.Changes {
			at := grown{facts.Database(s), strings.ToLower(c.Table)}
			if c.Verb == statement.Insert && added[at] == nil && isCalledByAll(s, map[*ir.Flow]bool{}) {
				added[at] = s
			}
		}
	})
	return added
}

// isCalledByAll reports whether all callers of an endpoint or a webhook, or all that its guards let in, come to a step.
func isCalledByAll(s *ir.Step, seen map[*ir.Flow]bool) bool {
	if facts.ForSome(s) || seen[s.Flow] {
		return false
	}
	seen[s.Flow] = true
	return s.Flow.Entry.Template.Entry.Route != nil ||
		slices.ContainsFunc(s.Flow.Callers(), func(c *ir.Step) bool { return isCalledByAll(c, seen) })
}

// mostOf returns how many elements the list has at most that a step gives, as its template says; "" where it gives no
// list, or the document says how many.
func mostOf(s *ir.Step) string {
	lists := slices.ContainsFunc(s.Outs, func(o *ir.Out) bool {
		return slices.ContainsFunc(o.Type.Fields, func(f types.Field) bool {
			return f.Type.Kind == types.List && f.Type.Elem != nil && f.Type.Elem.Kind == types.Object
		})
	})
	i := slices.IndexFunc(s.Node.Template.Fields, func(f templates.Field) bool { return f.Most })
	if !lists || i < 0 || s.Node.Field(s.Node.Template.Fields[i].Name) != nil {
		return ""
	}
	return thousands(s.Node.Template.Fields[i].Default)
}

// thousands returns a number with a comma before its last three digits.
func thousands(digits string) string {
	if i := len(digits) - 3; i > 0 {
		return digits[:i] + "," + digits[i:]
	}
	return digits
}

// findsFew reports whether rows are found by a unique key: one for each value that it is compared with.
func findsFew(p *rule.Pass, does *statement.Statement) bool {
	byKey := func(met []statement.Comparison) bool {
		return slices.ContainsFunc(p.Tables, func(t *ddl.Table) bool {
			return slices.ContainsFunc(t.Unique, func(key []string) bool { return len(key) > 0 && fixesKey(t, key, met) })
		})
	}
	each := !slices.ContainsFunc(does.Met, func(met []statement.Comparison) bool { return !byKey(met) })
	return does.Single || len(does.Met) > 0 && !does.Loose && each
}

// fixesKey reports whether each column of a key is compared with values that are no columns.
func fixesKey(t *ddl.Table, key []string, met []statement.Comparison) bool {
	value := func(r statement.Term) bool { return r.Column.Name == "" && len(r.Columns) == 0 }
	return !slices.ContainsFunc(key, func(name string) bool {
		return !slices.ContainsFunc(met, func(c statement.Comparison) bool {
			of := equalTo(c)
			return strings.EqualFold(of.Table, t.Name) && strings.EqualFold(of.Name, name) &&
				!slices.ContainsFunc(c.Right, func(r statement.Term) bool { return !value(r) })
		})
	})
}

// equalTo returns the column of the row itself that a comparison says to be equal to something; zero where it says
// something else.
func equalTo(c statement.Comparison) statement.Column {
	if c.How != statement.Equals || c.Not || c.Inside || len(c.Left) != 1 {
		return statement.Column{}
	}
	return c.Left[0].Column
}
