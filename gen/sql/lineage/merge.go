package lineage

import (
	"github.com/flowc-dev/flowc/gen/sql/constraint"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// merge follows a MERGE. A row that RETURNING gives is one of those that the actions make, or was there before.
func (r *resolver) merge(c *tree.Core, outer *scope) result {
	m := c.Merge
	before := r.table(m.Target, &scope{})
	given := &scope{outer: outer}
	if m.Source != nil {
		r.source(m.Source, given)
	}
	for _, condition := range m.Asks {
		r.ask(condition, &scope{outer: given, relations: []*relation{before}})
	}
	after := *before
	for _, ch := range m.Actions {
		s := &scope{outer: given, relations: []*relation{before}}
		made := statement.Change{Verb: ch.Verb, Table: r.schema.NameOf(m.Target.Path), Where: true, Start: ch.Start}
		made.Joined = joinedBy(m.On, before)
		if ch.Matched && ch.Verb != statement.Insert {
			made.Always = r.matches(m.On, ch, s)
		}
		done := before
		switch ch.Verb {
		case statement.Insert:
			done, _ = r.insert(ch, &made, before, given)
		case statement.Update:
			done = r.update(ch.Set, &made, before, s, false)
		}
		if made.Met = ch.When.Alternatives(false); ch.Matched {
			made.Met = statement.BothOf(m.On.Alternatives(false), made.Met)
		}
		constraint.Refuse(&made, r.schema.Table(before.table), r.schema.Schema)
		constraint.Violate(&made, r.schema.Schema, ch)
		r.changes = append(r.changes, made)
		r.spread(made)
		after = *after.either(done)
	}
	s := &scope{outer: outer, relations: append([]*relation{&after}, given.relations...)}
	if m.Returning {
		old, fresh := *before, after
		old.name, old.hidden, fresh.name, fresh.hidden = m.Named.Before, true, m.Named.After, true
		s.relations = append(s.relations, &old, &fresh)
	}
	found := r.items(&tree.Core{Items: c.Items, Change: &tree.Change{}}, s)
	found.returns, found.Loose = m.Returning, true
	return found
}

// matches says by what each row meets what a MERGE joins by, and what it asks of those that it then changes; nil where
// that is not so.
func (r *resolver) matches(on *tree.Expr, ch *tree.Change, s *scope) *statement.Always {
	h := &holding{r: r, s: s, of: ch.Target}
	if on == nil || on.Says("true") || !h.always(on) || ch.When != nil && !h.always(ch.When) {
		return nil
	}
	h.Place = statement.Place{Start: on.Start, End: on.End}
	return &h.Always
}

// joinedBy are the columns of a table that a condition compares by `=` in each row, whatever their capitals are.
func joinedBy(on *tree.Expr, of *relation) []string {
	s := &scope{relations: []*relation{of}}
	var names []string
	for _, e := range tree.Conjuncts(on) {
		if e.Op != tree.Test || e.Text != "=" {
			continue
		}
		for _, side := range e.Tests {
			for _, f := range s.needed(side) {
				names = append(names, f.name)
			}
		}
	}
	return names
}

// either is a table whose row is one of two.
func (t *relation) either(u *relation) *relation {
	both := *t
	both.columns = nil
	for i, o := range t.columns {
		o.Value = o.Nullable().With(u.columns[i].Value)
		both.columns = append(both.columns, o)
	}
	if t.open != nil && u.open != nil {
		v := t.open.Carrying(*u.open)
		both.open = &v
	}
	both.proved = nil
	return &both
}
