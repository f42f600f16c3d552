package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// settle finds what triggers copy from column to column, until nothing flows anywhere that did not: one may write to
// the table of another.
func (s *Schema) settle() {
	for range maxRounds {
		moved := false
		for _, t := range s.Triggers {
			moved = s.fires(t) || moved
		}
		if !moved {
			return
		}
	}
}

// fires follows what a trigger does, and reports whether it copies what was not known to be. Where one can't be
// followed, a variable holds anything that the body reads.
func (s *Schema) fires(t ddl.Trigger) (moved bool) {
	if moves, followed := s.watched(t, nil).wrote(); followed {
		for _, m := range moves {
			moved = s.copy(m.To.Table, m.To.Name, m.Value, statement.Value{}) || moved
		}
		return moved
	}
	body := t.Body
	if f := s.Routines[t.Function]; f != nil {
		body = f.Body
	}
	r := s.resolver()
	rows := r.rowsOf(t.Of)
	all := rows.relations[0].whole()
	for _, tokens := range body {
		all = all.Carrying(r.everything(tokens))
	}
	for _, tokens := range body {
		moved = s.fire(t.Of, tokens, all) || moved
	}
	return moved
}

func (s *Schema) resolver() *resolver {
	return &resolver{schema: s, views: map[*ddl.Table]*result{}, scopes: map[*tree.Core]*scope{}, deeds: map[string]deed{}, infinite: s.Schema != nil && s.Infinite}
}

// rowsOf is the scope of a trigger: the row as it was, and as it will be.
func (r *resolver) rowsOf(of *ddl.Table) *scope {
	rows := &scope{}
	for _, name := range []string{"new", "old"} {
		row := *r.declared(of)
		row.name, row.hidden = name, true
		if of.View != nil { // which is only written: what is given there is no column of a table's
			for i, o := range row.columns {
				row.columns[i].Value = o.Carrying(r.schema.stored(statement.Column{Table: of.Name, Name: o.name}, true))
			}
		}
		rows.relations = append(rows.relations, &row)
	}
	return rows
}

// fire follows one statement of a trigger; all is what flows into what can't be followed.
func (s *Schema) fire(of *ddl.Table, tokens []token.Token, all statement.Value) (moved bool) {
	r := s.resolver()
	rows := r.rowsOf(of)
	for _, name := range assignedInto(tokens, of) {
		moved = s.copy(of.Name, name, statement.Unfollowed("what INTO assigns"), all) || moved
	}
	if column, value := ddl.AssignedInRow(tokens); column != "" {
		moved = s.copy(of.Name, column, r.value(value, rows), all) || moved
		return s.copyMoves(r, all) || moved
	}
	p, q := tree.Parse(tokens)
	r.query(q, rows)
	for _, c := range r.changes {
		for _, a := range c.Assigned {
			v := a.Value
			if p.Lost != "" {
				v = statement.Unfollowed(p.Lost)
			}
			moved = s.copy(c.Table, a.Column, v, all) || moved
		}
	}
	if len(tokens) > 0 && tokens[0].Is("EXECUTE") {
		moved = s.executed(tokens, all) || moved
	}
	if len(tokens) > 0 && tokens[0].Is("PERFORM", "CALL") { // a SELECT, or a call as one makes it
		r.value(tree.NewParser(tokens[1:]).Whole(), rows)
	}
	return s.copyMoves(r, all) || moved
}

// copyMoves notes what routines write that were called.
func (s *Schema) copyMoves(r *resolver, all statement.Value) (moved bool) {
	for _, m := range r.moves {
		moved = s.copy(m.To.Table, m.To.Name, m.Value, all) || moved
	}
	return moved
}

// executed notes what the statements write that EXECUTE has in its texts.
func (s *Schema) executed(tokens []token.Token, all statement.Value) (moved bool) {
	for _, t := range tokens {
		if t.Kind != token.Text {
			continue
		}
		r := s.resolver()
		_, q := tree.Parse(token.Split(t.Text()))
		r.query(q, nil)
		for _, c := range r.changes {
			for _, a := range c.Assigned {
				moved = s.copy(c.Table, a.Column, statement.Unfollowed("what EXECUTE is given"), all) || moved
			}
		}
	}
	return moved
}

// assignedInto are the columns of the row that SELECT … INTO, EXECUTE … INTO or `NEW :=` gives other values.
func assignedInto(tokens []token.Token, of *ddl.Table) []string {
	if len(tokens) > 1 && tokens[0].Is("NEW") && tokens[1].Is(":=", "=") {
		return of.Names()
	}
	into := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("INTO") })
	if into < 0 || !tokens[0].Is("SELECT", "WITH", "EXECUTE") {
		return nil
	}
	var names []string
	p := tree.NewParser(tokens[into+1:])
	p.Accept("STRICT")
	for more := true; more; more = p.Accept(",") {
		switch path := p.PathOf(); {
		case !strings.EqualFold(path[0], "NEW"):
		case len(path) == 1:
			names = append(names, of.Names()...)
		default:
			names = append(names, tree.Last(path))
		}
	}
	return names
}

// copy notes that a value, or all where that can't be followed, is written to a column. It reports whether that is new.
func (s *Schema) copy(table, column string, v, all statement.Value) bool {
	if v.Unproved != "" {
		v = all
	}
	to := statement.Column{Table: strings.ToLower(table), Name: strings.ToLower(column)}
	from := slices.DeleteFunc(slices.Clone(v.Columns), func(c statement.Column) bool { return c.Table == "" })
	known, parted := s.copies[to], s.parts[to]
	s.copies[to], s.parts[to] = statement.Union(known, from, statement.CompareColumns), parted || v.Part && len(from) > 0
	return len(s.copies[to]) > len(known) || s.parts[to] != parted
}

// stored is the value of a column of a table: what a trigger writes there flows into it too.
func (s *Schema) stored(c statement.Column, nullable bool) statement.Value {
	v := statement.OfColumn(c, nullable)
	key := statement.Column{Table: strings.ToLower(c.Table), Name: strings.ToLower(c.Name)}
	v.Columns, v.Part = statement.Union(v.Columns, s.copies[key], statement.CompareColumns), s.parts[key]
	return v
}
