package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/constraint"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// change follows an INSERT, UPDATE or DELETE: what it assigns, what RETURNING then gives, and what every row of it
// meets.
func (r *resolver) change(c *tree.Core, outer *scope) result {
	ch := c.Change
	before := r.table(ch.Target, &scope{})
	s := &scope{outer: outer, relations: []*relation{before}}
	if c.From != nil {
		r.from(c.From, s)
	}
	always := r.holds(c.Where, s, ch.Target)
	s.prove(s.facts(c.Where), true)
	r.ask(c.Where, s)
	made := statement.Change{
		Always: always,
		Verb:   ch.Verb, Table: r.schema.NameOf(ch.Target.Path), Where: c.Where != nil, Start: ch.Start,
		Ignores: strings.EqualFold(ch.Or, "IGNORE"), Replaces: strings.EqualFold(ch.Or, "REPLACE"), OnConflict: ch.Nothing || ch.Upserts,
	}
	meets := c.Meets()
	after, rows := before, result{}
	switch ch.Verb {
	case statement.Insert:
		meets.Loose = true
		after, rows = r.insert(ch, &made, before, outer)
	case statement.Update:
		after = r.update(ch.Set, &made, before, s, false)
	}
	if c.Where.Nests() {
		forgo(&made)
	}
	made.Twice = twice(ch)
	r.missTargets(ch, before.table)
	constraint.Refuse(&made, r.schema.Table(before.table), r.schema.Schema)
	constraint.Violate(&made, r.schema.Schema, ch)
	if made.Met = meets.Met; ch.Verb == statement.Insert && !rows.Loose {
		made.Met = rows.Met
	}
	r.changes = append(r.changes, made)
	r.spread(made)
	return r.returning(c, s, after, rows).meeting(meets)
}

// twice is the first column that a change gives two values.
func twice(ch *tree.Change) string {
	names := [3][]string{ch.Columns}
	for i, list := range [][]tree.Assign{ch.Set, ch.Upsert} {
		for _, a := range list {
			names[i+1] = append(names[i+1], a.Column)
		}
	}
	for _, list := range names {
		for i, name := range list {
			if name != "" && slices.ContainsFunc(list[:i], func(before string) bool { return strings.EqualFold(before, name) }) {
				return name
			}
		}
	}
	return ""
}

// returning is what RETURNING gives of the rows after a change.
func (r *resolver) returning(c *tree.Core, s *scope, after *relation, rows result) result {
	old := *s.relations[0]
	s.relations[0] = after
	if c.Change.Returning {
		fresh := *after
		old.name, old.hidden, fresh.name, fresh.hidden = c.Change.Before, true, c.Change.After, true
		s.relations = append(s.relations, &old, &fresh)
	}
	found := r.items(c, s)
	found.returns = c.Change.Returning
	found.sure = c.Change.Returning && rows.sure
	found.single = rows.single
	return found
}

// update is the target after SET. What an UPSERT sets joins what was inserted.
func (r *resolver) update(
	set []tree.Assign, made *statement.Change, before *relation, s *scope, upsert bool,
) *relation {
	got := map[string]statement.Value{}
	for _, a := range set {
		v := r.value(a.Value, s)
		got[strings.ToLower(a.Column)] = v
		made.Assigned = append(made.Assigned, assigned(a.Column, a.Value, v, upsert))
	}
	return r.assign(before, got)
}

// assigned notes what a column gets.
func assigned(name string, e *tree.Expr, v statement.Value, upsert bool) statement.Assigned {
	a := statement.Assigned{Column: name, Value: v, Upsert: upsert}
	if e != nil {
		a.Moves = e.Moves(name)
		a.Literal, a.Constant, a.Start, a.End = e.Never(), e.Fixed(), e.Start, e.End
		if e.Op == tree.Parameter {
			a.Param = e.Param
		}
		a.From = e.Terms()
		if e.Got.Unproved == "" {
			a.Nulls = e.Lacks()
		}
		if e.Got.Unproved == "" && !a.Nulls {
			a.Lookup = e.Lookup()
		}
		if e.Computes() {
			a.Needs = e.Got.NullWith
		}
	}
	return a
}

// assign is a table in which columns got other values.
func (r *resolver) assign(before *relation, got map[string]statement.Value) *relation {
	after := *before
	after.columns = slices.Clone(before.columns)
	declared := r.schema.Table(before.table)
	for i, c := range after.columns {
		v, ok := got[strings.ToLower(c.name)]
		if !ok {
			after.columns[i].Value = before.seen(c.name, c.Value).Carrying(r.schema.put(before, c.name))
			after.columns[i].Null = after.columns[i].Null || r.schema.rewrites(before, c.name)
			continue
		}
		v = v.Carrying(r.schema.stored(statement.Column{Table: before.table, Name: c.name}, false))
		v = v.Carrying(r.schema.put(before, c.name))
		if d := declared.Column(c.name); d != nil && d.NotNull {
			v = v.Never()
		} else if r.schema.rewrites(before, c.name) {
			v = v.Nullable()
		}
		v.Kind = c.Kind
		after.columns[i].Value = v
	}
	after.proved = nil
	if after.open != nil {
		after.open = after.opened(got)
	}
	if declared != nil && declared.View == nil && len(after.columns) == len(declared.Columns) {
		after.generate(r, declared)
	}
	return &after
}

// rewrites reports whether a trigger may give a column NULL before the row is written and comes back: one of
// PostgreSQL's that assigns it, or of which nothing is known; or of a view, whose rows are what its trigger makes of
// them.
func (s *Schema) rewrites(t *relation, column string) bool {
	if s.Schema == nil {
		return false
	}
	if t.view != "" {
		return s.Table(t.view).Acts
	}
	declared := s.Table(t.table)
	if !s.Postgres || declared == nil || declared.Column(column) == nil || declared.Column(column).NotNull {
		return false
	}
	_, assigned := s.copies[statement.Column{Table: strings.ToLower(declared.Name), Name: strings.ToLower(column)}]
	return slices.ContainsFunc(s.Triggers, func(on ddl.Trigger) bool {
		f := s.Routines[on.Function]
		return on.Of == declared && on.Before && (assigned || f == nil && !known[on.Function] || f != nil && !f.Steps)
	})
}

// known are the functions for triggers that PostgreSQL and its extensions bring with them, which give no column NULL.
var known = tree.Set("moddatetime tsvector_update_trigger tsvector_update_trigger_column insert_username suppress_redundant_updates_trigger")

// put is what triggers give a column of a row that is written through a view.
func (s *Schema) put(t *relation, column string) statement.Value {
	if t.view == "" {
		return statement.Value{}
	}
	v := s.stored(statement.Column{Table: t.view, Name: column}, false)
	v.Columns = slices.DeleteFunc(slices.Clone(v.Columns), func(c statement.Column) bool { return strings.EqualFold(c.Table, t.view) })
	return v
}

// opened is what a column that is not declared may hold: any of the values that were assigned.
func (t *relation) opened(got map[string]statement.Value) *statement.Value {
	v := *t.open
	for _, w := range got {
		v = v.Carrying(w)
	}
	v.Null = true
	return &v
}

// insert is the target with the rows that an INSERT gives it.
func (r *resolver) insert(ch *tree.Change, made *statement.Change, before *relation, outer *scope) (*relation, result) {
	rows := result{sure: true, single: true}
	if ch.Body != nil {
		rows = r.query(ch.Body, outer)
		if !rows.partial {
			r.spellInsert(ch, before, len(rows.columns))
		}
	}
	declared := r.schema.Table(before.table)
	names := ch.Columns
	if names == nil {
		names = before.insertable(declared)
	}
	got := map[string]statement.Value{}
	for i, name := range names {
		v := statement.Unfollowed("the values of the INSERT can't be counted")
		switch {
		case ch.Body == nil:
			continue
		case !rows.partial && i < len(rows.columns):
			v = rows.columns[i].Value
		}
		got[strings.ToLower(name)] = v
	}
	assignRows(made, ch.Body, names, got)
	assignStar(made, ch.Body, names, rows)
	made.Missing = constraint.Missing(declared, names, ch.Body == nil)
	after := r.inserted(before, declared, got, names == nil && ch.Body != nil, rows)
	if ch.Upserts {
		after = r.upsert(ch, made, before, after, outer)
	}
	rows.sure = rows.sure && !ch.Nothing && ch.Sometimes == nil && !made.Ignores && (declared == nil || !declared.Stops)
	return after, rows
}

// insertable are the columns that an INSERT without a list fills, nil where they are not known.
func (t *relation) insertable(declared *ddl.Table) []string {
	var names []string
	for _, c := range t.columns {
		if d := declared.Column(c.name); t.open == nil && (d == nil || !d.Generated) {
			names = append(names, c.name)
		}
	}
	return names
}

// assignRows notes what each column of an INSERT gets, row by row.
func assignRows(c *statement.Change, body *tree.Query, names []string, got map[string]statement.Value) {
	if body == nil {
		return
	}
	asks := slices.ContainsFunc(body.Cores, func(from *tree.Core) bool { return from.Where.Nests() })
	for _, from := range body.Cores {
		rows := from.Rows
		if rows == nil {
			rows = [][]*tree.Expr{from.Values(len(names))}
		}
		for _, tuple := range rows {
			for i, name := range names {
				var e *tree.Expr
				if i < len(tuple) {
					e = tuple[i]
				}
				c.Assigned = append(c.Assigned, assigned(name, e, got[strings.ToLower(name)], false))
			}
		}
	}
	if asks {
		forgo(c)
	}
	c.Asks = slices.ContainsFunc(body.Cores, func(from *tree.Core) bool { return from.Where.Misses(c.Table) })
}

// assignStar notes of an INSERT … SELECT * which columns behind the * may be null.
func assignStar(c *statement.Change, body *tree.Query, names []string, rows result) {
	if body == nil || len(body.Cores) != 1 || len(body.Cores[0].Items) != 1 || !body.Cores[0].Items[0].Starred || rows.partial || len(rows.columns) != len(names) {
		return
	}
	star := body.Cores[0].Items[0]
	for i, o := range rows.columns {
		if a := &c.Assigned[i]; o.Null && o.Unproved == "" && o.name != "" {
			a.Nulls, a.Source, a.Start, a.End = true, o.name, star.Start, star.End
		}
	}
}

// inserted is the row that an INSERT made: columns that it leaves out have their defaults.
func (r *resolver) inserted(before *relation, declared *ddl.Table, got map[string]statement.Value, uncounted bool, rows result) *relation {
	if declared != nil {
		for _, c := range declared.Columns {
			if _, ok := got[strings.ToLower(c.Name)]; !ok {
				got[strings.ToLower(c.Name)] = statement.Value{Null: !c.NotNull && !c.Identity && (!c.Default || c.Computed)}
			}
		}
	}
	after := r.assign(before, got)
	if uncounted && after.open != nil {
		for _, o := range rows.columns {
			*after.open = after.open.Carrying(o.Value)
		}
	}
	return after
}

// upsert is the row after DO UPDATE: the inserted one, or the one that was there.
func (r *resolver) upsert(ch *tree.Change, made *statement.Change, before, inserted *relation, outer *scope) *relation {
	excluded := *inserted
	excluded.name, excluded.hidden = "excluded", true
	s := &scope{outer: outer, relations: []*relation{before, &excluded}}
	r.ask(ch.Sometimes, s)
	updated := r.update(ch.Upsert, made, before, s, true)
	for i := range updated.columns {
		updated.columns[i].Value = updated.columns[i].With(inserted.columns[i].Value)
	}
	if updated.open != nil {
		v := updated.open.Carrying(*inserted.open)
		updated.open = &v
	}
	return updated
}

// forgo forgets the look-ups of a change that asks by itself which rows there are: for whether these are there, too,
// perhaps.
func forgo(c *statement.Change) {
	for i := range c.Assigned {
		c.Assigned[i].Lookup = nil
	}
}
