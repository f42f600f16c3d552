package statement

import (
	"cmp"
	"slices"
	"strings"
)

// What a table does about its rows, by triggers, rules, CHECKs and generated columns, tells of what it reads as a statement does: one that
// refuses a note whose text a hash begins with says so to whoever writes notes.

// reaction is what a table tells where it is changed. Parameters are its columns as they will be, $1 being the first.
type reaction struct {
	on []Verb // all where it is empty
	Tell
}

// verbs are the changes that CREATE TRIGGER names.
func verbs(tokens []token) []Verb {
	var list []Verb
	for _, t := range tokens {
		switch {
		case t.Is("ON"):
			return list
		case t.Is("INSERT"):
			list = append(list, Insert)
		case t.Is("UPDATE"):
			list = append(list, Update)
		case t.Is("DELETE"):
			list = append(list, Delete)
		}
	}
	return list
}

// react finds what the tables tell where they are changed.
func (s *Schema) react() {
	s.reacts = map[*Table][]reaction{}
	for _, t := range s.triggers {
		s.note(t.of, t.on, s.told(t))
	}
	for _, t := range s.Tables() {
		if t.view == nil {
			s.note(t, []Verb{Insert, Update}, s.checked(t))
		}
	}
}

func (s *Schema) note(of *Table, on []Verb, tells []Tell) {
	for _, t := range tells {
		s.reacts[of] = append(s.reacts[of], reaction{on, t})
	}
}

// told are the tells of a trigger.
func (s *Schema) told(t trigger) []Tell {
	w := s.watched(t, t.of.given())
	return slices.DeleteFunc(w.r.tells, func(tell Tell) bool { return t.onlyHashes(tell, w.f.text) })
}

// watched follows a trigger, of whose new row these are the columns.
func (s *Schema) watched(t trigger, row []output) *watch {
	f := &routine{text: t.text, steps: t.function == ""}
	if called := s.routines[t.function]; called != nil {
		f.text, f.steps = slices.Concat(t.text, called.text), called.steps
	}
	r := s.resolver()
	rows := r.rowsOf(t.of)
	if row != nil {
		rows.relations[0].columns = row
	}
	reads := rows.relations[1].whole()
	for _, tokens := range f.text {
		reads = reads.carrying(r.everything(tokens))
	}
	reads.Params = nil
	r.inside = &reads
	w := &watch{r: r, f: f, of: t.of, given: &relation{name: "given", columns: slices.Clone(variables)}, reads: reads}
	w.scope = &scope{relations: append([]*relation{w.given}, rows.relations...)}
	w.follow(f.text)
	return w
}

// variables are those that a function of PostgreSQL's has as a trigger.
var variables = func() []output {
	var list []output
	for _, name := range strings.Fields("tg_name tg_when tg_level tg_op tg_relid tg_table_name tg_relname tg_table_schema tg_nargs tg_argv") {
		list = append(list, output{name: name, Value: Value{Null: true}})
	}
	return list
}()

// checked are the tells of the CHECKs and generated columns of a table.
func (s *Schema) checked(t *Table) []Tell {
	r := s.resolver()
	row := &scope{relations: []*relation{{name: t.Name, columns: t.given()}}}
	for _, c := range t.asks {
		r.ask(newParser(c.tokens).whole(), row)
	}
	for _, c := range t.Columns {
		r.ask(c.value, row)
	}
	return r.tells
}

// given are the table's columns as parameters.
func (t *Table) given() []output {
	var list []output
	for i, c := range t.Columns {
		list = append(list, output{name: c.Name, Value: Value{Params: []int{i + 1}, Null: true}})
	}
	return list
}

// reacted notes what the tables tell that the statement changes.
func (r *resolver) reacted() {
	if r.schema == nil {
		return
	}
	for _, c := range r.changes {
		of := r.schema.Table(c.Table)
		for _, does := range r.schema.reacts[of] {
			if len(does.on) == 0 || slices.Contains(does.on, c.Verb) || c.OnConflict && slices.Contains(does.on, Update) {
				r.tell(does.by(c, of))
			}
		}
	}
}

// by is what a reaction tells where a change gives the table its values. It has no place in the statement.
func (does reaction) by(c Change, of *Table) Tell {
	told := Tell{Of: Value{Columns: does.Of.Columns, Part: does.Of.Part}, Whole: does.Whole, Alike: does.Alike, Table: of.Name}
	for _, n := range does.Of.Params {
		told.Of = told.Of.carrying(c.gives(of, n))
	}
	for _, n := range does.By {
		got := c.gives(of, n)
		told.By = union(told.By, got.Params, cmp.Compare)
	}
	return told
}

// gives is what a change gives a column, or what that has where it gives it nothing.
func (c Change) gives(of *Table, n int) Value {
	if n > len(of.Columns) {
		return Value{}
	}
	var v Value
	assigned := false
	for _, a := range c.Assigned {
		if strings.EqualFold(a.Column, of.Columns[n-1].Name) {
			v, assigned = v.carrying(Value{Columns: a.Value.Columns, Params: a.Value.Params}), true
		}
	}
	if !assigned && c.Verb == Update {
		v.Columns = []Column{{of.Name, of.Columns[n-1].Name}}
	}
	return v
}
