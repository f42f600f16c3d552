package statement

import (
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// declare reads one column.
func (s *Schema) declare(p *parser, t *Table) {
	c := &Declared{quoted: quotes(p.peek())}
	if c.Name = p.peek().Name(); !p.postgres && p.peek().Kind == token.Text {
		c.Name = p.peek().Text()
	}
	if c.Name == "" {
		s.doubt(t, p.peek().Start, "a name is missing before %q", p.peek().Src)
	}
	p.at++
	t.Columns = append(t.Columns, c)
	var words []string
	for p.peek().Kind == token.Word && !constrains(p.peek()) && !p.peek().Is("ARRAY") || p.peek().Kind == token.Quoted {
		from := p.at
		for p.at++; p.peek().Is(".") && p.ahead(1).Name() != ""; {
			p.at += 2
		}
		p.parens()
		words = append(words, p.written(from))
	}
	c.Type, c.array = strings.Join(words, " "), p.peek().Is("[", "ARRAY")
	if p.accept("ARRAY") && !p.peek().Is("[") {
		c.Depth = 1
	}
	for p.accept("[") {
		c.Depth++
		p.skipTo(func(t token.Token) bool { return t.Is("]") })
		p.accept("]")
	}
	c.counter(s.postgres)
	for !p.peek().Is(",", ")") && p.peek().Kind != token.None {
		s.constraint(p, t, c)
	}
}

// serial matches the types of PostgreSQL that count up.
var serial = regexp.MustCompile(`(?i)^(small|big)?serial[248]?$`)

// counter makes a column of such a type one that the database counts up.
func (c *Declared) counter(postgres bool) {
	c.Identity = serial.MatchString(c.Type)
	c.Default = c.Identity
	c.NotNull = c.Identity && postgres
}

// written is the text from a token to the last that was read.
func (p *parser) written(from int) string {
	var b strings.Builder
	for _, t := range p.tokens[from:p.at] {
		b.WriteString(t.Src)
	}
	return b.String()
}

// constrains reports whether a token begins a constraint of a column.
func constrains(t token.Token) bool {
	return t.Is("CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS", "ON",
		"AUTOINCREMENT", "DEFERRABLE", "INITIALLY", "STORED", "VIRTUAL")
}

// constraint reads one constraint of a column.
func (s *Schema) constraint(p *parser, t *Table, c *Declared) {
	name := ""
	if p.accept("CONSTRAINT") {
		name = p.ident()
	}
	switch {
	case p.accept("NOT", "NULL"):
		c.NotNull = true
		c.lenient = p.accept("ON", "CONFLICT") && p.acceptOne("IGNORE", "REPLACE")
	case p.accept("NULL"):
	case p.accept("PRIMARY", "KEY"):
		c.identifies(!p.peek().Is("DESC"), p.postgres)
		t.Unique = append([][]string{{c.Name}}, t.Unique...)
		t.key(Key{Name: name, Columns: []string{c.Name}, primary: true})
	case p.accept("UNIQUE"):
		p.distinct()
		s.grow(p, t, Key{Name: name, Columns: []string{c.Name}})
	case p.peek().Is("REFERENCES"):
		s.references(p, t, Key{Name: name, Columns: []string{c.Name}})
	case p.accept("DEFAULT"):
		c.set(p)
	case p.accept("GENERATED", "ALWAYS", "AS", "("), p.accept("AS", "("):
		c.Generated = true
		c.valueAt = *p
		c.value = p.whole()
		p.accept(")")
	case p.accept("GENERATED"):
		c.Identity, c.NotNull = true, true
		p.skipTo(func(t token.Token) bool { return t.Is("IDENTITY", ",", ")") })
		p.accept("IDENTITY")
		p.parens()
	case p.accept("CHECK"):
		p.check(t, name, c.Name)
	case p.accept("COLLATE"):
		c.anyCase = strings.EqualFold(last(p.pathOf()), "NOCASE")
	case p.accept("USING", "INDEX", "TABLESPACE"), p.acceptOne("STORAGE", "COMPRESSION"):
		p.pathOf()
	case p.accept("ON", "CONFLICT"), p.accept("NOT", "DEFERRABLE"), p.accept("NO", "INHERIT"), p.accept("NOT", "VALID"),
		p.accept("NOT", "ENFORCED"), p.acceptOne(fillers...):
	case (p.ahead(-1).Is("WITH", "OPTIONS", "INCLUDE") || !p.postgres) && p.peek().Is("("):
		p.parens()
	default:
		s.doubt(t, p.peek().Start, "%q of column %q is not understood", brief(p.tokens[p.at:min(p.at+3, len(p.tokens))]), c.Name)
		p.at++
	}
}

// fillers are words around constraints that say nothing of values.
var fillers = []string{"AUTOINCREMENT", "ASC", "DESC", "DEFERRABLE", "INITIALLY", "DEFERRED", "IMMEDIATE", "STORED", "VIRTUAL", "ENFORCED",
	"ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK", "WITH", "INCLUDE", "OPTIONS", "FOR"}

// set reads a default.
func (c *Declared) set(p *parser) {
	c.Default, c.computed, c.fallback = !p.peek().Is("NULL"), p.peek().Is("("), nil
	from := p.at
	p.defaulted()
	c.endless = isEndless(p.tokens[from:p.at])
	if p.ahead(-1).Is(")") {
		c.fallback = newParser(p.tokens[from:p.at]).whole()
	}
}

// defaulted passes over a default, to the next constraint.
func (p *parser) defaulted() {
	first := p.at
	p.skipTo(func(t token.Token) bool {
		return t.Is(",") || p.at > first && constrains(t) && !(t.Is("NULL") && p.ahead(-1).Is("NOT")) && !p.ahead(-1).Is("::", ".")
	})
}
