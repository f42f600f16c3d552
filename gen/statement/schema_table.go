package statement

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
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
	for p.peek().Kind != sqltoken.None {
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
			p.skipTo(func(t token) bool { return t.Is(",", ")") })
		}
		if !p.accept(",") {
			break
		}
	}
	p.accept(")")
	return columns, whole
}

// passMember passes over the rest of a column or constraint.
func (p *parser) passMember() {
	p.skipTo(func(t token) bool { return t.Is(",", ")") })
}

// declare reads one column.
func (s *Schema) declare(p *parser, t *Table) {
	c := &Declared{quoted: quotes(p.peek())}
	if c.Name = p.peek().Name(); !p.postgres && p.peek().Kind == sqltoken.Text {
		c.Name = p.peek().Text()
	}
	if c.Name == "" {
		s.doubt(t, p.peek().Start, "a name is missing before %q", p.peek().Src)
	}
	p.at++
	t.Columns = append(t.Columns, c)
	var words []string
	for p.peek().Kind == sqltoken.Word && !constrains(p.peek()) && !p.peek().Is("ARRAY") || p.peek().Kind == sqltoken.Quoted {
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
		p.skipTo(func(t token) bool { return t.Is("]") })
		p.accept("]")
	}
	c.counter(s.postgres)
	for !p.peek().Is(",", ")") && p.peek().Kind != sqltoken.None {
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
func constrains(t token) bool {
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
		p.skipTo(func(t token) bool { return t.Is("IDENTITY", ",", ")") })
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

// defaulted passes over a default, to the next constraint.
func (p *parser) defaulted() {
	first := p.at
	p.skipTo(func(t token) bool {
		return t.Is(",") || p.at > first && constrains(t) && !(t.Is("NULL") && p.ahead(-1).Is("NOT")) && !p.ahead(-1).Is("::", ".")
	})
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
	if p.peek().Kind != sqltoken.None && !p.accept("WITH") {
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
