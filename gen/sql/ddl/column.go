package ddl

import (
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// declare reads one column.
func (s *Schema) declare(p *tree.Parser, t *Table) {
	c := &Column{Quoted: tree.Quotes(p.Peek())}
	if c.Name = p.Peek().Name(); !p.Postgres && p.Peek().Kind == token.Text {
		c.Name = p.Peek().Text()
	}
	if c.Name == "" {
		s.doubt(t, p.Peek().Start, "a name is missing before %q", p.Peek().Src)
	}
	p.At++
	t.Columns = append(t.Columns, c)
	var words []string
	for p.Peek().Kind == token.Word && !tree.Constrains(p.Peek()) && !p.Peek().Is("ARRAY") ||
		p.Peek().Kind == token.Quoted {
		from := p.At
		for p.At++; p.Peek().Is(".") && p.Ahead(1).Name() != ""; {
			p.At += 2
		}
		p.Parens()
		words = append(words, p.Written(from))
	}
	c.Type, c.array = strings.Join(words, " "), p.Peek().Is("[", "ARRAY")
	if p.Accept("ARRAY") && !p.Peek().Is("[") {
		c.Depth = 1
	}
	for p.Accept("[") {
		c.Depth++
		p.SkipTo(func(t token.Token) bool { return t.Is("]") })
		p.Accept("]")
	}
	c.counter(s.Postgres)
	for !p.Peek().Is(",", ")") && p.Peek().Kind != token.None {
		s.constraint(p, t, c)
	}
}

// serial matches the types of PostgreSQL that count up.
var serial = regexp.MustCompile(`(?i)^(small|big)?serial[248]?$`)

// counter makes a column of such a type one that the database counts up.
func (c *Column) counter(postgres bool) {
	c.Identity = serial.MatchString(c.Type)
	c.Default = c.Identity
	c.NotNull = c.Identity && postgres
}

// constraint reads one constraint of a column.
func (s *Schema) constraint(p *tree.Parser, t *Table, c *Column) {
	name := ""
	if p.Accept("CONSTRAINT") {
		name = p.Ident()
	}
	switch {
	case p.Accept("NOT", "NULL"):
		c.NotNull = true
		c.Lenient = p.Accept("ON", "CONFLICT") && p.AcceptOne("IGNORE", "REPLACE")
	case p.Accept("NULL"):
	case p.Accept("PRIMARY", "KEY"):
		c.identifies(!p.Peek().Is("DESC"), p.Postgres)
		t.Unique = append([][]string{{c.Name}}, t.Unique...)
		t.key(Key{Key: statement.Key{Name: name, Columns: []string{c.Name}}, primary: true})
	case p.Accept("UNIQUE"):
		p.Distinct()
		s.grow(p, t, Key{Key: statement.Key{Name: name, Columns: []string{c.Name}}})
	case p.Peek().Is("REFERENCES"):
		s.references(p, t, Key{Key: statement.Key{Name: name, Columns: []string{c.Name}}})
	case p.Accept("DEFAULT"):
		c.set(p)
	case p.Accept("GENERATED", "ALWAYS", "AS", "("), p.Accept("AS", "("):
		c.Generated = true
		c.ValueAt = *p
		c.Value = p.Whole()
		p.Accept(")")
	case p.Accept("GENERATED"):
		c.Identity, c.NotNull = true, true
		p.SkipTo(func(t token.Token) bool { return t.Is("IDENTITY", ",", ")") })
		p.Accept("IDENTITY")
		p.Parens()
	case p.Accept("CHECK"):
		readCheck(p, t, name, c.Name)
	case p.Accept("COLLATE"):
		c.AnyCase = strings.EqualFold(tree.Last(p.PathOf()), "NOCASE")
	case p.Accept("USING", "INDEX", "TABLESPACE"), p.AcceptOne("STORAGE", "COMPRESSION"):
		p.PathOf()
	case p.Accept("ON", "CONFLICT"), p.Accept("NOT", "DEFERRABLE"), p.Accept("NO", "INHERIT"), p.Accept("NOT", "VALID"),
		p.Accept("NOT", "ENFORCED"), p.AcceptOne(fillers...):
	case (p.Ahead(-1).Is("WITH", "OPTIONS", "INCLUDE") || !p.Postgres) && p.Peek().Is("("):
		p.Parens()
	default:
		s.doubt(t, p.Peek().Start, "%q of column %q is not understood", brief(p.Tokens[p.At:min(p.At+3, len(p.Tokens))]), c.Name)
		p.At++
	}
}

// fillers are words around constraints that say nothing of values.
var fillers = []string{"AUTOINCREMENT", "ASC", "DESC", "DEFERRABLE", "INITIALLY", "DEFERRED", "IMMEDIATE", "STORED", "VIRTUAL", "ENFORCED",
	"ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK", "WITH", "INCLUDE", "OPTIONS", "FOR"}

// set reads a default.
func (c *Column) set(p *tree.Parser) {
	c.Default, c.Computed, c.Fallback = !p.Peek().Is("NULL"), p.Peek().Is("("), nil
	from := p.At
	p.Defaulted()
	c.Endless = IsEndless(p.Tokens[from:p.At])
	if p.Ahead(-1).Is(")") {
		c.Fallback = tree.NewParser(p.Tokens[from:p.At]).Whole()
	}
}
