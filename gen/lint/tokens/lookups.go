package tokens

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// The row of a token names its purpose, and a look-up has to check it.

// isPurpose reports whether a column by its name says what a token is for: "kind", "token_type".
func isPurpose(column string) bool { return knowledge.Names.Purposes.Ends(column) }

// taken reports whether a step that looks a token up accepts that of one row in place of another's, which is stored for
// another purpose: the step does not check the columns that distinguish them.
func (r tokenRow) taken(g *values.Graph, s *ir.Step, other tokenRow) bool {
	if r.table != other.table || r.column != other.column || !s.Guards() || !r.looksUp(g, s) {
		return false
	}
	columns := r.differing(other)
	purposes := r.apart(other.reach) || r.outlives(other) && slices.ContainsFunc(columns, isPurpose)
	if len(columns) == 0 || !purposes {
		return false
	}
	look := lookup{s, g, token.Split(rule.QueryText(s))}
	return look.isUsed() && !slices.ContainsFunc(columns, func(column string) bool {
		return look.separates(column, r.values[column], other.values[column])
	})
}

// looksUp reports whether a step asks for the row of a token by its hash.
func (r tokenRow) looksUp(g *values.Graph, s *ir.Step) bool {
	query, params := s.Query()
	if query.Statement == nil {
		return false
	}
	for _, e := range query.Statement.Equal() {
		if strings.EqualFold(e.Column.Table, r.table) && strings.EqualFold(e.Column.Name, r.column) && e.Param <= len(params) &&
			g.HashedToken(params[e.Param-1].Expr) != nil {
			return true
		}
	}
	return false
}

// differing returns the columns in which the constants of two rows differ, or which only one of them sets, sorted.
func (r tokenRow) differing(other tokenRow) []string {
	var list []string
	for column, value := range r.values {
		otherValue, both := other.values[column]
		if !both || value != "" && otherValue != "" && value != otherValue {
			list = append(list, column)
		}
	}
	for column := range other.values {
		if _, both := r.values[column]; !both {
			list = append(list, column)
		}
	}
	slices.Sort(list)
	return list
}

// lookup is a step that looks a token up, and its statement.
type lookup struct {
	*ir.Step
	g      *values.Graph
	tokens []token.Token
}

// separates reports whether a lookup accepts rows with one value in a column and rejects those with the other, or may:
// it compares the column with an unknown value, or a later step reads it.
func (l lookup) separates(column, one, other string) bool {
	if l.reads(column) {
		return true
	}
	for i, t := range l.tokens {
		if !strings.EqualFold(t.Name(), column) || l.isGiven(column, i) {
			continue
		}
		wanted, known := l.wanted(i + 1)
		if !known {
			return true
		}
		if slices.Contains(wanted, one) != slices.Contains(wanted, other) || l.wantsNeither(i+1, wanted, one, other) {
			return true
		}
	}
	return false
}

// wantsNeither reports whether a lookup asks for a third value, where both of two are written out: what stores it is
// still to be written.
func (l lookup) wantsNeither(i int, wanted []string, one, other string) bool {
	compared := token.At(l.tokens, i).Is("=", "==") && len(wanted) > 0 && one != "" && other != ""
	return compared && !slices.Contains(wanted, one) && !slices.Contains(wanted, other)
}

// isGiven reports whether a name in the statement is only that of a column of the result.
func (l lookup) isGiven(column string, i int) bool {
	query, _ := l.Query()
	t := l.tokens[i]
	for _, c := range query.Statement.Columns {
		if c.Start <= t.Start && t.End <= c.End && strings.EqualFold(c.Name, column) {
			return true
		}
	}
	return false
}

// wanted returns the values that a comparison requires of the column before it; false where they are unknown. A value
// of the request may be any: nil requires nothing.
func (l lookup) wanted(i int) ([]string, bool) {
	operand := token.At(l.tokens, i+1)
	switch t := token.At(l.tokens, i); {
	case t.Is("=", "==") && operand.Kind == token.Param:
		return l.given(operand)
	case t.Is("=", "==", "<>", "!=") && (operand.Kind == token.Text || operand.Kind == token.Number):
		return []string{operand.Src}, true // all others, of <>: that distinguishes rows as well
	}
	return nil, false
}

// given is what a parameter wants of a column.
func (l lookup) given(param token.Token) ([]string, bool) {
	_, params := l.Query()
	n := 0
	if _, err := fmt.Sscanf(param.Src, "$%d", &n); err != nil || n < 1 || n > len(params) {
		return nil, false
	}
	e := params[n-1].Expr
	if text := asLiteral(e); text != "" {
		return []string{text}, true
	}
	return nil, e != nil && e.Type.AllLabels().Has(types.Caller) && l.Choices(e) == nil
}

// isUsed reports whether anything is read of the row that is found.
func (l lookup) isUsed() bool { return l.reads("") }

// reads reports whether a value is made of what a step has found, as a whole or at a path: "kind"; of "", of anything
// of it.
func (l lookup) reads(path string) bool {
	return slices.ContainsFunc(l.Flow.Runs(l.Node), func(s *ir.Step) bool {
		return slices.ContainsFunc(s.Outs, func(out *ir.Out) bool { return l.g.Reads(out, path) })
	})
}

func reportLookup(p *rule.Pass, s *ir.Step, row, other tokenRow) {
	n := s.Node
	columns := row.differing(other)
	at := func(r tokenRow) diag.Related {
		m := r.step.Node
		return diag.Related{File: m.Workflow.File, Span: m.ID.Span, Message: "stored here"}
	}
	p.ReportNode(n, diag.Diagnostic{
		Span: n.ID.Span,
		Message: fmt.Sprintf("%q accepts the token of %q (%s) in place of that of %q (%s): both are in %s.%s, and the look-up does not distinguish them",
			n.ID.Value, row.step.Node.ID.Value, row.step.Node.Workflow.Name.Value,
			other.step.Node.ID.Value, other.step.Node.Workflow.Name.Value, row.table, row.column),
		Hint:    "add to the look-up: " + asking(row, columns),
		Related: []diag.Related{at(row), at(other)},
	})
}

// asking returns a condition that distinguishes a row from others by one of some columns.
func asking(row tokenRow, columns []string) string {
	i := slices.IndexFunc(columns, func(column string) bool { return row.values[column] != "" })
	if i < 0 {
		return strings.Join(columns, ", ")
	}
	return fmt.Sprintf("AND %s = %s", columns[i], row.values[columns[i]])
}
