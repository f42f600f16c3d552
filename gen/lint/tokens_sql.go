package lint

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

var alikeRowsRule = Rule{Code: diag.FC413, Run: alikeRows}

// tokenRow is a row that a node stores under the hash of a token.
type tokenRow struct {
	step          *ir.Step
	table, column string            // which holds the hash, in lower case
	values        map[string]string // what is written out, by column; "" of what is not
	whereTo
}

// alikeRows reports tokens for who calls and tokens that are sent, to who reads a mail, whose hashes are stored in one column, by
// rows in which nothing tells which they are. Rows with other columns are taken to be told apart by these.
func alikeRows(p *Pass) {
	var rows []tokenRow
	tokens := sentTokens(p)
	p.Nodes(func(s *ir.Step) {
		for _, row := range tokenRows(s, tokens) {
			if i := slices.IndexFunc(rows, row.alike); i >= 0 {
				reportRow(p, row, rows[i])
			}
			rows = append(rows, row)
		}
	})
}

// tokenRows are the rows that a step stores so, of tokens of which it is known where they go.
func tokenRows(s *ir.Step, tokens map[held]whereTo) []tokenRow {
	q, params := s.Query()
	if q.Statement == nil || !q.Known {
		return nil
	}
	var rows []tokenRow
	for _, change := range q.Statement.Changes {
		if change.Verb != statement.Insert {
			continue
		}
		row := tokenRow{step: s, table: strings.ToLower(change.Table), values: map[string]string{}}
		for _, a := range change.Assigned {
			if a.Upsert {
				continue
			}
			column := strings.ToLower(a.Column)
			if a.Param == 0 || a.Param > len(params) {
				row.values[column] = sqlLiteral.FindString(q.Text[a.Start:a.End])
				continue
			}
			e := params[a.Param-1].Expr
			row.values[column] = asLiteral(e)
			if token := s.HashedToken(e); token != nil {
				row.column = column
				for _, src := range s.Flow.Origins(token) {
					row.whereTo = row.and(tokens[held{src.Node, src.Field}])
				}
			}
		}
		if row.whereTo != (whereTo{}) {
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

// alike reports whether a row is taken for another one that is stored for somebody else.
func (r tokenRow) alike(other tokenRow) bool {
	return r.table == other.table && r.column == other.column && r.apart(other.whereTo) && maps.Equal(r.values, other.values)
}

func reportRow(p *Pass, row, other tokenRow) {
	n, o := row.step.Node, other.step.Node
	p.ReportNode(n, diag.Diagnostic{
		Span: n.ID.Span,
		Message: fmt.Sprintf("the token of %q is taken for that of %q in %q, and the other way round: both are kept in %s.%s, and only one of them is for who calls",
			n.ID.Value, o.ID.Value, o.Workflow.Name.Value, row.table, row.column),
		Hint:    "store with each what it is for and ask for that where it is looked up, or give one of them a table of its own",
		Related: []diag.Related{{File: o.Workflow.File, Span: o.ID.Span, Message: "the other one"}},
	})
}
