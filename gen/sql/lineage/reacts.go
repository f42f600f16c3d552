package lineage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/hashing"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Triggers, rules, CHECKs and generated columns leak what they read as statements do: a CHECK that rejects a note whose
// text is the beginning of a hash reveals that hash to the authors of notes.

// react computes the reactions of all tables up to a fixed point: a trigger may write to a table that has triggers.
func (s *Schema) react() {
	for range maxRounds {
		found := reactions{}
		for _, t := range s.Triggers {
			found.note(t.Of, t.On, s.leaksOf(t))
		}
		for _, t := range s.Tables() {
			if t.View == nil {
				found.note(t, []statement.Verb{statement.Insert, statement.Update}, s.checked(t))
			}
		}
		before := s.reacts.all()
		if s.reacts = found; found.all() == before || len(s.Triggers) == 0 {
			return
		}
	}
}

func (r reactions) note(of *ddl.Table, on []statement.Verb, leaks []statement.Leak) {
	for _, t := range leaks {
		r[of] = append(r[of], reaction{on, t})
	}
}

// all is how many there are.
func (r reactions) all() int {
	n := 0
	for _, list := range r {
		n += len(list)
	}
	return n
}

// leaksOf returns the leaks of a trigger.
func (s *Schema) leaksOf(t ddl.Trigger) []statement.Leak {
	w := s.watched(t, asParams(s.row(t.Of)))
	w.r.reacted()
	return slices.DeleteFunc(w.r.leaks, func(leak statement.Leak) bool { return hashing.OnlyHashes(t, leak, w.f.Text) })
}

// watched follows a trigger, of whose new row these are the columns.
func (s *Schema) watched(t ddl.Trigger, row []output) *watch {
	f := &ddl.Routine{Text: t.Text, Steps: t.Function == ""}
	if called := s.Routines[t.Function]; called != nil {
		f.Text, f.Steps = slices.Concat(t.Text, called.Text), called.Steps
	}
	r := s.resolver()
	rows := r.rowsOf(t.Of)
	if row != nil {
		rows.relations[0].columns = row
	}
	reads := rows.relations[1].whole()
	for _, tokens := range f.Text {
		reads = reads.Carrying(r.everything(tokens))
	}
	reads.Params = nil
	r.inside = &reads
	w := &watch{r: r, f: f, of: t.Of, given: &relation{name: "given", columns: slices.Clone(variables)}, reads: reads}
	w.scope = &scope{relations: append([]*relation{w.given}, rows.relations...)}
	for _, o := range rows.relations[0].columns {
		w.fields = append(w.fields, o.name)
	}
	w.follow(f.Text)
	return w
}

// variables are those that a function of PostgreSQL's has as a trigger.
var variables = func() []output {
	var list []output
	for _, name := range strings.Fields("tg_name tg_when tg_level tg_op tg_relid tg_table_name tg_relname tg_table_schema tg_nargs tg_argv") {
		list = append(list, output{name: name, Value: statement.Value{Null: true}})
	}
	return list
}()

// checked returns the leaks of the CHECKs and generated columns of a table.
func (s *Schema) checked(t *ddl.Table) []statement.Leak {
	r := s.resolver()
	row := &scope{relations: []*relation{{name: t.Name, columns: asParams(s.row(t))}}}
	for _, c := range t.Checks {
		r.ask(tree.NewParser(c.Tokens).Whole(), row)
	}
	for _, c := range t.Columns {
		r.ask(c.Value, row)
	}
	return r.leaks
}

// row are the columns of a table, or of a view, and what they are.
func (s *Schema) row(t *ddl.Table) []output {
	if t.View != nil {
		return s.resolver().declared(t).columns
	}
	var list []output
	for _, c := range t.Columns {
		of := statement.Column{Table: t.Name, Name: c.Name}
		list = append(list, output{name: c.Name, Value: statement.OfColumn(of, true)})
	}
	return list
}

// asParams are columns as parameters.
func asParams(row []output) []output {
	var list []output
	for i, c := range row {
		list = append(list, output{name: c.name, Value: statement.Value{Params: []int{i + 1}, Null: true}})
	}
	return list
}

// reacted adds the leaks of the tables that the statement changes, also through views.
func (r *resolver) reacted() {
	if r.schema.Schema == nil {
		return
	}
	for _, c := range r.changes {
		r.reacts(c)
		if base, shown := r.schema.Through(c); shown {
			r.reacts(base)
		}
	}
}

// reacts adds the leaks of one table that is changed.
func (r *resolver) reacts(c statement.Change) {
	of := r.schema.Table(c.Table)
	if len(r.schema.reacts[of]) == 0 {
		return
	}
	row := r.schema.row(of)
	for _, does := range r.schema.reacts[of] {
		if len(does.on) == 0 || slices.Contains(does.on, c.Verb) ||
			c.OnConflict && slices.Contains(does.on, statement.Update) {
			r.leak(does.by(c, of.Name, row))
		}
	}
}

// by returns the leak of a reaction to a change, with the values that it assigns for the parameters. It has no place in
// the statement.
func (does reaction) by(c statement.Change, table string, row []output) statement.Leak {
	leak := statement.Leak{Of: statement.Value{Columns: does.Of.Columns, Part: does.Of.Part}, Whole: does.Whole, Alike: does.Alike, Table: table}
	for _, n := range does.Of.Params {
		leak.Of = leak.Of.Carrying(givenBy(c, row, n))
	}
	for _, n := range does.By {
		got := givenBy(c, row, n)
		leak.By = statement.Union(leak.By, got.Params, cmp.Compare)
	}
	return leak
}

// givenBy is what a change gives a column, and what that has where it gives it nothing.
func givenBy(c statement.Change, row []output, n int) statement.Value {
	if n > len(row) {
		return statement.Value{}
	}
	var v statement.Value
	updates, stays := c.Verb == statement.Update, true
	for _, a := range c.Assigned {
		updates = updates || a.Upsert
		if strings.EqualFold(a.Column, row[n-1].name) {
			v = v.Carrying(statement.Value{Columns: a.Value.Columns, Params: a.Value.Params})
			stays = stays && c.Verb != statement.Update && !a.Upsert
		}
	}
	if updates && stays {
		v = v.Carrying(statement.Value{Columns: row[n-1].Columns})
	}
	return v
}
