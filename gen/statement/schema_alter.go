package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// alter reads what stands behind ALTER TABLE and its name.
func (s *Schema) alter(p *parser, t *Table) {
	for t != nil {
		s.alteration(p, t)
		p.skipTo(func(t token) bool { return t.Is(",") })
		if !p.accept(",") {
			return
		}
	}
}

// alteration reads one of the actions of an ALTER TABLE.
func (s *Schema) alteration(p *parser, t *Table) {
	switch {
	case p.accept("ADD"):
		p.accept("COLUMN")
		p.accept("IF", "NOT", "EXISTS")
		p.member(t)
	case p.accept("DROP", "CONSTRAINT"):
		p.accept("IF", "EXISTS")
		t.unkey(p.ident())
	case p.accept("DROP"):
		p.accept("COLUMN")
		p.accept("IF", "EXISTS")
		name := p.ident()
		t.Columns = slices.DeleteFunc(t.Columns, func(c *Declared) bool { return strings.EqualFold(c.Name, name) })
	case p.accept("RENAME", "TO"):
		delete(s.tables, strings.ToLower(t.Name))
		t.Name = p.ident()
		s.tables[strings.ToLower(t.Name)] = t
	case t.view != nil && p.peek().Is("RENAME"):
		t.lost = "its columns were renamed"
	case p.accept("RENAME"):
		p.accept("COLUMN")
		if c := t.Column(p.ident()); c != nil && p.accept("TO") {
			c.quoted = quotes(p.peek())
			c.Name = p.ident()
		}
	case p.accept("ALTER"):
		p.accept("COLUMN")
		if c := t.Column(p.ident()); c != nil {
			c.alter(p)
		}
	}
}

// alter reads what stands behind ALTER COLUMN and its name.
func (c *Declared) alter(p *parser) {
	switch {
	case p.accept("SET", "NOT", "NULL"):
		c.NotNull = true
	case p.accept("DROP", "NOT", "NULL"):
		c.NotNull = false
	case p.accept("SET", "DEFAULT"):
		c.Default, c.computed = !p.peek().Is("NULL"), p.peek().Is("(")
	case p.accept("DROP", "DEFAULT"):
		c.Default = false
	case p.accept("ADD", "GENERATED"):
		c.Identity, c.NotNull = true, true
	case p.accept("DROP", "IDENTITY"):
		c.Identity = false
	case p.accept("TYPE"), p.accept("SET", "DATA", "TYPE"):
		c.Type = p.typeName()
		c.array = strings.HasSuffix(c.Type, "]")
	}
}

// unkey takes the key of a name from a table.
func (t *Table) unkey(name string) {
	i := slices.IndexFunc(t.keys, func(k Key) bool { return strings.EqualFold(k.Name, name) })
	if i < 0 {
		return
	}
	columns := t.keys[i].Columns
	t.keys = slices.Delete(t.keys, i, i+1)
	if n := slices.IndexFunc(t.Unique, func(set []string) bool { return slices.Equal(set, columns) }); n >= 0 {
		t.Unique = slices.Delete(t.Unique, n, n+1)
	}
}

// unindex reads a DROP INDEX behind its words.
func (s *Schema) unindex(p *parser) {
	p.accept("CONCURRENTLY")
	p.accept("IF", "EXISTS")
	name := last(p.pathOf())
	for _, t := range s.tables {
		t.unkey(name)
	}
}

// perhaps reads the body of a DO, which may run one way or the other: no column is NOT NULL that it may make null-able.
func (s *Schema) perhaps(tokens []token) {
	for i, t := range tokens {
		switch {
		case t.Kind == sqltoken.Text:
			s.perhaps(sqltoken.Split(t.Text())) // of EXECUTE, or a part of that
		case i > 0 && t.Is("DROP") && i+2 < len(tokens) && tokens[i+1].Is("NOT") && tokens[i+2].Is("NULL"):
			s.loosen(altered(tokens[:i]))
		case t.Is("TABLE") && i > 0 && tokens[i-1].Is("CREATE"):
			p := newParser(tokens[i+1:])
			p.accept("IF", "NOT", "EXISTS")
			if made := s.Table(last(p.pathOf())); made != nil {
				made.lost = "it may be made anew"
			}
		}
	}
}

// altered are the table and the column that stand before DROP NOT NULL, "" for one that is put together.
func altered(tokens []token) (table, column string) {
	end := len(tokens) - 1
	if end > 0 && tokens[end-1].Is("COLUMN", "ALTER") {
		column = tokens[end].Name()
	}
	for i := end; i >= 0; i-- {
		if tokens[i].Is("TABLE") {
			p := newParser(tokens[i+1:])
			p.accept("IF", "EXISTS")
			p.accept("ONLY")
			if p.peek().Name() != "" {
				table = last(p.pathOf())
			}
			break
		}
	}
	return table, column
}

// loosen makes a column null-able: of all tables where that is not known, and all columns where these are not.
func (s *Schema) loosen(table, column string) {
	for _, t := range s.tables {
		if table != "" && !strings.EqualFold(t.Name, table) {
			continue
		}
		for _, c := range t.Columns {
			if column == "" || strings.EqualFold(c.Name, column) {
				c.NotNull = false
			}
		}
	}
}
