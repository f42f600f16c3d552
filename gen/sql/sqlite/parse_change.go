package sqlite

// change reads an INSERT, REPLACE, UPDATE or DELETE.
func (p *parser) change(q *query) {
	c := &core{query: q, change: &change{}}
	q.cores = append(q.cores, c)
	verb := p.peek()
	p.at++
	if p.accept("OR") {
		c.change.mayIgnore = p.peek().Is("IGNORE")
		p.at++
	}
	switch {
	case verb.Is("UPDATE"):
		p.update(c)
	case verb.Is("DELETE"):
		p.accept("FROM")
		p.changed(c)
	default:
		p.insert(c)
	}
	p.clauses(c)
	if p.accept("RETURNING") {
		c.change.returning = true
		p.items(c)
	}
	p.tail(q)
}

// changed reads the table that is changed, which is the first source.
func (p *parser) changed(c *core) {
	s := &source{}
	p.target(s)
	p.named = append(p.named, Table{Name: s.table, Writes: true})
	p.alias(s)
	c.sources = append(c.sources, s)
}

func (p *parser) update(c *core) {
	p.changed(c)
	if p.accept("SET") {
		p.list(c)
	}
	if p.accept("FROM") {
		p.from(c)
	}
}

func (p *parser) insert(c *core) {
	c.change.insert = true
	p.accept("INTO")
	p.changed(c)
	if p.peek().Is("(") {
		c.change.columns = p.names()
	}
	switch {
	case p.accept("VALUES"):
		p.tuples(c)
	case p.accept("DEFAULT"):
		p.accept("VALUES")
		c.tuples = [][]piece{nil}
	default:
		c.change.from = p.query(c)
	}
	p.upsert(c)
}

// upsert reads ON CONFLICT clauses.
func (p *parser) upsert(c *core) {
	updates := false
	for !p.done() && !p.peek().Is("RETURNING") {
		switch t := p.peek(); {
		case t.Is("NOTHING"):
			c.change.mayIgnore = true
		case t.Is("UPDATE"):
			updates = true
		case t.Is("WHERE") && updates: // before DO, a WHERE belongs to the index
			c.change.mayIgnore = true
		case t.Is("ON"):
			updates = false
		}
		p.step(c)
	}
}
