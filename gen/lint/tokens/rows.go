package tokens

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
)

var AlikeRows = rule.Rule{Code: diag.FC413SameColumn, Run: alikeRows}

// tokenRow is a row that a node stores under the hash of a token, in an execution that some Calls have led to.
type tokenRow struct {
	step          *ir.Step
	calls         []*ir.Step
	table, column string            // which holds the hash, in lower case
	values        map[string]string // what is written out, by column; "" of what is not
	lifetime      string            // as it is written out: "30 day"; "" where it is not
	reach
}

// alikeRows reports tokens of different purpose whose hashes are stored in one column: their rows do not name the
// purpose, or a look-up does not check it.
func alikeRows(p *rule.Pass) {
	rows := allTokenRows(p)
	for i, row := range rows {
		if j := slices.IndexFunc(rows[:i], row.alike); j >= 0 {
			reportRow(p, row, rows[j])
		}
	}
	p.Nodes(func(s *ir.Step) {
		for i, row := range rows {
			other := slices.IndexFunc(rows[:i], func(other tokenRow) bool { return row.taken(p.Values(), s, other) })
			if other >= 0 {
				reportLookup(p, s, row, rows[other])
				return
			}
		}
	})
}

// allTokenRows are the rows that the nodes of a folder store so.
func allTokenRows(p *rule.Pass) []tokenRow {
	var rows []tokenRow
	g := p.Values()
	p.Nodes(func(s *ir.Step) {
		if !storesToken(g, s) {
			return
		}
		for _, calls := range Ways(s.Flow, MaxCalls) {
			rows = append(rows, tokenRows(s, calls, g)...)
		}
	})
	return rows
}

// storesToken reports whether a parameter of a step's statement is the hash of a token.
func storesToken(g *values.Graph, s *ir.Step) bool {
	query, params := s.Query()
	return query.Statement != nil && query.Known && len(query.Statement.Changes) > 0 &&
		slices.ContainsFunc(params, func(t *ir.Typed) bool { return g.HashedToken(t.Expr) != nil })
}

// tokenRows are the rows that a step stores so.
func tokenRows(s *ir.Step, calls []*ir.Step, g *values.Graph) []tokenRow {
	q, params := s.Query()
	var rows []tokenRow
	for _, change := range q.Statement.Changes {
		if change.Verb != statement.Insert {
			continue
		}
		row := tokenRow{step: s, calls: calls, table: strings.ToLower(change.Table), values: map[string]string{}}
		for _, a := range change.Assigned {
			if a.Upsert {
				continue
			}
			column := strings.ToLower(a.Column)
			if a.Param == 0 || a.Param > len(params) {
				row.values[column] = sqlLiteral.FindString(q.Text[a.Start:a.End])
				row.lifetime += sqlLifetime(q.Text[a.Start:a.End])
				continue
			}
			e := settled(g, s, params[a.Param-1].Expr, calls)
			row.values[column] = asLiteral(e)
			row.lifetime += lifetimeOf(g.Plain(e))
			if token := g.HashedToken(params[a.Param-1].Expr); token != nil {
				row.column = column
				row.reach = row.and(GoesFrom(g, s, token, calls))
			}
		}
		if row.column != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// sqlLiteral matches a value that SQL writes out.
var sqlLiteral = regexp.MustCompile(`^\s*(?:'[^']*'|[0-9]+|(?i:true|false))\s*$`)

// asLiteral is a parameter that is the same for every execution, as SQL writes it; "" where it is not.
func asLiteral(e *expr.Expr) string {
	v, known := e.Const()
	if !known {
		return ""
	}
	return "'" + expr.ConstText(v) + "'"
}

// modifier matches by how much SQL moves a time: '+30 days', interval '1 hour'.
var modifier = regexp.MustCompile(`(?i)'\s*\+?\s*([0-9]+)\s*(second|minute|hour|day|week|month|year)s?\s*'`)

// sqlLifetime is by how much an expression of SQL moves a time, "" where it does not say.
func sqlLifetime(text string) string {
	m := modifier.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1] + " " + strings.ToLower(m[2])
}

// lifetimeOf is by how much a value moves a time: "15m" of addDuration(now(), "15m").
func lifetimeOf(e *expr.Expr) string {
	if e == nil || e.Op != expr.OpCall || e.Name != "addDuration" {
		return ""
	}
	v, known := e.Args[1].Const()
	if !known {
		return ""
	}
	return expr.ConstText(v)
}

// outlives reports whether tokens of two workflows are good for different times.
func (r tokenRow) outlives(other tokenRow) bool {
	return r.lifetime != "" && other.lifetime != "" && r.lifetime != other.lifetime && r.step.Node.Workflow != other.step.Node.Workflow
}

// alike reports whether a row is taken for another one that is stored for another purpose.
func (r tokenRow) alike(other tokenRow) bool {
	return r.table == other.table && r.column == other.column && (r.apart(other.reach) || r.outlives(other)) && maps.Equal(r.values, other.values)
}

func reportRow(p *rule.Pass, row, other tokenRow) {
	n, o := row.step.Node, other.step.Node
	why := "only one of them is returned to the caller"
	switch {
	case row.isAway() && other.isAway() && row.apart(other.reach):
		why = "they are sent in different links"
	case !row.apart(other.reach):
		why = "they have different lifetimes"
	}
	hint := "store the purpose of each and check it in the look-up, or keep one of them in another table"
	if n == o {
		p.ReportNode(n, diag.Diagnostic{
			Span: n.ID.Span,
			Message: fmt.Sprintf("tokens of %q are interchangeable: all are in %s.%s, but the Calls use them for different purposes",
				n.ID.Value, row.table, row.column),
			Hint: hint, Related: callsOf(row.calls, other.calls, row.reach, other.reach),
		})
		return
	}
	p.ReportNode(n, diag.Diagnostic{
		Span: n.ID.Span,
		Message: fmt.Sprintf("tokens of %q and of %q (%s) are interchangeable: both are in %s.%s, but %s",
			n.ID.Value, o.ID.Value, o.Workflow.Name.Value, row.table, row.column, why),
		Hint:    hint,
		Related: []diag.Related{{File: o.Workflow.File, Span: o.ID.Span, Message: "the other token"}},
	})
}
