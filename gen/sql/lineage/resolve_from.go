package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// take gives a relation the columns of a query, under other names where it has such.
func (t *relation) take(found result, names []string) {
	t.columns, t.sure, t.single, t.Found = slices.Clone(found.columns), found.sure, found.single, found.Found
	if t.columns == nil {
		t.columns = []output{}
	}
	for i := range min(len(names), len(t.columns)) {
		t.columns[i].name = names[i]
	}
	if found.partial || len(names) > len(t.columns) {
		why := statement.Unfollowed(fmt.Sprintf("the columns of %q are not all declared", t.name))
		t.open = &why
		for i := range t.columns {
			t.columns[i].Value = why
		}
	}
}

// from adds the tables of a FROM to a scope, and returns them.
func (r *resolver) from(f *tree.From, s *scope) []*relation {
	left := r.source(f.First, s)
	sure, met := f.First.From == nil && left[0].sure, metOf(f.First, left)
	for _, j := range f.Joins {
		right := r.source(j.Source, s)
		var on [][]statement.Comparison
		for _, name := range s.constrain(j, left, right) {
			r.joinedBy(name, j, append(slices.Clone(left), right...))
			on = statement.BothOf(on, shared(j, name, left, right))
		}
		r.ask(j.On, s)
		met = j.Meets(met, metOf(j.Source, right), statement.BothOf(on, j.On.Alternatives(false)))
		sure = j.Keeps(sure, j.Source.From == nil && right[0].sure)
		left = append(left, right...)
	}
	s.sure, f.Met = sure, met
	return left
}

// constrain follows how two sides are joined: which may be missing, and what is never null.
// It returns the columns that both have.
func (s *scope) constrain(j *tree.Join, left, right []*relation) []string {
	shared := j.Using
	if j.Natural {
		shared = common(left, right)
	}
	var facts []fact
	for _, name := range shared {
		facts = append(facts, s.has(left, name)...)
		facts = append(facts, s.has(right, name)...)
	}
	facts = append(facts, s.facts(j.On)...)
	facts = slices.DeleteFunc(facts, func(f fact) bool {
		onLeft, onRight := slices.Contains(left, f.relation), slices.Contains(right, f.relation)
		return !(onLeft && !j.Left || onRight && !j.Right)
	})
	s.prove(facts, !j.Left && !j.Right)
	for _, t := range right {
		t.outer = t.outer || j.Left
		t.leaves = append(t.leaves, shared...)
		t.unordered = t.unordered || j.Natural && slices.ContainsFunc(append(left, right...), (*relation).undeclared)
	}
	for _, t := range left {
		t.outer = t.outer || j.Right
	}
	s.merged = append(s.merged, shared...)
	return shared
}

// joinedBy adds the leak of a join of two sides by a column of both.
func (r *resolver) joinedBy(name string, j *tree.Join, sides []*relation) {
	var values []statement.Value
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
func (r *resolver) source(f *tree.Source, s *scope) []*relation {
	if f.From != nil && f.Alias == "" {
		return r.from(f.From, s)
	}
	t := &relation{name: f.Name(), quoted: f.Quoted}
	switch {
	case f.From != nil:
		r.joined(f, s, t)
	case f.Query != nil && f.Lateral:
		t.take(r.query(f.Query, s), nil)
	case f.Query != nil:
		t.take(r.query(f.Query, s.outer), nil)
	case f.Calls != nil && r.searched(f) != nil:
		t = r.searches(f, s)
	case f.Calls != nil:
		t = r.called(f, s)
	default:
		t = r.table(f, s)
	}
	for i := range min(len(f.Columns), len(t.columns)) {
		t.columns[i].name = f.Columns[i]
	}
	s.relations = append(s.relations, t)
	return []*relation{t}
}

// joined gives a relation the columns of a join in parentheses that has a name of its own.
func (r *resolver) joined(f *tree.Source, s *scope, t *relation) {
	inside := &scope{outer: s.outer}
	r.from(f.From, inside)
	columns, partial := inside.star(nil, false)
	t.take(result{columns: columns, partial: partial, sure: inside.sure, Found: f.From.Found}, nil)
}

// table is a named query, or a table or view of the schema.
func (r *resolver) table(f *tree.Source, s *scope) *relation {
	name := tree.Last(f.Path)
	if named := s.cte(name); named != nil && len(f.Path) == 1 {
		t := *named
		t.name, t.quoted, t.columns = f.Name(), f.Quoted, slices.Clone(named.columns)
		return &t
	}
	if declared := r.schema.Named(f.Path); declared != nil {
		t := *r.declared(declared)
		t.name, t.quoted, t.columns, t.grows = f.Name(), f.Quoted, slices.Clone(t.columns), true
		return &t
	}
	r.reaches = r.reaches || samples[strings.ToLower(name)]
	t := &relation{name: f.Name(), table: name, open: &statement.Value{}, grows: true}
	if r.schema.Schema != nil || strings.EqualFold(name, "json_each") || strings.EqualFold(name, "json_tree") {
		*t.open = statement.Unfollowed(fmt.Sprintf("schema.sql declares no %q", name))
	}
	return t
}

// searched is the table that a FROM calls like a function, as SQLite lets a full-text table be searched; nil where it
// is a function.
func (r *resolver) searched(f *tree.Source) *ddl.Table {
	name := tree.Last(f.Path)
	if t := r.schema.Named(f.Path); t != nil && r.schema.Routines[strings.ToLower(name)] == nil {
		return t
	}
	return nil
}

// searches returns such a table. The text that it is searched for is a leak of its rows.
func (r *resolver) searches(f *tree.Source, s *scope) *relation {
	t := r.table(&tree.Source{Path: f.Path, Alias: f.Alias, Quoted: f.Quoted}, s)
	for _, e := range f.Calls {
		for _, arg := range e.Args {
			r.leak(statement.Leak{Of: t.whole(), By: r.value(arg, s).Params, Place: statement.Place{Start: e.Start, End: e.End}})
		}
	}
	return t
}

// called is a function that gives rows: its arguments flow into every column.
func (r *resolver) called(f *tree.Source, s *scope) *relation {
	t := &relation{name: f.Name(), open: &statement.Value{Null: true}}
	var names []string
	for _, e := range f.Calls {
		if name := strings.ToLower(tree.Last(e.Path)); reads[name] {
			*t.open = r.beyond(name)
		}
		var given statement.Value
		for _, arg := range e.Args {
			given = given.Carrying(r.value(arg, s))
		}
		r.counted(e, s)
		r.acts = r.acts || e.Changes()
		if v, declared := r.runs(e); declared {
			r.betray(e)
			r.calls, given = true, v
		}
		*t.open = t.open.Carrying(given)
		if e.Op == tree.Opaque {
			*t.open = statement.Unfollowed(fmt.Sprintf("the arguments of %s are not understood", tree.Last(e.Path)))
		}
		names = append(names, columnsOf[strings.ToLower(tree.Last(e.Path))]...)
	}
	if rows := r.rowsGiven(f); rows != nil {
		t.columns, t.open = rows, nil
		return t
	}
	value := r.eachRow(f, *t.open)
	for _, name := range append(names, f.Columns...) {
		t.columns = append(t.columns, output{name: name, Value: value})
	}
	if f.Columns != nil {
		t.columns = t.columns[len(names):]
	}
	if f.Columns == nil && names == nil && f.Alias != "" {
		t.columns = []output{{name: f.Alias, Value: value}}
	}
	return t
}

// eachRow is what a function in FROM gives of each row: several side by side, or one that no list knows, may give NULL.
func (r *resolver) eachRow(f *tree.Source, given statement.Value) statement.Value {
	if len(f.Calls) == 1 && given.Unproved == "" {
		if v, known := r.listed(f.Calls[0], "set", given); known {
			return v
		}
	}
	return given.Nullable()
}

// rowsGiven are the columns of the one routine of the schema that gives the rows, where each can be followed.
func (r *resolver) rowsGiven(f *tree.Source) []output {
	if len(f.Calls) != 1 || r.schema.Schema == nil {
		return nil
	}
	name := strings.ToLower(tree.Last(f.Calls[0].Path))
	if r.schema.Routines[name] == nil {
		return nil
	}
	given := func(n int) statement.Value { return argumentOf(r.schema.Routines[name], n, f.Calls[0]) }
	rows := slices.Clone(r.done(name).rows)
	for i := range rows {
		rows[i].Value = rows[i].Substitute(given).Nullable()
	}
	return rows
}

// columnsOf are the columns of functions that engines have.
var columnsOf = map[string][]string{
	"json_each": {"key", "value", "type", "atom", "id", "parent", "fullkey", "path"},
	"json_tree": {"key", "value", "type", "atom", "id", "parent", "fullkey", "path"},
}

// declared is a table of the schema, or what the query of a view gives.
func (r *resolver) declared(d *ddl.Table) *relation {
	t := &relation{name: d.Name, table: d.Name, rowid: d.Rowid}
	switch {
	case d.Lost != "":
		why := statement.Unfollowed(d.Name + ": " + d.Lost).Carrying(r.behind(d))
		t.open = &why
	case d.View != nil:
		t.table, t.view, t.rowid = "", d.Name, false
		t.take(r.view(d), d.Renamed)
		for i := range t.columns {
			t.columns[i].Null = t.columns[i].Null || d.Filled
		}
		return t
	}
	if !slices.Contains(r.tables, d) {
		r.tables = append(r.tables, d)
	}
	for _, c := range d.Columns {
		v := r.schema.stored(statement.Column{Table: d.Name, Name: c.Name}, !c.NotNull)
		if v.Kind = r.schema.KindOf(c); d.Lost != "" {
			v.Null, v.Unproved = true, t.open.Unproved
		}
		t.columns = append(t.columns, output{name: c.Name, Value: v})
	}
	t.generate(r, d)
	return t
}

// behind is what may be in a table whose declaration is not followed: all that this names.
func (r *resolver) behind(d *ddl.Table) statement.Value {
	if r.losing[d] {
		return statement.Value{} // it names itself
	}
	if r.losing == nil {
		r.losing = map[*ddl.Table]bool{}
	}
	r.losing[d] = true
	defer delete(r.losing, d)
	v := r.everything(d.Text)
	v.Params = nil
	return v
}

// generate adds to generated columns what they are made of. Their leaks are found where the table is changed.
func (t *relation) generate(r *resolver, d *ddl.Table) {
	leaks := r.leaks
	defer func() { r.leaks = leaks }()
	if !slices.ContainsFunc(d.Columns, func(c *ddl.Column) bool { return c.Value != nil }) {
		return
	}
	made := generated(d)
	inside := &scope{relations: []*relation{{name: t.name, columns: slices.Clone(t.columns), rowid: t.rowid}}}
	for range d.Columns { // one may be made of another
		for i, e := range made {
			if e == nil {
				continue
			}
			t.columns[i].Value = t.columns[i].Carrying(r.value(e, inside))
		}
		if slices.EqualFunc(inside.relations[0].columns, t.columns, func(a, b output) bool { return a.Equal(b.Value) }) {
			return
		}
		inside.relations[0].columns = slices.Clone(t.columns)
	}
}

// generated are what the table's columns are made of, nil for one that is not generated, in trees of the caller's own: a
// resolver notes in them what flows there, and statements are followed side by side.
func generated(t *ddl.Table) []*tree.Expr {
	made := make([]*tree.Expr, len(t.Columns))
	for i, c := range t.Columns {
		if c.Value != nil {
			p := c.ValueAt
			made[i] = p.Whole()
		}
	}
	return made
}

// view is what the query of a view gives. One that names itself gives what can't be followed.
func (r *resolver) view(d *ddl.Table) result {
	found, begun := r.views[d]
	if found == nil && begun {
		return result{partial: true}
	}
	if !begun {
		r.views[d] = nil
		r.aside++
		p := d.ViewAt // for a tree of its own
		v := r.query(p.Query(), nil)
		r.aside--
		v.Met = unplaced(v.Met)
		found, r.views[d] = &v, &v
	}
	return *found
}
