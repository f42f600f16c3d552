package statement

import (
	"cmp"
	"slices"
	"strings"
)

// Besides adds what the statement does on another engine, which has a schema of its own: of everything the worse
// counts.
func (s *Statement) Besides(other *Statement) {
	s.besideColumns(other)
	s.Partial, s.Unnamed = s.Partial || other.Partial, s.Unnamed || other.Unnamed
	s.Sure, s.Single = s.Sure && other.Sure, s.Single && other.Single
	s.Writes, s.Calls = s.Writes || other.Writes, s.Calls || other.Calls
	s.besideConditions(other)
	s.besideChanges(other)
	s.Bounds = union(s.Bounds, other.Bounds, slices.Compare)
	s.Skips = added(s.Skips, other.Skips, func(a, b int) bool { return a == b })
	s.Crypted = slices.DeleteFunc(s.Crypted, func(n int) bool { return !slices.Contains(other.Crypted, n) })
	s.Endless = added(s.Endless, other.Endless, Column.is)
	s.Folded = added(s.Folded, other.Folded, func(a, b int) bool { return a == b })
	s.Moves = added(s.Moves, other.Moves, func(a, b Move) bool { return a.To == b.To && a.Value.equal(b.Value) })
	s.Tells = added(s.Tells, other.Tells, Tell.equal)
	s.Searches = added(s.Searches, other.Searches, func(a, b Search) bool { return a.Place == b.Place && slices.Equal(a.Of, b.Of) })
	s.Faults.beside(other.Faults)
	s.Casts = append(s.Casts, other.Casts...)
	s.All = s.All.with(other.All)
	s.Unproved = cmp.Or(s.Unproved, other.Unproved)
}

// besideColumns joins the columns of both results. Where these are not as many, any of the other may stand for one of
// them.
func (s *Statement) besideColumns(other *Statement) {
	counted := len(s.Columns) == len(other.Columns) && !s.Partial && !other.Partial
	for i := range s.Columns {
		value := other.All.nullable()
		if counted {
			value = other.Columns[i].Value
		}
		s.Columns[i].Value = s.Columns[i].with(value)
	}
}

// besideConditions joins what both ask of their rows. A column is unique where it is in both.
func (s *Statement) besideConditions(other *Statement) {
	s.Met, s.Loose = besideMet(s.Met, other.Met), s.Loose || other.Loose
	s.Compared = added(s.Compared, other.Compared, Comparison.is)
	for i, k := range s.Keys {
		same := func(o ColumnKey) bool { return o.Unique && o.is(k.Column) }
		s.Keys[i].Unique = k.Unique && slices.ContainsFunc(other.Keys, same)
	}
	s.Keys = added(s.Keys, other.Keys, func(a, b ColumnKey) bool { return a.is(b.Column) })
}

// is reports whether both name one column, in any case.
func (c Column) is(other Column) bool {
	return strings.EqualFold(c.Table, other.Table) && strings.EqualFold(c.Name, other.Name)
}

// besideChanges joins the changes of both: they stand in one text, in one order.
func (s *Statement) besideChanges(other *Statement) {
	for i := range s.Changes {
		if len(s.Changes) == len(other.Changes) {
			s.Changes[i].beside(&other.Changes[i])
		} else {
			s.Changes[i].unsure = true
		}
	}
}

// beside adds what a change does on another engine.
func (c *Change) beside(other *Change) {
	c.Always, c.Met = cmp.Or(c.Always, other.Always), besideMet(c.Met, other.Met)
	c.Missing = added(c.Missing, other.Missing, strings.EqualFold)
	c.Twice, c.NoKey = cmp.Or(c.Twice, other.Twice), cmp.Or(c.NoKey, other.NoKey)
	c.keys, c.unsure = added(c.keys, other.keys, Key.is), c.unsure || other.unsure
	same := slices.EqualFunc(c.Assigned, other.Assigned, func(a, b Assigned) bool { return strings.EqualFold(a.Column, b.Column) })
	if !same { // columns that are not named
		c.Assigned = append(c.Assigned, other.Assigned...)
		return
	}
	for i := range c.Assigned {
		c.Assigned[i].beside(&other.Assigned[i])
	}
}

// beside adds what a column gets on another engine, and what it takes there.
func (a *Assigned) beside(other *Assigned) {
	a.Value = a.Value.with(other.Value)
	a.Needs = union(a.Needs, other.Needs, slices.Compare)
	a.Nulls, a.Refuses = a.Nulls || other.Nulls, a.Refuses || other.Refuses
	a.Unique, a.Checked, a.Domain = a.Unique || other.Unique, a.Checked || other.Checked, a.Domain || other.Domain
	a.Lookup = cmp.Or(a.Lookup, other.Lookup)
}

// is reports whether both are one key.
func (k Key) is(other Key) bool { return k.Table == other.Table && k.Name == other.Name }

// added is a list, and what of another one is not in it.
func added[T any](list, others []T, same func(a, b T) bool) []T {
	for _, o := range others {
		if !slices.ContainsFunc(list, func(known T) bool { return same(known, o) }) {
			list = append(list, o)
		}
	}
	return list
}

// equal reports whether both show as much of as much.
func (t Tell) equal(other Tell) bool {
	return t.Place == other.Place && t.Table == other.Table && t.Whole == other.Whole && t.Alike == other.Alike && t.Of.equal(other.Of) &&
		slices.Equal(t.By, other.By) && slices.Equal(t.With, other.With)
}
