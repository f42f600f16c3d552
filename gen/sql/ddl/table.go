package ddl

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// declared reads a CREATE TABLE behind its name.
func (s *Schema) declared(p *tree.Parser, t *Table) {
	t.Rowid = true
	switch {
	case p.Accept("AS"):
		t.ViewAt, t.Filled = *p, true
		t.View = p.Query()
		return
	case p.Accept("PARTITION", "OF"):
		s.partition(p, t)
		return
	case !p.Accept("("):
		s.doubt(t, p.Tokens[0].Start, "its columns are declared elsewhere")
		return
	}
	for !p.Peek().Is(")") {
		s.member(p, t)
		if !p.Accept(",") {
			break
		}
	}
	if !p.Accept(")") {
		s.doubt(t, p.Tokens[0].Start, "its columns do not end")
	}
	s.options(p, t)
}

// options reads what stands behind the columns of a table.
func (s *Schema) options(p *tree.Parser, t *Table) {
	for p.Peek().Kind != token.None {
		switch {
		case p.Accept("WITHOUT", "ROWID"):
			t.Rowid = false
			t.require()
			continue
		case p.Accept("STRICT"):
			counts := slices.IndexFunc(t.Columns, func(c *Column) bool { return c.Identity })
			if t.require(); counts >= 0 && t.Rowid {
				t.Columns[counts].Identity = true
			}
			continue
		case p.Accept("INHERITS"):
			s.inherit(p, t)
			continue
		case p.Peek().Is("AS"):
			s.doubt(t, p.Tokens[0].Start, "its columns are declared elsewhere")
		}
		p.Parens()
		p.At++
	}
}

// require makes the columns of the primary key NOT NULL, as a table without a rowid has them. The key is the first of
// Unique that was declared as such.
func (t *Table) require() {
	for _, c := range t.Columns {
		c.Identity = false
		for _, set := range t.Unique[:min(1, len(t.Unique))] {
			for _, name := range set {
				c.NotNull = c.NotNull || strings.EqualFold(name, c.Name)
			}
		}
	}
}

// member reads one column or one constraint of a table.
func (s *Schema) member(p *tree.Parser, t *Table) {
	name := ""
	if p.Accept("CONSTRAINT") {
		name = p.Ident()
	}
	switch {
	case p.Peek().Is("PRIMARY", "UNIQUE") && p.Ahead(1).Is("KEY", "(", "NULLS", "USING"):
		s.unique(p, t, name)
	case p.Peek().Is("FOREIGN") && p.Ahead(1).Is("KEY"):
		p.Accept("FOREIGN", "KEY")
		columns, _ := p.Keys()
		s.references(p, t, Key{Key: statement.Key{Name: name, Columns: columns}})
		p.PassMember()
	case p.Accept("CHECK"):
		readCheck(p, t, name, "")
		p.PassMember()
	case p.Peek().Is("EXCLUDE"):
		t.Excludes = true
		p.PassMember()
	case p.Accept("LIKE"):
		s.like(p, t)
	case name != "":
		s.doubt(t, p.Peek().Start, "CONSTRAINT %s %s is not understood", name, p.Peek().Src)
		p.PassMember()
	default:
		s.declare(p, t)
	}
}

// readView reads a CREATE VIEW behind its name.
func readView(p *tree.Parser, t *Table) {
	if p.Peek().Is("(") {
		t.Renamed = p.Names()
	}
	if p.Accept("WITH") {
		p.Parens()
	}
	p.Accept("AS")
	t.ViewAt = *p
	t.View = p.Query()
	if p.Peek().Kind != token.None && !p.Accept("WITH") {
		p.Lose("%q is not understood there", p.Peek().Src)
	}
}

// readVirtual reads CREATE VIRTUAL TABLE behind its name. The columns of a full-text table are its arguments.
func readVirtual(p *tree.Parser, t *Table) {
	p.Accept("USING")
	if module := p.Ident(); !strings.HasPrefix(strings.ToLower(module), "fts") || !p.Accept("(") {
		t.Lost = "only the module " + module + " knows its columns"
		return
	}
	t.Rowid = true
	for {
		if name := p.Peek().Name(); !p.Ahead(1).Is("=") {
			t.Columns = append(t.Columns, &Column{Name: name, Quoted: tree.Quotes(p.Peek())})
		}
		p.PassMember()
		if !p.Accept(",") {
			return
		}
	}
}
