package ir

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// columns are the columns of a query with the labels of all that flows into them: at a step, also those of its
// parameters.
func (p *pass) columns(q templates.SQL) []types.Field {
	if len(q.Columns) == 0 {
		return nil
	}
	list := make([]types.Field, 0, len(q.Columns))
	for i, c := range q.Columns {
		v := flowsInto(q.Statement, i, c.Name, len(q.Columns))
		c.Type.Labels = p.node.Workflow.columns.naming.result(nameOf(c.Name, v), v.Columns)
		for _, from := range v.Columns {
			c.Type.Labels |= p.node.Workflow.columns.of(from)
		}
		for _, n := range v.Params {
			c.Type.Labels |= p.parameter(n).AllLabels()
		}
		c.Sent, c.Claim = p.echoes(v)
		c.Type.Nullable = c.Type.Nullable && p.mayBeNull(v)
		list = append(list, c)
	}
	return list
}

// nameOf is the name by which a column tells what it holds, "" of one that only counts: with_password may be how many
// have one.
func nameOf(name string, v statement.Value) string {
	if v.Counts && v.Unproved == "" && len(v.Columns)+len(v.Params) == 0 {
		return ""
	}
	return name
}

// echoes names the part of the request that goes into a column, and the claim of a token in a column made of nothing
// stored; "" where there is none.
func (p *pass) echoes(v statement.Value) (sent, claim string) {
	for _, n := range v.Params {
		e := p.bound(n)
		sent, claim = cmp.Or(sent, expr.Sent(e)), cmp.Or(claim, expr.Claim(e))
	}
	if len(v.Columns) > 0 {
		claim = ""
	}
	return sent, claim
}

// flowsInto is the statement's value in column i of n: the columns and parameters that flow into it. Where the
// statement's own columns can't be counted, the name tells which it is, and else it is all that the statement reads.
func flowsInto(s *statement.Statement, i int, name string, n int) statement.Value {
	if !s.Partial && len(s.Columns) == n {
		return s.Columns[i].Value
	}
	found := s.All
	seen := 0
	for _, c := range s.Columns {
		if strings.EqualFold(c.Name, name) {
			found = c.Value
			seen++
		}
	}
	if seen != 1 {
		return s.All
	}
	return found
}

// mayBeNull reports whether a value of the statement may be null with what the step binds to its parameters. A member
// of JSON may be null, whatever is said of it.
func (p *pass) mayBeNull(v statement.Value) bool {
	given := func(n int) bool {
		t := p.parameter(n)
		elem := t.Elem != nil && (t.Elem.Nullable || t.Elem.Kind == types.Any)
		return !t.Nullable && !elem && t.Kind != types.Any && t.Kind != types.Unknown
	}
	return v.Null || slices.ContainsFunc(v.NullWith, func(all []int) bool { return !slices.ContainsFunc(all, given) })
}

// parameter is the type of what a step binds to parameter $n, unknown where there is none.
func (p *pass) parameter(n int) types.Type {
	if typed := p.binds(n); typed != nil {
		return typed.Type
	}
	return types.Type{}
}

// bound is the expression of what a step binds to parameter $n, nil where there is none.
func (p *pass) bound(n int) *expr.Expr {
	if typed := p.binds(n); typed != nil {
		return typed.Expr
	}
	return nil
}

func (p *pass) binds(n int) *Typed {
	v := p.node.Shaped(templates.Query)
	if p.step == nil || v == nil {
		return nil
	}
	typed := p.step.Value[v.Field.Name]
	if typed == nil || n > len(typed.Items) {
		return nil
	}
	return typed.Items[n-1]
}
