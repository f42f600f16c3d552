package ddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// unique reads PRIMARY KEY (…) or UNIQUE (…), or either of an index.
func (s *Schema) unique(p *tree.Parser, t *Table, name string) {
	primary := p.Accept("PRIMARY", "KEY")
	if !primary {
		p.Accept("UNIQUE")
		p.Distinct()
	}
	if p.Accept("USING", "INDEX") {
		t.adopt(p.Ident(), name, primary)
		p.PassMember()
		return
	}
	columns, whole := p.Keys()
	p.PassMember()
	s.grow(p, t, Key{Key: statement.Key{Name: name, Columns: columns}, primary: primary, Narrow: !whole})
}

// grow adds a key to a table, and to the partitions that it has.
func (s *Schema) grow(p *tree.Parser, t *Table, k Key) {
	t.grow(k, s.Postgres)
	for _, part := range s.children(t) {
		if part.part && !p.Only {
			k.Name = ""
			s.grow(p, part, k)
		}
	}
}

// grow adds a key that is not foreign, and what it says of its columns.
func (t *Table) grow(k Key, postgres bool) {
	t.key(k)
	switch {
	case k.Narrow:
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
	i := slices.IndexFunc(t.Keys, func(k Key) bool { return strings.EqualFold(k.Name, index) })
	if i < 0 {
		t.Lost = cmp.Or(t.Lost, "index "+index+" is not known")
		return
	}
	k := t.Keys[i]
	t.unkey(index)
	k.Name, k.index, k.primary = cmp.Or(name, index), false, primary
	t.grow(k, true)
}

// identifies makes a column one of the primary key: alone, an INTEGER is SQLite's rowid, which counts itself up.
func (c *Column) identifies(alone, postgres bool) {
	rowid := alone && !postgres && strings.EqualFold(c.Type, "INTEGER")
	c.NotNull, c.Identity = c.NotNull || postgres || rowid, c.Identity || rowid
}

// references reads REFERENCES and what belongs to it, of a foreign key.
func (s *Schema) references(p *tree.Parser, t *Table, k Key) {
	p.Accept("REFERENCES")
	path := p.TablePath()
	k.Foreign, k.Of = true, id(s.idOf(path))
	if known := s.Named(path); known != nil {
		k.Of = known.id()
	}
	if p.Peek().Is("(") {
		k.refers = p.Names()
	}
	for p.Accept("MATCH") || p.Peek().Is("ON") {
		switch {
		case p.Accept("ON", "DELETE"):
			k.On[0] = p.Action()
		case p.Accept("ON", "UPDATE"):
			k.On[1] = p.Action()
		default:
			p.At++ // of MATCH
		}
	}
	t.key(k)
}

// readCheck reads what a CHECK asks, for the names in it; column is the one that it stands behind, if any.
func readCheck(p *tree.Parser, t *Table, name, column string) {
	at := p.At
	p.Parens()
	asks := Check{name: name, Tokens: p.Tokens[at:p.At]}
	defer func() {
		if asks.name == "" {
			asks.name = t.free(checkName(t, asks, column))
		}
		t.Checks = append(t.Checks, asks)
	}()
	for i, token := range p.Tokens[at:p.At] {
		if i > 0 && token.Start > p.Tokens[at+i-1].End {
			asks.Text += " "
		}
		asks.Text += token.Src
		if name := token.Name(); name != "" {
			asks.Names = append(asks.Names, name)
		}
	}
}

// checkName is the name that PostgreSQL gives a CHECK without one: that of its column, where it asks about one.
func checkName(t *Table, c Check, column string) string {
	named := t.columnsIn(c.Tokens)
	if column == "" && len(named) == 1 {
		column = named[0]
	}
	return Key{Key: statement.Key{Table: t.name, Columns: []string{column}}}.called("_check")
}
