package ir

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/templates"
)

// SourceOf returns where the value of a reference comes from.
func SourceOf(e *expr.Expr) Source { return sourceOf(e) }

// Taken returns the outputs of a node that may have been taken on a path to s.
func (s *Step) Taken(n *Node) []*Out { return s.taken(n) }

// Sent returns the output that the wire leaves by which o leads on.
func (o *Out) Sent() *Out { return o.sent() }

// Items returns the list whose items a step's region is run for, nil of another step.
func (s *Step) Items() *Typed {
	if each := s.Node.repeats(); each != nil {
		return s.Value[each.Items]
	}
	return nil
}

// ResultOf returns what flows into result column i of the node's statement.
func (n *Node) ResultOf(i int) statement.Value {
	return flowsInto(n.query.Statement, i, n.query.Columns[i].Name, len(n.query.Columns))
}

// Yields returns the values that the end of a region yields; none of another step.
func (s *Step) Yields() []*Typed {
	if s.Node.Ends == nil {
		return nil
	}
	var list []*Typed
	for _, f := range s.Checked() {
		if f.Sink == templates.Inside {
			list = append(list, s.Value[f.Name])
		}
	}
	return list
}
