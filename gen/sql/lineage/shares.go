package lineage

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// share notes what else a column gives than what is written to it by its name: what is written to a view of its table,
// to a partition or to a table that inherits from it, to the table that a foreign key or a full-text index refers to;
// and what its default calls.
func (s *Schema) share() {
	for _, t := range s.Tables() {
		switch {
		case t.View != nil:
			s.shareView(t)
		case len(t.Parents) > 0:
			s.shareParents(t)
		}
		for _, k := range t.Keys {
			if k.Foreign {
				s.shareKey(t, k)
			}
		}
		s.shareContent(t)
		s.shareDefaults(t)
	}
}

// same notes that what is written to a column may come out of another one.
func (s *Schema) same(to, from statement.Column) {
	key := statement.Column{Table: strings.ToLower(from.Table), Name: strings.ToLower(from.Name)}
	s.shares[key] = append(s.shares[key], to)
}

// spread notes what else a change writes than the columns that it names.
func (r *resolver) spread(c statement.Change) {
	if r.schema.Schema == nil {
		return
	}
	for _, a := range c.Assigned {
		written := statement.Column{Table: strings.ToLower(c.Table), Name: strings.ToLower(a.Column)}
		for _, to := range r.schema.shares[written] {
			r.moves = append(r.moves, statement.Move{To: to, Value: a.Value})
		}
	}
}

// shareView notes columns that are written by way of a view.
func (s *Schema) shareView(view *ddl.Table) {
	for _, c := range s.Shown(view) {
		if c.Base.Name != "" {
			s.same(c.Base, statement.Column{Table: view.Name, Name: c.Name})
		}
	}
}

// shareParents notes columns of the tables that a table is a part of, or inherits from.
func (s *Schema) shareParents(t *ddl.Table) {
	for _, id := range t.Parents {
		parent := s.ByID[id]
		if parent == nil || parent == t {
			continue
		}
		for _, c := range parent.Columns {
			s.same(statement.Column{Table: parent.Name, Name: c.Name}, statement.Column{Table: t.Name, Name: c.Name})
		}
	}
}

// isCount reports whether a column is a number or an id, which nobody takes for a secret.
func isCount(c *ddl.Column) bool {
	if c == nil || c.Identity {
		return true
	}
	kind := strings.ToUpper(c.Type)
	return strings.Contains(kind, "INT") || strings.Contains(kind, "UUID")
}

// shareKey notes columns that have the value of another table's. What is written to that comes out of them by ON
// UPDATE, and what is there before is what they refer to.
func (s *Schema) shareKey(t *ddl.Table, k ddl.Key) {
	parent := s.ByID[k.Of]
	if parent == nil {
		return
	}
	target := k.Target(parent)
	for i, name := range k.Columns {
		if i < len(target) {
			s.same(statement.Column{Table: t.Name, Name: name}, statement.Column{Table: parent.Name, Name: target[i]})
			if !isCount(parent.Column(target[i])) {
				of := statement.Column{Table: parent.Name, Name: target[i]}
				s.copy(t.Name, name, statement.OfColumn(of, true), statement.Value{})
			}
		}
	}
}

// shareContent notes columns of a full-text table that keeps them in another one: content='notes'.
func (s *Schema) shareContent(t *ddl.Table) {
	for i, word := range t.Text {
		if !word.Is("CONTENT") || i+2 >= len(t.Text) || !t.Text[i+1].Is("=") {
			continue
		}
		name := t.Text[i+2].Name()
		if t.Text[i+2].Kind == token.Text {
			name = t.Text[i+2].Text()
		}
		for _, c := range t.Columns {
			if of := s.Table(name).Column(c.Name); of != nil {
				s.same(statement.Column{Table: t.Name, Name: c.Name}, statement.Column{Table: s.Table(name).Name, Name: of.Name})
			}
		}
	}
}

// shareDefaults notes what defaults call.
func (s *Schema) shareDefaults(t *ddl.Table) {
	for _, c := range t.Columns {
		if c.Fallback == nil {
			continue
		}
		if v := s.resolver().value(c.Fallback, &scope{}); v.Unproved == "" {
			s.copy(t.Name, c.Name, v, statement.Value{})
		}
	}
}
