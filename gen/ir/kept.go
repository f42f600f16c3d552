package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
)

// What one statement stores in a column, others of the folder read: a hash is a hash there too, whatever the column is
// called.

// columns are the labels that columns have for what is stored in them, beside those of their names. Keys are in lower
// case; one without a table has what all columns of that name have.
type columns struct {
	naming *Naming
	by     map[statement.Column]*column
}

// column holds the labels of the values that the folder's statements write into one column.
type column struct {
	labels types.Label
	parts  types.Label // those of values of which it holds a part
	by     []stores
}

// stores is a node that gives a column labels which no node before it has.
type stores struct {
	node   *Node
	labels types.Label
}

// columns holds, by table and column, the labels that the folder's statements write there, as they were built last.
// What one statement has copied another one copies on, be there none that reads what is in between.
func (f *folder) columns() columns {
	before := f.builder.columns
	for range maxRounds {
		found := f.noted(before)
		if found.equal(before) {
			break
		}
		before = found
	}
	return before
}

// noted are the columns that the folder's statements write, where they have the labels that are known before.
func (f *folder) noted(before columns) columns {
	found := columns{before.naming, map[statement.Column]*column{}}
	for _, w := range f.byStem() {
		for _, flow := range w.Flows {
			for _, s := range flow.Steps {
				found.note(s, before)
			}
		}
	}
	return found
}

// note notes what a step stores, where columns have the labels that are known before.
func (c columns) note(s *Step, before columns) {
	for _, against := range s.Against() {
		s.eachColumn(against, func(from statement.Column, _ *Node) { c.add(from, types.Hash, nil) })
	}
	q, params := s.Query()
	if q.Statement == nil || !q.Known {
		return
	}
	for _, change := range q.Statement.Changes {
		for _, a := range change.Assigned {
			v := a.Value
			if a.Param > 0 {
				v = statement.Value{Params: []int{a.Param}} // whatever else can't be followed
			}
			to := statement.Column{Table: change.Table, Name: a.Column}
			c.add(to, before.into(v, params), s.Node)
			c.addParts(to, before.partsInto(v, s, params))
		}
	}
	for _, m := range q.Statement.Moves {
		c.add(m.To, before.into(m.Value, params), s.Node)
		c.addParts(m.To, before.partsInto(m.Value, s, params))
	}
}

// into are the labels of what flows into a value, of a statement with those parameters.
func (c columns) into(v statement.Value, params []*Typed) types.Label {
	var labels types.Label
	for _, n := range v.Params {
		if n <= len(params) {
			labels |= params[n-1].Type.AllLabels()
		}
	}
	for _, from := range v.Columns {
		labels |= c.of(from)
	}
	return labels
}

// add adds labels to a column, but for those that its name gives it. They are of what a node stores, or nil where none
// does.
func (c columns) add(to statement.Column, labels types.Label, by *Node) {
	labels &= types.Confidential &^ c.naming.Column(to)
	if labels == 0 {
		return
	}
	for _, known := range c.keys(to) {
		if fresh := labels &^ known.labels; fresh != 0 {
			known.labels |= fresh
			if by != nil {
				known.by = append(known.by, stores{by, fresh})
			}
		}
	}
}

// keys returns the entries of a column and of its name alone, which stands for that column of all tables; it makes
// those that are missing.
func (c columns) keys(to statement.Column) []*column {
	var list []*column
	for _, key := range []statement.Column{lower(to), lower(statement.Column{Name: to.Name})} {
		if c.by[key] == nil {
			c.by[key] = &column{}
		}
		list = append(list, c.by[key])
	}
	return list
}

// of are the labels of a column, those of its name among them.
func (c columns) of(from statement.Column) types.Label {
	labels := c.naming.Column(from)
	if known := c.by[lower(from)]; known != nil {
		labels |= known.labels
	}
	return labels
}

// ColumnLabels returns the labels of a column: of its name, and of what workflows store in it or in a part of it.
func (p *Program) ColumnLabels(c statement.Column) types.Label {
	if len(p.Workflows) == 0 {
		return p.Naming.Column(c)
	}
	known := p.Workflows[0].columns
	labels := known.of(c)
	if stored := known.by[lower(c)]; stored != nil {
		labels |= stored.parts
	}
	return labels
}

// Storing returns the nodes that have given a column such labels, each once, but for the one that reads it.
func (p *Program) Storing(c statement.Column, labels types.Label, reader *Node) []*Node {
	var list []*Node
	if len(p.Workflows) == 0 {
		return nil
	}
	if known := p.Workflows[0].columns.by[lower(c)]; known != nil {
		for _, by := range known.by {
			same := by.node.Workflow.Stem == reader.Workflow.Stem && by.node.ID.Value == reader.ID.Value
			if by.labels.Has(labels) && !same && !slices.Contains(list, by.node) {
				list = append(list, by.node)
			}
		}
	}
	return list
}

func lower(c statement.Column) statement.Column {
	return statement.Column{Table: strings.ToLower(c.Table), Name: strings.ToLower(c.Name)}
}

// equal reports whether columns have the same labels.
func (c columns) equal(d columns) bool {
	for key, known := range c.by {
		if d.by[key] == nil || d.by[key].labels != known.labels || d.by[key].parts != known.parts {
			return false
		}
	}
	return len(c.by) == len(d.by)
}

// selectsOther reports whether a statement's results have other labels by next than by told.
func (w *Workflow) selectsOther(told, next columns) bool {
	return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.differs(told, next) })
}

// differs reports whether what the node's statement gives has other labels by b than by a.
func (n *Node) differs(a, b columns) bool {
	if n.query == nil || n.query.Statement == nil {
		return false
	}
	for i, c := range n.query.Columns {
		for _, from := range flowsInto(n.query.Statement, i, c.Name, len(n.query.Columns)).Columns {
			if a.of(from) != b.of(from) {
				return true
			}
		}
	}
	return false
}

// eachColumn calls f for each column of which e is made, with the node that reads it.
func (s *Step) eachColumn(e *expr.Expr, f func(from statement.Column, by *Node)) {
	for _, src := range s.Origins(e) {
		if src.Kind != FromNode || src.Node.query == nil || src.Node.query.Statement == nil {
			continue
		}
		q := src.Node.query
		for i, c := range q.Columns {
			if _, one := src.Node.column(src.Field); one && c.Name != src.Field {
				continue
			}
			for _, from := range flowsInto(q.Statement, i, c.Name, len(q.Columns)).Columns {
				f(from, src.Node)
			}
		}
	}
}

// column returns the column of the node's results that has a name.
func (n *Node) column(name string) (types.Field, bool) {
	i := slices.IndexFunc(n.query.Columns, func(c types.Field) bool { return c.Name == name })
	if i < 0 {
		return types.Field{}, false
	}
	return n.query.Columns[i], true
}
