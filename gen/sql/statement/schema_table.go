package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// declared reads a CREATE TABLE behind its name.
func (s *Schema) declared(p *parser, t *Table) {
	t.rowid = true
	switch {
	case p.accept("AS"):
		t.viewAt, t.filled = *p, true
		t.view = p.query()
		return
	case p.accept("PARTITION", "OF"):
		s.partition(p, t)
		return
	case !p.accept("("):
		s.doubt(t, p.tokens[0].Start, "its columns are declared elsewhere")
		return
	}
	for !p.peek().Is(")") {
		s.member(p, t)
		if !p.accept(",") {
			break
		}
	}
	if !p.accept(")") {
		s.doubt(t, p.tokens[0].Start, "its columns do not end")
	}
	s.options(p, t)
}

// options reads what stands behind the columns of a table.
func (s *Schema) options(p *parser, t *Table) {
	for p.peek().Kind != token.None {
		switch {
		case p.accept("WITHOUT", "ROWID"):
			t.rowid = false
			t.require()
			continue
		case p.accept("STRICT"):
			counts := slices.IndexFunc(t.Columns, func(c *Declared) bool { return c.Identity })
			if t.require(); counts >= 0 && t.rowid {
				t.Columns[counts].Identity = true
			}
			continue
		case p.accept("INHERITS"):
			s.inherit(p, t)
			continue
		case p.peek().Is("AS"):
			s.doubt(t, p.tokens[0].Start, "its columns are declared elsewhere")
		}
		p.parens()
		p.at++
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
func (s *Schema) member(p *parser, t *Table) {
	name := ""
	if p.accept("CONSTRAINT") {
		name = p.ident()
	}
	switch {
	case p.peek().Is("PRIMARY", "UNIQUE") && p.ahead(1).Is("KEY", "(", "NULLS", "USING"):
		s.unique(p, t, name)
	case p.peek().Is("FOREIGN") && p.ahead(1).Is("KEY"):
		p.accept("FOREIGN", "KEY")
		columns, _ := p.keys()
		s.references(p, t, Key{Name: name, Columns: columns})
		p.passMember()
	case p.accept("CHECK"):
		p.check(t, name, "")
		p.passMember()
	case p.peek().Is("EXCLUDE"):
		t.excludes = true
		p.passMember()
	case p.accept("LIKE"):
		s.like(p, t)
	case name != "":
		s.doubt(t, p.peek().Start, "CONSTRAINT %s %s is not understood", name, p.peek().Src)
		p.passMember()
	default:
		s.declare(p, t)
	}
}

// passMember passes over the rest of a column or constraint.
func (p *parser) passMember() {
	p.skipTo(func(t token.Token) bool { return t.Is(",", ")") })
}

// viewed reads a CREATE VIEW behind its name.
func (p *parser) viewed(t *Table) {
	if p.peek().Is("(") {
		t.renamed = p.names()
	}
	if p.accept("WITH") {
		p.parens()
	}
	p.accept("AS")
	t.viewAt = *p
	t.view = p.query()
	if p.peek().Kind != token.None && !p.accept("WITH") {
		p.lose("%q is not understood there", p.peek().Src)
	}
}

// virtual reads CREATE VIRTUAL TABLE behind its name. The columns of a full-text table are its arguments.
func (p *parser) virtual(t *Table) {
	p.accept("USING")
	if module := p.ident(); !strings.HasPrefix(strings.ToLower(module), "fts") || !p.accept("(") {
		t.lost = "only the module " + module + " knows its columns"
		return
	}
	t.rowid = true
	for {
		if name := p.peek().Name(); !p.ahead(1).Is("=") {
			t.Columns = append(t.Columns, &Declared{Name: name, quoted: quotes(p.peek())})
		}
		p.passMember()
		if !p.accept(",") {
			return
		}
	}
}
