package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// declares follows `name := value`, and the declaration of a variable with or without one. Of others nothing is known.
func (w *watch) declares(tokens []token.Token) {
	w.lost = w.lost || slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("CURSOR", "REFCURSOR", "ALIAS") })
	for i, t := range tokens {
		if i > 0 && t.Is(":=", "=", "DEFAULT") {
			w.becomes(tokens[:i], tokens[i+1:])
			return
		}
	}
	if len(tokens) > 1 && tokens[0].Name() != "" {
		w.assign(tokens[:1], statement.Value{})
	}
}

// becomes gives a variable what an expression is: all columns of a row, where it names one.
func (w *watch) becomes(target, value []token.Token) {
	if row := w.named(value); row != nil && !fieldOf(target) {
		w.record(target, row)
		return
	}
	w.assign(target, w.asks(value))
}

// fieldOf reports whether what is assigned to is a column of a row.
func fieldOf(target []token.Token) bool { return len(target) > 2 && target[1].Is(".") }

// assign gives a variable what flows into it, beside what it held: all columns of a row where none is named. That it
// can't be followed is said of what is asked of it.
func (w *watch) assign(target []token.Token, v statement.Value) {
	if len(target) == 0 || target[0].Name() == "" {
		return
	}
	if v.Unproved != "" {
		v, w.lost = w.reads, true
	}
	v = statement.Value{Null: true, Columns: v.Columns, Params: v.Params, Part: v.Part}
	if w.of != nil && target[0].Is("NEW") {
		w.changes(target, v)
		return
	}
	row := w.holds(target[0].Name(), v)
	switch {
	case row == nil:
	case fieldOf(target) && row.columns != nil:
		w.grow(row, target[2].Name(), v)
	case fieldOf(target):
	default:
		w.loosen(row, v)
	}
}

// holds adds to what a variable holds, and gives it as a row.
func (w *watch) holds(name string, v statement.Value) *relation {
	i := slices.IndexFunc(w.given.columns, func(o output) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		i = len(w.given.columns)
		w.given.columns = append(w.given.columns, output{name: name, Value: statement.Value{Null: true}})
		w.scope.relations = append(w.scope.relations, &relation{name: name, hidden: true, open: &statement.Value{Null: true}})
	}
	all := w.given.columns[i].Carrying(v)
	if !all.Equal(w.given.columns[i].Value) {
		w.given.columns[i].Value, w.grown = all, true
	}
	row := w.scope.relation(name)
	if row != nil && row.open != nil {
		*row.open = all
	}
	return row
}

// loosen notes what a variable got as a whole.
func (w *watch) loosen(row *relation, v statement.Value) {
	if w.loose == nil {
		w.loose = map[string]statement.Value{}
	}
	name := strings.ToLower(row.name)
	w.loose[name] = w.loose[name].Carrying(v)
	for _, o := range row.columns {
		w.grow(row, o.name, v)
	}
}

// grow adds to what a column of a variable holds.
func (w *watch) grow(row *relation, column string, v statement.Value) {
	i := slices.IndexFunc(row.columns, func(held output) bool { return strings.EqualFold(held.name, column) })
	if i < 0 {
		i = len(row.columns)
		held := w.loose[strings.ToLower(row.name)]
		row.columns = append(row.columns, output{name: column, Value: held.Nullable()})
		w.grown = true
	}
	if held := row.columns[i].Carrying(v); !held.Equal(row.columns[i].Value) {
		row.columns[i].Value, w.grown = held, true
	}
}

// changes notes what a trigger gives columns of the row: all of them where none is named.
func (w *watch) changes(target []token.Token, v statement.Value) {
	names := w.fields
	if fieldOf(target) {
		names = []string{target[2].Name()}
	}
	for _, name := range names {
		w.r.moves = append(w.r.moves, statement.Move{To: statement.Column{Table: w.of.Name, Name: name}, Value: v})
	}
}

// record gives a variable a row, whose columns are read by name, beside the rows that it held.
func (w *watch) record(target []token.Token, columns []output) {
	var all statement.Value
	for _, o := range columns {
		all = all.Carrying(o.Value)
	}
	if all.Unproved != "" || fieldOf(target) {
		w.assign(target, all)
		return
	}
	if w.of != nil && target[0].Is("NEW") {
		for _, o := range columns {
			w.r.moves = append(w.r.moves, statement.Move{To: statement.Column{Table: w.of.Name, Name: o.name}, Value: o.Value})
		}
		return
	}
	row := w.holds(target[0].Name(), statement.Value{Null: true, Columns: all.Columns, Params: all.Params, Part: all.Part})
	for _, o := range columns {
		if row != nil && row.open != nil {
			w.grow(row, o.name, o.Value)
		}
	}
}
