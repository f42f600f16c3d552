package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// trigger is what a trigger does to rows of a table: statements of its own, or those of a function of PostgreSQL's.
type trigger struct {
	of       *Table
	body     [][]token.Token
	text     [][]token.Token  // these with what says when they run
	function string           // in lower case
	on       []statement.Verb // what it follows, all where that is not said
	before   bool             // it runs for each row that is not yet written
	instead  bool             // it runs in place of what is written to a view
}

// triggered reads what a trigger on a table does.
func (s *Schema) triggered(of *Table, tokens []token.Token) {
	t := trigger{of: of, on: verbs(tokens), before: has(tokens, "BEFORE") && has(tokens, "ROW"), instead: has(tokens, "INSTEAD")}
	begins := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("BEGIN", "EXECUTE") })
	if when := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("WHEN") }); when >= 0 && when < begins {
		t.text = append(t.text, tokens[when:begins])
	}
	if i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("EXECUTE") }); i >= 0 {
		p := tree.NewParser(tokens[min(i+2, len(tokens)):]) // behind EXECUTE FUNCTION, or PROCEDURE
		t.function = strings.ToLower(tree.Last(p.PathOf()))
	} else if i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("BEGIN") }); i >= 0 {
		t.body, t.text = script(tokens[i:]), append(t.text, statements(tokens[i:])...)
	}
	s.triggers = append(s.triggers, t)
}

// has reports whether a word stands in a statement.
func has(tokens []token.Token, word string) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is(word) })
}

// rule reads CREATE RULE, which does one statement more, or another one, where its table is changed.
func (s *Schema) rule(p *tree.Parser) {
	on := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("TO") })
	does := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("DO") })
	if on < 0 || does < on {
		return
	}
	of := s.named(tree.NewParser(p.Tokens[on+1:]).PathOf())
	if of == nil {
		return
	}
	p.At = does + 1
	t := trigger{of: of, on: verbs(p.Tokens[max(0, on-1):on]), instead: p.Peek().Is("INSTEAD")}
	p.AcceptOne("ALSO", "INSTEAD")
	body := p.Tokens[p.At:]
	if p.Peek().Is("(") && p.Ends[p.At] == len(p.Tokens)-1 {
		body = body[1 : len(body)-1]
	}
	if when := slices.IndexFunc(p.Tokens[on:does], func(t token.Token) bool { return t.Is("WHERE") }); when >= 0 {
		t.text = append(t.text, append([]token.Token{{Kind: token.Word, Src: "WHEN"}}, p.Tokens[on+when+1:does]...))
	}
	t.body, t.text = script(body), append(t.text, statements(body)...)
	of.acts = true
	s.triggers = append(s.triggers, t)
}

// script are the statements of a body, without what only says when they run.
func script(tokens []token.Token) [][]token.Token {
	var all [][]token.Token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is(";") })
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
func unconditional(tokens []token.Token) []token.Token {
	for len(tokens) > 0 {
		switch first := tokens[0]; {
		case first.Is("END"):
			return nil
		case first.Is("BEGIN", "ELSE", "LOOP"):
			tokens = tokens[1:]
		case first.Is("IF", "ELSIF", "WHILE", "FOR", "WHEN"):
			i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("THEN", "LOOP") })
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

// settle finds what triggers copy from column to column, until nothing flows anywhere that did not: one may write to
// the table of another.
func (s *Schema) settle() {
	for range maxRounds {
		moved := false
		for _, t := range s.triggers {
			moved = s.fires(t) || moved
		}
		if !moved {
			return
		}
	}
}

// fires follows what a trigger does, and reports whether it copies what was not known to be. Where one can't be
// followed, a variable holds anything that the body reads.
func (s *Schema) fires(t trigger) (moved bool) {
	if moves, followed := s.watched(t, nil).wrote(); followed {
		for _, m := range moves {
			moved = s.copy(m.To.Table, m.To.Name, m.Value, statement.Value{}) || moved
		}
		return moved
	}
	body := t.body
	if f := s.routines[t.function]; f != nil {
		body = f.body
	}
	r := s.resolver()
	rows := r.rowsOf(t.of)
	all := rows.relations[0].whole()
	for _, tokens := range body {
		all = all.Carrying(r.everything(tokens))
	}
	for _, tokens := range body {
		moved = s.fire(t.of, tokens, all) || moved
	}
	return moved
}

func (s *Schema) resolver() *resolver {
	return &resolver{schema: s, views: map[*Table]*result{}, scopes: map[*tree.Core]*scope{}, deeds: map[string]deed{}, infinite: s != nil && s.infinite}
}

// rowsOf is the scope of a trigger: the row as it was, and as it will be.
func (r *resolver) rowsOf(of *Table) *scope {
	rows := &scope{}
	for _, name := range []string{"new", "old"} {
		row := *r.declared(of)
		row.name, row.hidden = name, true
		if of.view != nil { // which is only written: what is given there is no column of a table's
			for i, o := range row.columns {
				row.columns[i].Value = o.Carrying(r.schema.stored(statement.Column{Table: of.Name, Name: o.name}, true))
			}
		}
		rows.relations = append(rows.relations, &row)
	}
	return rows
}

// fire follows one statement of a trigger; all is what flows into what can't be followed.
func (s *Schema) fire(of *Table, tokens []token.Token, all statement.Value) (moved bool) {
	r := s.resolver()
	rows := r.rowsOf(of)
	for _, name := range assignedInto(tokens, of) {
		moved = s.copy(of.Name, name, statement.Unfollowed("what INTO assigns"), all) || moved
	}
	if column, value := assignedInRow(tokens); column != "" {
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
func assignedInto(tokens []token.Token, of *Table) []string {
	if len(tokens) > 1 && tokens[0].Is("NEW") && tokens[1].Is(":=", "=") {
		return of.names()
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
			names = append(names, of.names()...)
		default:
			names = append(names, tree.Last(path))
		}
	}
	return names
}

// names are those of the table's columns.
func (t *Table) names() []string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

// assignedInRow is a column of the row that a trigger of PostgreSQL's gives another value, and that value.
func assignedInRow(tokens []token.Token) (column string, value *tree.Expr) {
	if len(tokens) < 5 || !tokens[0].Is("NEW") || !tokens[1].Is(".") || !tokens[3].Is(":=", "=") {
		return "", nil
	}
	return tokens[2].Name(), tree.NewParser(tokens[4:]).Whole()
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
	if s != nil {
		key := statement.Column{Table: strings.ToLower(c.Table), Name: strings.ToLower(c.Name)}
		v.Columns, v.Part = statement.Union(v.Columns, s.copies[key], statement.CompareColumns), s.parts[key]
	}
	return v
}
