package statement

import (
	"fmt"
	"slices"
	"strings"
)

// named reads the WITH of a query into a new scope.
func (r *resolver) named(q *query, outer *scope) *scope {
	s := &scope{outer: outer}
	for _, w := range q.with {
		later := unproved("a WITH refers to a later one")
		s.ctes = append(s.ctes, &relation{name: w.name, open: &later})
	}
	for i, w := range q.with {
		s.ctes[i] = r.cte(w, i, s, q.recursive)
	}
	return s
}

// cte reads one named query: of several SELECTs, the later ones may read what the first gave.
func (r *resolver) cte(w *with, i int, s *scope, recursive bool) *relation {
	others := append(slices.Clone(s.ctes[:i]), s.ctes[i+1:]...)
	self := &relation{name: w.name, columns: []output{}}
	inside := &scope{outer: s.outer, ctes: others}
	switch {
	case len(w.body.cores) == 1:
		self.take(r.query(w.body, inside), w.columns)
		return self
	case !recursive && r.schema.Table(w.name) != nil:
		why := unproved(fmt.Sprintf("%q is both a WITH and a table", w.name))
		return &relation{name: w.name, open: &why}
	}
	first := *w.body
	first.cores, first.joined = first.cores[:1], nil
	self.take(r.query(&first, inside), w.columns)
	inside.ctes = append(others, self)
	for range maxRounds {
		before := self.columns
		self.take(r.query(w.body, inside), w.columns)
		self.sure, self.single, self.loose = false, false, true
		if slices.EqualFunc(before, self.columns, func(a, b output) bool { return a.equal(b.Value) }) {
			return self
		}
	}
	why := unproved(fmt.Sprintf("the values of %q do not settle", w.name))
	return &relation{name: w.name, open: &why}
}

// maxRounds bounds how often a recursive query is read for its values to settle.
const maxRounds = 20

// take gives a relation the columns of a query, under other names where it has such.
func (t *relation) take(found result, names []string) {
	t.columns, t.sure, t.single, t.found = slices.Clone(found.columns), found.sure, found.single, found.found
	if t.columns == nil {
		t.columns = []output{}
	}
	for i := range min(len(names), len(t.columns)) {
		t.columns[i].name = names[i]
	}
	if found.partial || len(names) > len(t.columns) {
		why := unproved(fmt.Sprintf("the columns of %q are not all declared", t.name))
		t.open = &why
		for i := range t.columns {
			t.columns[i].Value = why
		}
	}
}

// from adds the tables of a FROM to a scope, and returns them.
func (r *resolver) from(f *from, s *scope) []*relation {
	left := r.source(f.first, s)
	sure, met := f.first.from == nil && left[0].sure, f.first.meets(left)
	for _, j := range f.joins {
		right := r.source(j.source, s)
		var on [][]Comparison
		for _, name := range s.constrain(j, left, right) {
			r.joinedBy(name, j, append(slices.Clone(left), right...))
			on = bothOf(on, j.shares(name, left, right))
		}
		r.ask(j.on, s)
		met = j.meets(met, j.source.meets(right), bothOf(on, j.on.alternatives(false)))
		sure = j.keeps(sure, j.source.from == nil && right[0].sure)
		left = append(left, right...)
	}
	s.sure, f.met = sure, met
	return left
}

// constrain follows how two sides are joined: which may be missing, and what is never null.
// It returns the columns that both have.
func (s *scope) constrain(j *join, left, right []*relation) []string {
	shared := j.using
	if j.natural {
		shared = common(left, right)
	}
	var facts []fact
	for _, name := range shared {
		facts = append(facts, s.has(left, name)...)
		facts = append(facts, s.has(right, name)...)
	}
	facts = append(facts, s.facts(j.on)...)
	facts = slices.DeleteFunc(facts, func(f fact) bool {
		onLeft, onRight := slices.Contains(left, f.relation), slices.Contains(right, f.relation)
		return !(onLeft && !j.left || onRight && !j.right)
	})
	s.prove(facts, !j.left && !j.right)
	for _, t := range right {
		t.outer = t.outer || j.left
		t.leaves = append(t.leaves, shared...)
		t.unordered = t.unordered || j.natural && slices.ContainsFunc(append(left, right...), (*relation).undeclared)
	}
	for _, t := range left {
		t.outer = t.outer || j.right
	}
	s.merged = append(s.merged, shared...)
	return shared
}

// joinedBy notes what it tells that two sides are joined by a column of both.
func (r *resolver) joinedBy(name string, j *join, sides []*relation) {
	var values []Value
	for _, t := range sides {
		if v, ok := t.find(name); ok {
			values = append(values, v)
		}
	}
	r.equated(j.Place, values...)
}

// has are facts about the columns of a name.
func (s *scope) has(side []*relation, name string) []fact {
	var facts []fact
	for _, t := range side {
		if _, ok := t.find(name); ok {
			facts = append(facts, fact{t, name})
		}
	}
	return facts
}

// keeps reports whether a join always gives a row, by whether what stands before it and the table after it do.
func (j *join) keeps(before, after bool) bool {
	switch {
	case j.left && j.right:
		return before || after
	case j.left:
		return before
	case j.right:
		return after
	}
	return before && after && j.on == nil && j.using == nil && !j.natural
}

// common are the names of columns that both sides have.
func common(left, right []*relation) []string {
	var names []string
	for _, t := range right {
		for _, c := range t.columns {
			if slices.ContainsFunc(left, func(l *relation) bool { _, ok := l.find(c.name); return ok && !isRowid(c.name) }) {
				names = append(names, c.name)
			}
		}
	}
	return names
}

func (t *relation) undeclared() bool { return t.open != nil }

// source adds one table of a FROM.
func (r *resolver) source(f *source, s *scope) []*relation {
	if f.from != nil && f.alias == "" {
		return r.from(f.from, s)
	}
	t := &relation{name: f.name(), quoted: f.quoted}
	switch {
	case f.from != nil:
		r.joined(f, s, t)
	case f.query != nil && f.lateral:
		t.take(r.query(f.query, s), nil)
	case f.query != nil:
		t.take(r.query(f.query, s.outer), nil)
	case f.calls != nil && r.searched(f) != nil:
		t = r.searches(f, s)
	case f.calls != nil:
		t = r.called(f, s)
	default:
		t = r.table(f, s)
	}
	for i := range min(len(f.columns), len(t.columns)) {
		t.columns[i].name = f.columns[i]
	}
	s.relations = append(s.relations, t)
	return []*relation{t}
}

// joined gives a relation the columns of a join in parentheses that has a name of its own.
func (r *resolver) joined(f *source, s *scope, t *relation) {
	inside := &scope{outer: s.outer}
	r.from(f.from, inside)
	columns, partial := inside.star(nil, false)
	t.take(result{columns: columns, partial: partial, sure: inside.sure, found: f.from.found}, nil)
}

// table is a named query, or a table or view of the schema.
func (r *resolver) table(f *source, s *scope) *relation {
	name := last(f.path)
	if named := s.cte(name); named != nil && len(f.path) == 1 {
		t := *named
		t.name, t.quoted, t.columns = f.name(), f.quoted, slices.Clone(named.columns)
		return &t
	}
	if declared := r.schema.named(f.path); declared != nil {
		t := *r.declared(declared)
		t.name, t.quoted, t.columns, t.grows = f.name(), f.quoted, slices.Clone(t.columns), true
		return &t
	}
	r.reaches = r.reaches || samples[strings.ToLower(name)]
	t := &relation{name: f.name(), table: name, open: &Value{}, grows: true}
	if r.schema != nil || strings.EqualFold(name, "json_each") || strings.EqualFold(name, "json_tree") {
		*t.open = unproved(fmt.Sprintf("schema.sql declares no %q", name))
	}
	return t
}

// searched is the table that a FROM calls like a function, as SQLite lets a full-text table be searched; nil where it
// is a function.
func (r *resolver) searched(f *source) *Table {
	name := last(f.path)
	if t := r.schema.named(f.path); t != nil && r.schema.routines[strings.ToLower(name)] == nil {
		return t
	}
	return nil
}

// searches is such a table. What it is searched for tells what is in its rows.
func (r *resolver) searches(f *source, s *scope) *relation {
	t := r.table(&source{path: f.path, alias: f.alias, quoted: f.quoted}, s)
	for _, e := range f.calls {
		for _, arg := range e.args {
			r.tell(Tell{Of: t.whole(), By: r.value(arg, s).Params, Place: Place{e.start, e.end}})
		}
	}
	return t
}

// called is a function that gives rows: its arguments flow into every column.
func (r *resolver) called(f *source, s *scope) *relation {
	t := &relation{name: f.name(), open: &Value{Null: true}}
	var names []string
	for _, e := range f.calls {
		if name := strings.ToLower(last(e.path)); reads[name] {
			*t.open = r.beyond(name)
		}
		var given Value
		for _, arg := range e.args {
			given = given.carrying(r.value(arg, s))
		}
		r.counted(e, s)
		r.acts = r.acts || e.changes()
		if v, declared := r.runs(e); declared {
			r.betray(e)
			r.calls, given = true, v
		}
		*t.open = t.open.carrying(given)
		if e.op == opaque {
			*t.open = unproved(fmt.Sprintf("the arguments of %s are not understood", last(e.path)))
		}
		names = append(names, columnsOf[strings.ToLower(last(e.path))]...)
	}
	if rows := r.rowsGiven(f); rows != nil {
		t.columns, t.open = rows, nil
		return t
	}
	value := r.eachRow(f, *t.open)
	for _, name := range append(names, f.columns...) {
		t.columns = append(t.columns, output{name: name, Value: value})
	}
	if f.columns != nil {
		t.columns = t.columns[len(names):]
	}
	if f.columns == nil && names == nil && f.alias != "" {
		t.columns = []output{{name: f.alias, Value: value}}
	}
	return t
}

// eachRow is what a function in FROM gives of each row: several side by side, or one that no list knows, may give NULL.
func (r *resolver) eachRow(f *source, given Value) Value {
	if len(f.calls) == 1 && given.Unproved == "" {
		if v, known := r.listed(f.calls[0], "set", given); known {
			return v
		}
	}
	return given.nullable()
}

// rowsGiven are the columns of the one routine of the schema that gives the rows, where each can be followed.
func (r *resolver) rowsGiven(f *source) []output {
	if len(f.calls) != 1 || r.schema == nil {
		return nil
	}
	name := strings.ToLower(last(f.calls[0].path))
	if r.schema.routines[name] == nil {
		return nil
	}
	given := func(n int) Value { return r.schema.routines[name].argument(n, f.calls[0]) }
	rows := slices.Clone(r.done(name).rows)
	for i := range rows {
		rows[i].Value = rows[i].where(given).nullable()
	}
	return rows
}

// columnsOf are the columns of functions that engines have.
var columnsOf = map[string][]string{
	"json_each": {"key", "value", "type", "atom", "id", "parent", "fullkey", "path"},
	"json_tree": {"key", "value", "type", "atom", "id", "parent", "fullkey", "path"},
}

// declared is a table of the schema, or what the query of a view gives.
func (r *resolver) declared(d *Table) *relation {
	t := &relation{name: d.Name, table: d.Name, rowid: d.rowid}
	switch {
	case d.lost != "":
		why := unproved(d.Name + ": " + d.lost).carrying(r.behind(d))
		t.open = &why
	case d.view != nil:
		t.table, t.view, t.rowid = "", d.Name, false
		t.take(r.view(d), d.renamed)
		for i := range t.columns {
			t.columns[i].Null = t.columns[i].Null || d.filled
		}
		return t
	}
	if !slices.Contains(r.tables, d) {
		r.tables = append(r.tables, d)
	}
	for _, c := range d.Columns {
		v := r.schema.stored(Column{d.Name, c.Name}, !c.NotNull)
		if v.kind = r.schema.kindOf(c); d.lost != "" {
			v.Null, v.Unproved = true, t.open.Unproved
		}
		t.columns = append(t.columns, output{name: c.Name, Value: v})
	}
	t.generate(r, d)
	return t
}

// behind is what may be in a table whose declaration is not followed: all that this names.
func (r *resolver) behind(d *Table) Value {
	if r.losing[d] {
		return Value{} // it names itself
	}
	if r.losing == nil {
		r.losing = map[*Table]bool{}
	}
	r.losing[d] = true
	defer delete(r.losing, d)
	v := r.everything(d.text)
	v.Params = nil
	return v
}

// generate adds to generated columns what they are made of. What these compare is told where the table is changed.
func (t *relation) generate(r *resolver, d *Table) {
	tells := r.tells
	defer func() { r.tells = tells }()
	if !slices.ContainsFunc(d.Columns, func(c *Declared) bool { return c.value != nil }) {
		return
	}
	made := d.made()
	inside := &scope{relations: []*relation{{name: t.name, columns: slices.Clone(t.columns), rowid: t.rowid}}}
	for range d.Columns { // one may be made of another
		for i, e := range made {
			if e == nil {
				continue
			}
			t.columns[i].Value = t.columns[i].carrying(r.value(e, inside))
		}
		if slices.EqualFunc(inside.relations[0].columns, t.columns, func(a, b output) bool { return a.equal(b.Value) }) {
			return
		}
		inside.relations[0].columns = slices.Clone(t.columns)
	}
}

// made are what the table's columns are made of, nil for one that is not generated, in trees of the caller's own: a
// resolver notes in them what flows there, and statements are followed side by side.
func (t *Table) made() []*expr {
	made := make([]*expr, len(t.Columns))
	for i, c := range t.Columns {
		if c.value != nil {
			p := c.valueAt
			made[i] = p.whole()
		}
	}
	return made
}

// view is what the query of a view gives. One that names itself gives what can't be followed.
func (r *resolver) view(d *Table) result {
	found, begun := r.views[d]
	if found == nil && begun {
		return result{partial: true}
	}
	if !begun {
		r.views[d] = nil
		r.aside++
		p := d.viewAt // for a tree of its own
		v := r.query(p.query(), nil)
		r.aside--
		v.met = unplaced(v.met)
		found, r.views[d] = &v, &v
	}
	return *found
}
