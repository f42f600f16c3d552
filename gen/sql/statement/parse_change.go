package statement

import "github.com/flowc-dev/flowc/gen/sql/token"

// change reads an INSERT, REPLACE, UPDATE or DELETE.
func (p *parser) change(c *core) {
	t := p.peek()
	p.at++
	c.change = &change{start: t.Start}
	if t.Is("REPLACE") {
		c.change.or = "REPLACE"
	}
	if p.accept("OR") {
		c.change.or = p.ident()
	}
	switch {
	case t.Is("UPDATE"):
		p.update(c)
	case t.Is("DELETE"):
		p.remove(c)
	default:
		p.insert(c.change)
	}
	if p.accept("WHERE") {
		c.where = p.whole()
	}
	if p.accept("RETURNING") {
		c.change.returning = true
		c.items = p.returned(c.change)
	}
}

// returned reads what follows RETURNING: PostgreSQL 18 lets the rows before and after have other names.
func (p *parser) returned(c *change) []*item {
	c.before, c.after = "old", "new"
	if p.accept("WITH") && p.accept("(") {
		for more := true; more; more = p.accept(",") {
			name := &c.after
			if p.acceptOne("OLD", "NEW"); p.ahead(-1).Is("OLD") {
				name = &c.before
			}
			p.accept("AS")
			*name = p.ident()
		}
		p.close()
	}
	return p.items()
}

// target reads the table that is changed.
func (p *parser) target(c *change) {
	p.accept("ONLY")
	c.target = &source{path: p.pathOf()}
	c.target.quoted = quotes(p.ahead(-1))
	p.accept("*")
	if t := p.peek(); p.accept("AS") || t.Kind == token.Quoted || t.Kind == token.Word && !clause(t) &&
		!t.Is("VALUES", "DEFAULT", "SELECT", "WITH", "OVERRIDING", "INDEXED", "NOT", "TABLE") {
		c.target.quoted = quotes(p.peek())
		c.target.alias = p.ident()
	}
	c.target.end = p.ahead(-1).End
	if p.accept("INDEXED", "BY") {
		p.ident()
	}
	p.accept("NOT", "INDEXED")
}

func (p *parser) update(c *core) {
	c.change.verb = Update
	p.target(c.change)
	if p.accept("SET") {
		c.change.set = p.assigns()
	}
	if p.accept("FROM") {
		c.from = p.from()
	}
}

func (p *parser) remove(c *core) {
	c.change.verb = Delete
	p.accept("FROM")
	p.target(c.change)
	if p.accept("USING") {
		c.from = p.from()
	}
}

func (p *parser) insert(c *change) {
	c.verb = Insert
	p.accept("INTO")
	p.target(c)
	if p.peek().Is("(") && !p.inQuery() {
		c.columns = p.names()
	}
	if p.accept("OVERRIDING") {
		p.at += 2
	}
	if !p.accept("DEFAULT", "VALUES") {
		c.body = p.query()
	}
	for p.accept("ON", "CONFLICT") {
		p.conflict(c)
	}
}

// conflict reads ON CONFLICT after these words.
func (p *parser) conflict(c *change) {
	of := ""
	if p.peek().Is("(") {
		columns, whole := p.keys()
		if of = arbiter(columns); !whole {
			of = anExpression
		}
	}
	if p.accept("WHERE") {
		p.skipTo(func(t token.Token) bool { return t.Is("DO") })
	}
	if p.accept("ON", "CONSTRAINT") {
		of = "CONSTRAINT " + p.ident()
	}
	c.arbiters = append(c.arbiters, of)
	switch {
	case p.accept("DO", "NOTHING"):
		c.nothing = true
	case p.accept("DO", "UPDATE", "SET"):
		c.upserts = true
		c.upsert = append(c.upsert, p.assigns()...)
		if p.accept("WHERE") {
			c.sometimes = p.whole()
		}
	default:
		p.lose("%q is not understood there", p.peek().Src)
	}
}

// assigns reads `column = value, (a, b) = (…)`.
func (p *parser) assigns() []assign {
	var list []assign
	for {
		start := p.peek().Start
		names := p.assigned()
		p.accept("=")
		p.accept("ROW")
		value := p.whole()
		for i, name := range names {
			list = append(list, assign{name, part(value, i, len(names)), start})
		}
		if !p.accept(",") {
			return list
		}
	}
}

// assigned reads what stands on the left of an assignment. A part of a column is as good as all of it.
func (p *parser) assigned() []string {
	if p.peek().Is("(") {
		return p.names()
	}
	name := p.ident()
	if !p.peek().Is("=") {
		p.lose("a part of column %q is assigned", name)
		p.skipTo(func(t token.Token) bool { return t.Is("=", ",", ")", ";") })
	}
	return []string{name}
}

// part is what the i-th of n columns gets that are set at once.
func part(value *expr, i, n int) *expr {
	switch {
	case n == 1:
		return value
	case value.op == row && len(value.args) == n:
		return value.args[i]
	case value.op == scalar && len(value.query.cores) == 1 && len(value.query.cores[0].items) == n:
		c := *value.query.cores[0]
		c.items = c.items[i : i+1]
		q := *value.query
		q.cores = []*core{&c}
		return &expr{op: scalar, query: &q}
	}
	return &expr{op: opaque, text: value.text}
}
