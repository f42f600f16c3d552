package statement

import (
	"slices"
	"strings"
)

// change follows an INSERT, UPDATE or DELETE: what it assigns, what RETURNING then gives, and what every row of it
// meets.
func (r *resolver) change(c *core, outer *scope) result {
	ch := c.change
	before := r.table(ch.target, &scope{})
	s := &scope{outer: outer, relations: []*relation{before}}
	if c.from != nil {
		r.from(c.from, s)
	}
	always := r.holds(c.where, s, ch.target)
	s.prove(s.facts(c.where), true)
	r.ask(c.where, s)
	made := Change{
		Always: always,
		Verb:   ch.verb, Table: r.schema.nameOf(ch.target.path), Where: c.where != nil, Start: ch.start,
		Ignores: strings.EqualFold(ch.or, "IGNORE"), Replaces: strings.EqualFold(ch.or, "REPLACE"), OnConflict: ch.nothing || ch.upserts,
	}
	meets := c.meets()
	after, rows := before, result{}
	switch ch.verb {
	case Insert:
		meets.loose = true
		after, rows = r.insert(ch, &made, before, outer)
	case Update:
		after = r.update(ch.set, &made, before, s, false)
	}
	if c.where.nests() {
		made.forgo()
	}
	made.Twice = twice(ch)
	r.missTargets(ch, before.table)
	made.refuse(r.schema.Table(before.table), r.schema)
	made.violate(r.schema, ch)
	if made.Met = meets.met; ch.verb == Insert && !rows.loose {
		made.Met = rows.met
	}
	r.changes = append(r.changes, made)
	r.spread(made)
	return r.returning(c, s, after, rows).meeting(meets)
}

// twice is the first column that a change gives two values.
func twice(ch *change) string {
	names := [3][]string{ch.columns}
	for i, list := range [][]assign{ch.set, ch.upsert} {
		for _, a := range list {
			names[i+1] = append(names[i+1], a.column)
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
func (r *resolver) returning(c *core, s *scope, after *relation, rows result) result {
	old := *s.relations[0]
	s.relations[0] = after
	if c.change.returning {
		fresh := *after
		old.name, old.hidden, fresh.name, fresh.hidden = c.change.before, true, c.change.after, true
		s.relations = append(s.relations, &old, &fresh)
	}
	found := r.items(c, s)
	found.returns = c.change.returning
	found.sure = c.change.returning && rows.sure
	found.single = rows.single
	return found
}

// update is the target after SET. What an UPSERT sets joins what was inserted.
func (r *resolver) update(set []assign, made *Change, before *relation, s *scope, upsert bool) *relation {
	got := map[string]Value{}
	for _, a := range set {
		v := r.value(a.value, s)
		got[strings.ToLower(a.column)] = v
		made.Assigned = append(made.Assigned, assigned(a.column, a.value, v, upsert))
	}
	return r.assign(before, got)
}

// assigned notes what a column gets.
func assigned(name string, e *expr, v Value, upsert bool) Assigned {
	a := Assigned{Column: name, Value: v, Upsert: upsert}
	if e != nil {
		a.Moves = e.moves(name)
		a.Literal, a.fixed, a.Start, a.End = e.never(), e.fixed(), e.start, e.end
		if e.op == parameter {
			a.Param = e.param
		}
		a.From = e.terms()
		if e.got.Unproved == "" {
			a.Nulls = e.lacks()
		}
		if e.got.Unproved == "" && !a.Nulls {
			a.Lookup = e.lookup()
		}
		if e.computes() {
			a.Needs = e.got.NullWith
		}
	}
	return a
}

// assign is a table in which columns got other values.
func (r *resolver) assign(before *relation, got map[string]Value) *relation {
	after := *before
	after.columns = slices.Clone(before.columns)
	declared := r.schema.Table(before.table)
	for i, c := range after.columns {
		v, ok := got[strings.ToLower(c.name)]
		if !ok {
			after.columns[i].Value = before.seen(c.name, c.Value).carrying(r.schema.put(before, c.name))
			after.columns[i].Null = after.columns[i].Null || r.schema.rewrites(before, c.name)
			continue
		}
		v = v.carrying(r.schema.stored(Column{before.table, c.name}, false))
		v = v.carrying(r.schema.put(before, c.name))
		if d := declared.Column(c.name); d != nil && d.NotNull {
			v = v.never()
		} else if r.schema.rewrites(before, c.name) {
			v = v.nullable()
		}
		v.kind = c.kind
		after.columns[i].Value = v
	}
	after.proved = nil
	if after.open != nil {
		after.open = after.opened(got)
	}
	if declared != nil && declared.view == nil && len(after.columns) == len(declared.Columns) {
		after.generate(r, declared)
	}
	return &after
}

// rewrites reports whether a trigger may give a column NULL before the row is written and comes back: one of
// PostgreSQL's that assigns it, or of which nothing is known; or of a view, whose rows are what its trigger makes of
// them.
func (s *Schema) rewrites(t *relation, column string) bool {
	if s == nil {
		return false
	}
	if t.view != "" {
		return s.Table(t.view).acts
	}
	declared := s.Table(t.table)
	if !s.postgres || declared == nil || declared.Column(column) == nil || declared.Column(column).NotNull {
		return false
	}
	_, assigned := s.copies[Column{strings.ToLower(declared.Name), strings.ToLower(column)}]
	return slices.ContainsFunc(s.triggers, func(on trigger) bool {
		f := s.routines[on.function]
		return on.of == declared && on.before && (assigned || f == nil && !known[on.function] || f != nil && !f.steps)
	})
}

// known are the functions for triggers that PostgreSQL and its extensions bring with them, which give no column NULL.
var known = set("moddatetime tsvector_update_trigger tsvector_update_trigger_column insert_username suppress_redundant_updates_trigger")

// put is what triggers give a column of a row that is written through a view.
func (s *Schema) put(t *relation, column string) Value {
	if t.view == "" {
		return Value{}
	}
	v := s.stored(Column{t.view, column}, false)
	v.Columns = slices.DeleteFunc(slices.Clone(v.Columns), func(c Column) bool { return strings.EqualFold(c.Table, t.view) })
	return v
}

// opened is what a column that is not declared may hold: any of the values that were assigned.
func (t *relation) opened(got map[string]Value) *Value {
	v := *t.open
	for _, w := range got {
		v = v.carrying(w)
	}
	v.Null = true
	return &v
}

// insert is the target with the rows that an INSERT gives it.
func (r *resolver) insert(ch *change, made *Change, before *relation, outer *scope) (*relation, result) {
	rows := result{sure: true, single: true}
	if ch.body != nil {
		rows = r.query(ch.body, outer)
		if !rows.partial {
			r.spellInsert(ch, before, len(rows.columns))
		}
	}
	declared := r.schema.Table(before.table)
	names := ch.columns
	if names == nil {
		names = before.insertable(declared)
	}
	got := map[string]Value{}
	for i, name := range names {
		v := unproved("the values of the INSERT can't be counted")
		switch {
		case ch.body == nil:
			continue
		case !rows.partial && i < len(rows.columns):
			v = rows.columns[i].Value
		}
		got[strings.ToLower(name)] = v
	}
	made.assign(ch.body, names, got)
	made.starred(ch.body, names, rows)
	made.Missing = declared.missing(names, ch.body == nil)
	after := r.inserted(before, declared, got, names == nil && ch.body != nil, rows)
	if ch.upserts {
		after = r.upsert(ch, made, before, after, outer)
	}
	rows.sure = rows.sure && !ch.nothing && ch.sometimes == nil && !made.Ignores && (declared == nil || !declared.Stops)
	return after, rows
}

// insertable are the columns that an INSERT without a list fills, nil where they are not known.
func (t *relation) insertable(declared *Table) []string {
	var names []string
	for _, c := range t.columns {
		if d := declared.Column(c.name); t.open == nil && (d == nil || !d.Generated) {
			names = append(names, c.name)
		}
	}
	return names
}

// refuse notes which columns take no NULL, so that the statement fails with one, which are keys, which are checked, and
// which are JSON.
func (c *Change) refuse(t *Table, s *Schema) {
	refuses := func(name string) bool {
		d := t.Column(name)
		return d != nil && d.NotNull && !d.lenient && !t.Before && !c.Ignores && !(c.Verb == Insert && d.Identity) && !(c.Replaces && d.Default)
	}
	for i, a := range c.Assigned {
		if a.fixed = a.fixed && t != nil && !t.Before && !c.Ignores; a.fixed {
			c.Assigned[i].Fixed = t.asking(a.Column)
		}
		c.Assigned[i].Refuses, c.Assigned[i].Unique, c.Assigned[i].Checked = refuses(a.Column), t.keyed(a.Column, c), t.checks(a.Column)
		c.Assigned[i].JSON = t.Column(a.Column).isJSON()
		if d := t.Column(a.Column); d != nil && s.refuses(d.Type) {
			c.Assigned[i].Checked, c.Assigned[i].Domain = true, true
		}
	}
	c.Missing = slices.DeleteFunc(c.Missing, func(name string) bool { return !refuses(name) })
}

// keyed reports whether a column is a key, or part of one of which the other columns are given a value too; those that
// an UPDATE leaves alone have one.
func (t *Table) keyed(column string, c *Change) bool {
	if t == nil {
		return false
	}
	given := func(name string) bool {
		return c.Verb == Update || slices.ContainsFunc(c.Assigned, func(a Assigned) bool { return strings.EqualFold(a.Column, name) })
	}
	return slices.ContainsFunc(t.Unique, func(key []string) bool {
		in := slices.ContainsFunc(key, func(name string) bool { return strings.EqualFold(name, column) })
		return in && !slices.ContainsFunc(key, func(name string) bool { return !given(name) })
	})
}

// checks reports whether a CHECK may ask about a column.
func (t *Table) checks(column string) bool {
	asks := func(c check) bool {
		return slices.ContainsFunc(c.names, func(name string) bool { return strings.EqualFold(name, column) })
	}
	return t == nil || t.lost != "" || slices.ContainsFunc(t.asks, asks)
}

// asking are the CHECKs that ask about one column and no other.
func (t *Table) asking(column string) []Check {
	var list []Check
	d := t.Column(column)
	for _, c := range t.asks {
		others := func(name string) bool { return t.Column(name) != nil && !strings.EqualFold(name, column) }
		same := func(name string) bool { return strings.EqualFold(name, column) }
		if d != nil && slices.ContainsFunc(c.names, same) && !slices.ContainsFunc(c.names, others) {
			list = append(list, Check{c.text, d.Type})
		}
	}
	return list
}

// missing are the NOT NULL columns that nothing fills.
func (t *Table) missing(names []string, none bool) []string {
	var list []string
	for i := 0; t != nil && i < len(t.Columns); i++ {
		c := t.Columns[i]
		filled := !none && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, c.Name) })
		if c.NotNull && !filled && !c.Default && !c.Generated && !c.Identity {
			list = append(list, c.Name)
		}
	}
	return list
}

// assign notes what each column of an INSERT gets, row by row.
func (c *Change) assign(body *query, names []string, got map[string]Value) {
	if body == nil {
		return
	}
	asks := slices.ContainsFunc(body.cores, func(from *core) bool { return from.where.nests() })
	for _, from := range body.cores {
		rows := from.rows
		if rows == nil {
			rows = [][]*expr{from.values(len(names))}
		}
		for _, tuple := range rows {
			for i, name := range names {
				var e *expr
				if i < len(tuple) {
					e = tuple[i]
				}
				c.Assigned = append(c.Assigned, assigned(name, e, got[strings.ToLower(name)], false))
			}
		}
	}
	if asks {
		c.forgo()
	}
	c.Asks = slices.ContainsFunc(body.cores, func(from *core) bool { return from.where.misses(c.Table) })
}

// starred notes of an INSERT … SELECT * which columns behind the * may be null.
func (c *Change) starred(body *query, names []string, rows result) {
	if body == nil || len(body.cores) != 1 || len(body.cores[0].items) != 1 || !body.cores[0].items[0].starred || rows.partial || len(rows.columns) != len(names) {
		return
	}
	star := body.cores[0].items[0]
	for i, o := range rows.columns {
		if a := &c.Assigned[i]; o.Null && o.Unproved == "" && o.name != "" {
			a.Nulls, a.Source, a.Start, a.End = true, o.name, star.Start, star.End
		}
	}
}

// values are the entries of a SELECT list, where it has n of them.
func (c *core) values(n int) []*expr {
	var list []*expr
	for _, it := range c.items {
		list = append(list, it.value)
	}
	if len(list) != n || slices.ContainsFunc(list, func(e *expr) bool { return e.op == star }) {
		return nil
	}
	return list
}

// inserted is the row that an INSERT made: columns that it leaves out have their defaults.
func (r *resolver) inserted(before *relation, declared *Table, got map[string]Value, uncounted bool, rows result) *relation {
	if declared != nil {
		for _, c := range declared.Columns {
			if _, ok := got[strings.ToLower(c.Name)]; !ok {
				got[strings.ToLower(c.Name)] = Value{Null: !c.NotNull && !c.Identity && (!c.Default || c.computed)}
			}
		}
	}
	after := r.assign(before, got)
	if uncounted && after.open != nil {
		for _, o := range rows.columns {
			*after.open = after.open.carrying(o.Value)
		}
	}
	return after
}

// upsert is the row after DO UPDATE: the inserted one, or the one that was there.
func (r *resolver) upsert(ch *change, made *Change, before, inserted *relation, outer *scope) *relation {
	excluded := *inserted
	excluded.name, excluded.hidden = "excluded", true
	s := &scope{outer: outer, relations: []*relation{before, &excluded}}
	r.ask(ch.sometimes, s)
	updated := r.update(ch.upsert, made, before, s, true)
	for i := range updated.columns {
		updated.columns[i].Value = updated.columns[i].with(inserted.columns[i].Value)
	}
	if updated.open != nil {
		v := updated.open.carrying(*inserted.open)
		updated.open = &v
	}
	return updated
}
