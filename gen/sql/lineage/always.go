package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// holds returns how every row meets a condition, whatever the row holds; nil where that is not so, or unknown. The
// facts that the condition establishes about columns must not be known yet.
func (r *resolver) holds(condition *tree.Expr, s *scope, of *tree.Source) *statement.Always {
	if condition == nil || condition.Says("true") {
		return nil
	}
	h := &holding{r: r, s: s, of: of}
	if !h.always(condition) {
		return nil
	}
	h.Place = statement.Place{Start: condition.Start, End: condition.End}
	return &h.Always
}

// holding looks for what a condition holds by.
type holding struct {
	statement.Always
	r  *resolver
	s  *scope
	of *tree.Source // the table that is changed
}

func (h *holding) always(e *tree.Expr) bool {
	switch e.Op {
	case tree.Literal:
		return tree.Truth(e) == "true"
	case tree.And:
		return h.always(e.Tests[0]) && h.always(e.Tests[1])
	case tree.Or:
		return h.complete(e.Tests[0], e.Tests[1]) || h.complete(e.Tests[1], e.Tests[0]) || h.always(e.Tests[0]) || h.always(e.Tests[1])
	case tree.Not:
		return h.never(e.Tests[0])
	case tree.NotNull:
		return h.present(e.Tests[0])
	case tree.Test:
		return h.compares(e, true)
	case tree.Asked:
		return h.asks(e)
	case tree.List:
		return e.Query != nil && e.Empty == "false" && h.among(e)
	case tree.Exists:
		return h.own(e.Query) != nil
	}
	return false
}

// never reports whether no row meets a condition, and none leaves it open.
func (h *holding) never(e *tree.Expr) bool {
	switch e.Op {
	case tree.Literal:
		return tree.Truth(e) == "false"
	case tree.And:
		return h.never(e.Tests[0]) || h.never(e.Tests[1])
	case tree.Or:
		return h.never(e.Tests[0]) && h.never(e.Tests[1])
	case tree.Not:
		return h.always(e.Tests[0])
	case tree.IsNull:
		return h.present(e.Tests[0])
	case tree.Test:
		return h.compares(e, false)
	}
	return false
}

// complete reports whether one condition asks whether something is null, and the other one whether it is not.
func (h *holding) complete(a, b *tree.Expr) bool {
	return a.Op == tree.IsNull && b.Op == tree.NotNull && h.same(a.Tests[0], b.Tests[0])
}

// asks reports whether `a IS b` holds by itself.
func (h *holding) asks(e *tree.Expr) bool {
	switch e.Text {
	case "IS TRUE":
		return h.always(e.Tests[0])
	case "IS FALSE":
		return h.never(e.Tests[0])
	case "IS":
		return len(e.Tests) == 2 && h.same(e.Tests[0], e.Tests[1])
	}
	return false
}

// compares reports whether a comparison has that result for each row: of something with itself, or of two literals.
func (h *holding) compares(e *tree.Expr, result bool) bool {
	a, b := e.Tests[0], e.Tests[1]
	if e.Pattern != "" {
		all := map[string]string{"LIKE": "'%'", "ILIKE": "'%'", "GLOB": "'*'"}[strings.ToUpper(e.Pattern)]
		return result && !e.Negated && len(e.Tests) == 2 && all != "" && b.Op == tree.Literal && b.Text == all && h.present(a)
	}
	is := map[string][3]bool{ // of the same, of a smaller and of a greater one
		"=": {true, false, false}, "==": {true, false, false}, "<>": {false, true, true}, "!=": {false, true, true},
		"<": {false, true, false}, "<=": {true, true, false}, ">": {false, false, true}, ">=": {true, false, true},
	}
	means, known := is[e.Text]
	if !known {
		return false
	}
	if n, m, numbers := tree.FiguresOf(a, b); numbers {
		return result == (n == m && means[0] || n < m && means[1] || n > m && means[2])
	}
	return result == means[0] && h.present(a) && h.present(b) && h.same(a, b)
}

// present reports whether an expression is never null, if the parameters in it are not.
func (h *holding) present(e *tree.Expr) bool {
	switch {
	case e.Op == tree.Literal:
		return true
	case e.Op == tree.Parameter:
		h.Given = append(h.Given, e.Param)
		return true
	case e.Op == tree.Column:
		v := h.s.column(e.Path)
		return !v.Null && len(v.NullWith) == 0 && v.Unproved == "" && len(v.Columns) > 0
	case e.Op == tree.Row, e.Op == tree.Strict, e.Calls(tree.StrictFunctions()):
		return len(e.Tests) == 0 && !slices.ContainsFunc(e.Args, func(arg *tree.Expr) bool { return !h.present(arg) })
	}
	return false
}

// same reports whether two expressions are the same for each row, if the parameters are which have to be.
func (h *holding) same(a, b *tree.Expr) bool {
	switch {
	case a.Op != b.Op || len(a.Args) != len(b.Args) || len(a.Tests)+len(b.Tests) > 0:
		return false
	case a.Op == tree.Parameter:
		if a.Param != b.Param {
			h.Alike = append(h.Alike, [2]int{a.Param, b.Param})
		}
		return true
	case a.Op == tree.Literal:
		return a.Text == b.Text
	case a.Op == tree.Column:
		left, right := h.s.locate(a.Path), h.s.locate(b.Path)
		return len(left) == 1 && len(right) == 1 && left[0].relation == right[0].relation && strings.EqualFold(left[0].name, right[0].name)
	case a.Op != tree.Row && a.Op != tree.Strict &&
		!(a.Calls(tree.StrictFunctions()) && strings.EqualFold(tree.Last(a.Path), tree.Last(b.Path))):
		return false
	}
	for i := range a.Args {
		if !h.same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return strings.EqualFold(a.Text, b.Text)
}

// among reports whether a column is one of those that a SELECT of the table itself gives, of each of its rows.
func (h *holding) among(e *tree.Expr) bool {
	c := h.own(e.Query)
	if c == nil || len(c.Items) != 1 || c.Items[0].Value.Op != tree.Column || e.Tests[0].Op != tree.Column {
		return false
	}
	return strings.EqualFold(tree.Last(c.Items[0].Value.Path), tree.Last(e.Tests[0].Path)) && h.present(e.Tests[0])
}

// own is a SELECT of all rows of the table that is changed, or nil.
func (h *holding) own(q *tree.Query) *tree.Core {
	if q == nil || len(q.Cores) != 1 || len(q.With) > 0 || q.Limited || len(q.Bounds) > 0 {
		return nil
	}
	c := q.Cores[0]
	switch {
	case c.From == nil || len(c.From.Joins) > 0 || c.From.First.Path == nil || c.From.First.Calls != nil:
	case c.Where != nil || c.Having != nil || c.Group || tree.Aggregated(c) ||
		h.s.cte(tree.Last(c.From.First.Path)) != nil:
	case strings.EqualFold(tree.Last(c.From.First.Path), tree.Last(h.of.Path)):
		return c
	}
	return nil
}
