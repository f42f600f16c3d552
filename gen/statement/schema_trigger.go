package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// trigger is what a trigger does to rows of a table: statements of its own, or those of a function of PostgreSQL's.
type trigger struct {
	of       *Table
	body     [][]token
	function string // in lower case
}

// triggered reads what a trigger on a table does.
func (s *Schema) triggered(of *Table, tokens []token) {
	t := trigger{of: of}
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.Is("EXECUTE") }); i >= 0 {
		p := newParser(tokens[min(i+2, len(tokens)):]) // behind EXECUTE FUNCTION, or PROCEDURE
		t.function = strings.ToLower(last(p.pathOf()))
	} else if i := slices.IndexFunc(tokens, func(t token) bool { return t.Is("BEGIN") }); i >= 0 {
		t.body = script(tokens[i:])
	}
	s.triggers = append(s.triggers, t)
}

// routine reads CREATE FUNCTION, whose body is a text.
func (s *Schema) routine(p *parser) {
	name := strings.ToLower(last(p.pathOf()))
	for _, t := range p.tokens[p.at:] {
		if t.Kind == sqltoken.Text && strings.HasPrefix(t.Src, "$") {
			tag := t.Src[:strings.Index(t.Src[1:], "$")+2]
			s.routines[name] = script(sqltoken.Split(strings.TrimSuffix(t.Src[len(tag):], tag)))
		}
	}
}

// script are the statements of a body, without what only says when they run.
func script(tokens []token) [][]token {
	var all [][]token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		if does := unconditional(tokens[:end]); len(does) > 0 {
			all = append(all, does)
		}
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// unconditional is a statement without the BEGIN, IF … THEN, ELSE and LOOP before it.
func unconditional(tokens []token) []token {
	for len(tokens) > 0 {
		switch first := tokens[0]; {
		case first.Is("BEGIN", "ELSE", "LOOP"):
			tokens = tokens[1:]
		case first.Is("IF", "ELSIF", "WHILE", "FOR", "WHEN"):
			i := slices.IndexFunc(tokens, func(t token) bool { return t.Is("THEN", "LOOP") })
			tokens = tokens[i+1:]
			if i < 0 {
				return nil
			}
		default:
			return tokens
		}
	}
	return nil
}

// settle finds what triggers copy from column to column, until nothing flows anywhere that did not: one may write to the table
// of another.
func (s *Schema) settle() {
	for range maxRounds {
		moved := false
		for _, t := range s.triggers {
			for _, tokens := range append(t.body, s.routines[t.function]...) {
				moved = s.fire(t.of, tokens) || moved
			}
		}
		if !moved {
			return
		}
	}
}

// fire follows one statement of a trigger, and reports whether it copies what was not known to be.
func (s *Schema) fire(of *Table, tokens []token) (moved bool) {
	r := &resolver{schema: s, views: map[*Table]*result{}}
	rows := &scope{}
	for _, name := range []string{"new", "old"} {
		row := *r.declared(of)
		row.name, row.hidden = name, true
		rows.relations = append(rows.relations, &row)
	}
	all := r.everything(tokens).carrying(rows.relations[0].whole())
	if column, value := assignedInRow(tokens); column != "" {
		return s.copy(of.Name, column, r.value(value, rows), all)
	}
	p, q := parse(tokens)
	r.query(q, rows)
	for _, c := range r.changes {
		for _, a := range c.Assigned {
			v := a.Value
			if p.lost != "" {
				v = unproved(p.lost)
			}
			moved = s.copy(c.Table, a.Column, v, all) || moved
		}
	}
	return moved
}

// assignedInRow is a column of the row that a trigger of PostgreSQL's gives another value, and that value.
func assignedInRow(tokens []token) (column string, value *expr) {
	if len(tokens) < 5 || !tokens[0].Is("NEW") || !tokens[1].Is(".") || !tokens[3].Is(":=", "=") {
		return "", nil
	}
	return tokens[2].Name(), newParser(tokens[4:]).whole()
}

// copy notes that a value, or all where that can't be followed, is written to a column. It reports whether that is new.
func (s *Schema) copy(table, column string, v, all Value) bool {
	if v.Unproved != "" {
		v = all
	}
	to := Column{strings.ToLower(table), strings.ToLower(column)}
	from := slices.DeleteFunc(slices.Clone(v.Columns), func(c Column) bool { return c.Table == "" })
	known := s.copies[to]
	s.copies[to] = union(known, from, compareColumns)
	return len(s.copies[to]) > len(known)
}

// stored is the value of a column of a table: what a trigger writes there flows into it too.
func (s *Schema) stored(c Column, nullable bool) Value {
	v := of(c, nullable)
	if s != nil {
		v.Columns = union(v.Columns, s.copies[Column{strings.ToLower(c.Table), strings.ToLower(c.Name)}], compareColumns)
	}
	return v
}
