package statement

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// unique reads PRIMARY KEY (…) or UNIQUE (…), or either of an index.
func (s *Schema) unique(p *parser, t *Table, name string) {
	primary := p.accept("PRIMARY", "KEY")
	if !primary {
		p.accept("UNIQUE")
		p.distinct()
	}
	if p.accept("USING", "INDEX") {
		t.adopt(p.ident(), name, primary)
		p.passMember()
		return
	}
	columns, whole := p.keys()
	p.passMember()
	s.grow(p, t, Key{Name: name, Columns: columns, primary: primary, narrow: !whole})
}

// grow adds a key to a table, and to the partitions that it has.
func (s *Schema) grow(p *parser, t *Table, k Key) {
	t.grow(k, s.postgres)
	for _, part := range s.children(t) {
		if part.part && !p.only {
			k.Name = ""
			s.grow(p, part, k)
		}
	}
}

// grow adds a key that is not foreign, and what it says of its columns.
func (t *Table) grow(k Key, postgres bool) {
	t.key(k)
	switch {
	case k.narrow:
	case !k.primary:
		t.Unique = append(t.Unique, k.Columns)
	default:
		t.Unique = append([][]string{k.Columns}, t.Unique...)
		for _, name := range k.Columns {
			if c := t.Column(name); c != nil {
				c.identifies(len(k.Columns) == 1, postgres)
			}
		}
	}
}

// adopt makes a key of an index, which then has the name of the constraint.
func (t *Table) adopt(index, name string, primary bool) {
	i := slices.IndexFunc(t.keys, func(k Key) bool { return strings.EqualFold(k.Name, index) })
	if i < 0 {
		t.lost = cmp.Or(t.lost, "index "+index+" is not known")
		return
	}
	k := t.keys[i]
	t.unkey(index)
	k.Name, k.index, k.primary = cmp.Or(name, index), false, primary
	t.grow(k, true)
}

// identifies makes a column one of the primary key: alone, an INTEGER is SQLite's rowid, which counts itself up.
func (c *Declared) identifies(alone, postgres bool) {
	rowid := alone && !postgres && strings.EqualFold(c.Type, "INTEGER")
	c.NotNull, c.Identity = c.NotNull || postgres || rowid, c.Identity || rowid
}

// distinct passes over NULLS [NOT] DISTINCT.
func (p *parser) distinct() {
	if p.accept("NULLS") {
		p.accept("NOT")
		p.accept("DISTINCT")
	}
}

// references reads REFERENCES and what belongs to it, of a foreign key.
func (s *Schema) references(p *parser, t *Table, k Key) {
	p.accept("REFERENCES")
	path := p.tablePath()
	k.Foreign, k.of = true, id(s.idOf(path))
	if known := s.named(path); known != nil {
		k.of = known.id()
	}
	if p.peek().Is("(") {
		k.refers = p.names()
	}
	for p.accept("MATCH") || p.peek().Is("ON") {
		switch {
		case p.accept("ON", "DELETE"):
			k.on[0] = p.action()
		case p.accept("ON", "UPDATE"):
			k.on[1] = p.action()
		default:
			p.at++ // of MATCH
		}
	}
	t.key(k)
}

// action reads what happens to a row whose reference is lost; "" where that is refused.
func (p *parser) action() string {
	switch {
	case p.accept("CASCADE"):
		return "CASCADE"
	case p.accept("SET", "NULL"):
		p.parens()
		return "SET NULL"
	case p.accept("SET", "DEFAULT"):
		p.parens()
		return "SET DEFAULT"
	case p.accept("NO", "ACTION"):
	default:
		p.at++ // RESTRICT
	}
	return ""
}

// keys reads the columns of a key, and reports whether they are nothing but columns.
func (p *parser) keys() (columns []string, whole bool) {
	if !p.accept("(") {
		return nil, false
	}
	whole = true
	for {
		columns = append(columns, p.peek().Name())
		if p.peek().Is("(") {
			whole = false
			p.parens()
		} else {
			p.at++
		}
		if p.accept("COLLATE") {
			p.pathOf()
		}
		if p.peek().Name() != "" && !p.peek().Is("ASC", "DESC", "NULLS", "WITH") { // its class of operators
			p.pathOf()
			p.parens()
		}
		p.acceptOne("ASC", "DESC")
		if p.accept("NULLS") {
			p.acceptOne("FIRST", "LAST")
		}
		if !p.peek().Is(",", ")") {
			whole = false
			p.skipTo(func(t token.Token) bool { return t.Is(",", ")") })
		}
		if !p.accept(",") {
			break
		}
	}
	p.accept(")")
	return columns, whole
}

// check reads what a CHECK asks, for the names in it; column is the one that it stands behind, if any.
func (p *parser) check(t *Table, name, column string) {
	at := p.at
	p.parens()
	asks := check{name: name, tokens: p.tokens[at:p.at]}
	defer func() {
		if asks.name == "" {
			asks.name = t.free(checkName(t, asks, column))
		}
		t.asks = append(t.asks, asks)
	}()
	for i, token := range p.tokens[at:p.at] {
		if i > 0 && token.Start > p.tokens[at+i-1].End {
			asks.text += " "
		}
		asks.text += token.Src
		if name := token.Name(); name != "" {
			asks.names = append(asks.names, name)
		}
	}
}

// checkName is the name that PostgreSQL gives a CHECK without one: that of its column, where it asks about one.
func checkName(t *Table, c check, column string) string {
	named := t.columnsIn(c.tokens)
	if column == "" && len(named) == 1 {
		column = named[0]
	}
	return Key{Table: t.name, Columns: []string{column}}.called("_check")
}
