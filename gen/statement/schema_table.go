package statement

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// declared reads a CREATE TABLE behind its name.
func (p *parser) declared(t *Table) {
	t.rowid = true
	if p.accept("AS") {
		t.viewAt, t.filled = *p, true
		t.view = p.query()
		return
	}
	if !p.accept("(") {
		t.lost = "its columns are declared elsewhere"
		return
	}
	for {
		p.member(t)
		if !p.accept(",") {
			break
		}
	}
	p.accept(")")
	for p.peek().Kind != sqltoken.None {
		switch {
		case p.accept("WITHOUT", "ROWID"):
			t.rowid = false
			t.require()
		case p.peek().Is("INHERITS", "AS"):
			t.lost = "its columns are declared elsewhere"
		}
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
func (p *parser) member(t *Table) {
	name := ""
	if p.accept("CONSTRAINT") {
		name = p.ident()
	}
	switch {
	case p.peek().Is("PRIMARY", "UNIQUE") && p.ahead(1).Is("KEY", "(", "NULLS"):
		p.unique(t, name)
	case p.peek().Is("FOREIGN") && p.ahead(1).Is("KEY"):
		p.accept("FOREIGN", "KEY")
		columns, _ := p.keys()
		p.references(t, Key{Name: name, Columns: columns})
		p.passMember()
	case p.accept("CHECK"):
		p.check(t)
		p.passMember()
	case p.peek().Is("EXCLUDE"):
		t.excludes = true
		p.passMember()
	case p.accept("LIKE"):
		t.lost = "its columns are declared elsewhere"
		p.passMember()
	default:
		p.declare(t)
	}
}

// unique reads PRIMARY KEY (…) or UNIQUE (…).
func (p *parser) unique(t *Table, name string) {
	primary := p.accept("PRIMARY", "KEY")
	if !primary {
		p.accept("UNIQUE")
		p.distinct()
	}
	columns, whole := p.keys()
	p.passMember()
	t.key(Key{Name: name, Columns: columns, primary: primary})
	if !whole {
		return
	}
	if !primary {
		t.Unique = append(t.Unique, columns)
		return
	}
	t.Unique = append([][]string{columns}, t.Unique...)
	for _, name := range columns {
		if c := t.Column(name); c != nil {
			c.identifies(len(columns) == 1, p.postgres)
		}
	}
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
func (p *parser) references(t *Table, k Key) {
	p.accept("REFERENCES")
	k.Foreign, k.of = true, last(p.pathOf())
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
		p.at++
		if p.accept("COLLATE") {
			p.pathOf()
		}
		p.acceptOne("ASC", "DESC")
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
func (p *parser) declare(t *Table) {
	c := &Declared{quoted: quotes(p.peek()), Name: p.ident()}
	t.Columns = append(t.Columns, c)
	var words []string
	for p.peek().Kind == sqltoken.Word && !constrains(p.peek()) || p.peek().Kind == sqltoken.Quoted {
		words = append(words, p.peek().Src)
		p.at++
		if p.peek().Is("(") {
			at := p.at
			p.parens()
			words = append(words, p.written(at))
		}
	}
	c.Type, c.array = strings.Join(words, " "), p.peek().Is("[", "ARRAY")
	for p.accept("[") {
		c.Depth++
		p.skipTo(func(t token) bool { return t.Is("]") })
		p.accept("]")
	}
	c.Identity = strings.Contains(strings.ToUpper(c.Type), "SERIAL")
	c.Default = c.Identity
	for !p.peek().Is(",", ")") && p.peek().Kind != sqltoken.None {
		p.constraint(t, c)
	}
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
func (p *parser) constraint(t *Table, c *Declared) {
	name := ""
	if p.accept("CONSTRAINT") {
		name = p.ident()
	}
	switch {
	case p.accept("NOT", "NULL"):
		c.NotNull = true
		c.lenient = p.accept("ON", "CONFLICT") && p.acceptOne("IGNORE", "REPLACE")
	case p.accept("PRIMARY", "KEY"):
		c.identifies(!p.peek().Is("DESC"), p.postgres)
		t.Unique = append([][]string{{c.Name}}, t.Unique...)
		t.key(Key{Name: name, Columns: []string{c.Name}, primary: true})
	case p.accept("UNIQUE"):
		p.distinct()
		t.Unique = append(t.Unique, []string{c.Name})
		t.key(Key{Name: name, Columns: []string{c.Name}})
	case p.peek().Is("REFERENCES"):
		p.references(t, Key{Name: name, Columns: []string{c.Name}})
	case p.accept("DEFAULT"):
		c.Default = !p.peek().Is("NULL")
		c.computed = p.peek().Is("(")
		from := p.at
		p.defaulted()
		if p.ahead(-1).Is(")") {
			c.fallback = newParser(p.tokens[from:p.at]).whole()
		}
	case p.accept("GENERATED", "ALWAYS", "AS", "("), p.accept("AS", "("):
		c.Generated = true
		c.valueAt = *p
		c.value = p.whole()
		p.accept(")")
	case p.accept("GENERATED"):
		c.Identity, c.NotNull = true, true
		p.skipTo(func(t token) bool { return t.Is(",", ")", "NOT", "PRIMARY", "UNIQUE", "REFERENCES") })
	case p.accept("CHECK"):
		p.check(t)
	case p.accept("COLLATE"):
		c.anyCase = strings.EqualFold(last(p.pathOf()), "NOCASE")
	case p.peek().Is("("):
		p.parens()
	default:
		p.at++
	}
}

// check reads what a CHECK asks, for the names in it.
func (p *parser) check(t *Table) {
	at := p.at
	p.parens()
	asks := check{tokens: p.tokens[at:p.at]}
	for i, token := range p.tokens[at:p.at] {
		if i > 0 && token.Start > p.tokens[at+i-1].End {
			asks.text += " "
		}
		asks.text += token.Src
		if name := token.Name(); name != "" {
			asks.names = append(asks.names, name)
		}
	}
	t.asks = append(t.asks, asks)
}

// defaulted passes over a default: a literal, a sign and a number, a call, or an expression in parentheses.
func (p *parser) defaulted() {
	p.acceptOne("-", "+")
	if !p.peek().Is("(") {
		p.at++
	}
	p.parens()
	if p.accept("::") {
		p.typeName()
	}
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
