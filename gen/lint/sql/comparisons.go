package sql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

var VoidComparisons = rule.Rule{Code: diag.FC220, Run: voidComparisons, Needs: ir.Proved}

func voidComparisons(p *rule.Pass) {
	p.Statements(func(s *ir.Step, does *statement.Statement, params []*ir.Typed) {
		for _, v := range does.Voids {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    s.Node.InQuery(v.Start, v.End),
				Message: "a comparison with NULL is never true, whatever it is that is compared", Hint: voidHint(v.Operator),
			})
		}
		c := Compared{params}
		for _, f := range does.Filters {
			for _, b := range c.needed(f, does.Asked) {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    s.Node.InQuery(b.Start, b.End),
					Message: fmt.Sprintf("%s may be null, and this comparison is never true then: no row meets it", c.Source(b.Param)),
					Hint:    blankHint(s.Flow, c.Source(b.Param), b.Joined),
				})
			}
		}
	})
}

// voidHint says how it is asked whether there is a value.
func voidHint(operator string) string {
	switch operator {
	case "=", "==":
		return "write IS NULL"
	case "<>", "!=":
		return "write IS NOT NULL"
	}
	return "IS NULL asks whether there is no value"
}

// Compared are the values of a statement's parameters. Each placeholder is one: the same value may be several.
type Compared struct{ Params []*ir.Typed }

// needed are the values that may be null and without which no way is left to meet a condition, each where it is
// compared first. Of which the statement asks whether they are null, its author knows.
func (c Compared) needed(f statement.Filter, asked []int) []statement.Blank {
	var list []statement.Blank
	for _, b := range f.Ways[0] {
		same := func(n int) bool { return c.Source(n) == c.Source(b.Param) }
		lacks := func(way []statement.Blank) bool {
			return slices.ContainsFunc(way, func(o statement.Blank) bool { return same(o.Param) })
		}
		spared := slices.ContainsFunc(f.Ways, func(way []statement.Blank) bool { return !lacks(way) })
		if c.mayBeNull(b.Param) && !spared && !lacks(list) && !slices.ContainsFunc(asked, same) {
			list = append(list, b)
		}
	}
	return list
}

// Source is the placeholder of a parameter, "{{words}}", or "".
func (c Compared) Source(n int) string {
	if n < 1 || n > len(c.Params) {
		return ""
	}
	return "{{" + InBraces(c.Params[n-1]) + "}}"
}

// InBraces returns what is written between the braces of a value.
func InBraces(t *ir.Typed) string {
	text := t.Tree.Text
	inside := strings.TrimSuffix(strings.TrimPrefix(text.Text[text.Parts[0].Start:text.Parts[0].End], "{{"), "}}")
	return strings.TrimSpace(inside)
}

func (c Compared) mayBeNull(n int) bool {
	return n >= 1 && n <= len(c.Params) && c.Params[n-1].Type.Nullable
}

// blankHint says what is written in place of a placeholder that may be null, joined to a text or compared as it is.
func blankHint(f *ir.Flow, placeholder string, joined bool) string {
	mend := fmt.Sprintf("where all rows are meant then, put (%s IS NULL OR …) around it", placeholder)
	if joined {
		mend = fmt.Sprintf("where it counts as empty then, write coalesce(%s, '')", placeholder)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(placeholder, "{{"), "}}")
	if slices.ContainsFunc(f.Inputs, func(in ir.Input) bool { return in.Name == name && in.Type.Nullable }) {
		mend = fmt.Sprintf("declare %q with \"required\": true; ", name) + mend
	}
	return mend
}

var OtherNames = rule.Rule{Code: diag.FC221, Run: otherNames, Needs: ir.Proved}

func otherNames(p *rule.Pass) {
	p.Statements(func(s *ir.Step, does *statement.Statement, _ []*ir.Typed) {
		for _, r := range does.Renamed {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.InQuery(r.Start, r.End),
				Message: fmt.Sprintf("column %q gets the name of %q, another column of %q: without a comma between two names, the second one is the first one's",
					r.Column.Name, r.Alias, r.Column.Table),
				Hint: fmt.Sprintf("write %s, %s; where the name is meant, %s AS %s", r.Column.Name, r.Alias, r.Column.Name, r.Alias),
			})
		}
	})
}
