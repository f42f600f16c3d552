package ir

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
)

// A column that holds four characters of a hash tells of it by `=` what a whole hash does not: there are so few that
// they are tried.

// addParts notes that a column holds parts of values that have some labels.
func (c columns) addParts(to statement.Column, labels types.Label) {
	if labels &= types.Confidential; labels == 0 {
		return
	}
	for _, known := range c.keys(to) {
		known.parts |= labels
	}
}

// partsOf are the labels of the values of which a column holds parts.
func (c columns) partsOf(from statement.Column) types.Label {
	if known := c.by[lower(from)]; known != nil {
		return known.parts
	}
	return 0
}

// partsInto are the labels of the values of which parts flow into a value, of a step's statement with those parameters.
func (c columns) partsInto(v statement.Value, s *Step, params []*Typed) types.Label {
	if v.Part {
		return c.into(v, params)
	}
	var labels types.Label
	for _, n := range v.Params {
		if n <= len(params) {
			labels |= c.partsIn(params[n-1].Expr, s)
		}
	}
	for _, from := range v.Columns {
		labels |= c.partsOf(from)
	}
	return labels
}

// partsIn are the labels of the values of which an expression holds parts.
func (c columns) partsIn(e *expr.Expr, s *Step) types.Label {
	var labels types.Label
	if e == nil {
		return labels
	}
	s.Flow.values().Made(s, e, func(e *expr.Expr) bool {
		confidential := e.Type.AllLabels() & types.Confidential
		switch src := sourceOf(e); {
		case confidential == 0 || isDigest(e):
			return false
		case e.Pieces():
			labels |= confidential
			return false
		case src.Kind == FromNode && src.Node != nil:
			labels |= c.partsRead(src)
		}
		return true
	})
	return labels
}

// partsRead are the labels of the values of which what a node's statement gives holds parts.
func (c columns) partsRead(src Source) types.Label {
	if src.Node.query == nil || src.Node.query.Statement == nil {
		return 0
	}
	var labels types.Label
	q := src.Node.query
	for i, column := range q.Columns {
		if column.Name != src.Field {
			continue
		}
		v := flowsInto(q.Statement, i, column.Name, len(q.Columns))
		for _, from := range v.Columns {
			labels |= c.partsOf(from)
			if v.Part {
				labels |= c.of(from)
			}
		}
	}
	return labels
}
