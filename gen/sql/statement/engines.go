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
	s.Bounds = Union(s.Bounds, other.Bounds, slices.Compare)
	s.Skips = Added(s.Skips, other.Skips, func(a, b int) bool { return a == b })
	s.Crypted = slices.DeleteFunc(s.Crypted, func(n int) bool { return !slices.Contains(other.Crypted, n) })
	s.Endless = Added(s.Endless, other.Endless, Column.Is)
	s.Folded = Added(s.Folded, other.Folded, func(a, b int) bool { return a == b })
	s.Moves = Added(s.Moves, other.Moves, func(a, b Move) bool { return a.To == b.To && a.Value.Equal(b.Value) })
	s.Leaks = Added(s.Leaks, other.Leaks, Leak.equal)
	s.Searches = Added(s.Searches, other.Searches, func(a, b Search) bool { return a.Place == b.Place && slices.Equal(a.Of, b.Of) })
	s.Faults.beside(other.Faults)
	s.Casts = append(s.Casts, other.Casts...)
	s.All = s.All.With(other.All)
	s.Unproved = cmp.Or(s.Unproved, other.Unproved)
}

// besideColumns joins the columns of both results. Where these are not as many, any of the other may stand for one of
// them.
func (s *Statement) besideColumns(other *Statement) {
	counted := len(s.Columns) == len(other.Columns) && !s.Partial && !other.Partial
	for i := range s.Columns {
		value := other.All.Nullable()
		if counted {
			value = other.Columns[i].Value
		}
		s.Columns[i].Value = s.Columns[i].With(value)
	}
}

// besideConditions joins what both ask of their rows. A column is unique where it is in both.
func (s *Statement) besideConditions(other *Statement) {
	s.Met, s.Loose = besideMet(s.Met, other.Met), s.Loose || other.Loose
	s.Compared = Added(s.Compared, other.Compared, Comparison.is)
	for i, k := range s.Keys {
		same := func(o ColumnKey) bool { return o.Unique && o.Is(k.Column) }
		s.Keys[i].Unique = k.Unique && slices.ContainsFunc(other.Keys, same)
	}
	s.Keys = Added(s.Keys, other.Keys, func(a, b ColumnKey) bool { return a.Is(b.Column) })
}

// besideChanges joins the changes of both: they stand in one text, in one order.
func (s *Statement) besideChanges(other *Statement) {
	for i := range s.Changes {
		if len(s.Changes) == len(other.Changes) {
			s.Changes[i].beside(&other.Changes[i])
		} else {
			s.Changes[i].Unsure = true
		}
	}
}

// beside adds what a change does on another engine.
func (c *Change) beside(other *Change) {
	c.Always, c.Met = cmp.Or(c.Always, other.Always), besideMet(c.Met, other.Met)
	c.Missing = Added(c.Missing, other.Missing, strings.EqualFold)
	c.Twice, c.NoKey = cmp.Or(c.Twice, other.Twice), cmp.Or(c.NoKey, other.NoKey)
	c.Keys, c.Unsure = Added(c.Keys, other.Keys, Key.is), c.Unsure || other.Unsure
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
	a.Value = a.Value.With(other.Value)
	a.Needs = Union(a.Needs, other.Needs, slices.Compare)
	a.Nulls, a.Refuses = a.Nulls || other.Nulls, a.Refuses || other.Refuses
	a.Unique, a.Checked, a.Domain = a.Unique || other.Unique, a.Checked || other.Checked, a.Domain || other.Domain
	a.Lookup = cmp.Or(a.Lookup, other.Lookup)
}
