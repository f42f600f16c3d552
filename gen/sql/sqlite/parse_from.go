package sqlite

// from reads the tables after FROM, with their joins.
func (p *parser) from(c *core) {
	first := len(c.sources)
	p.source(c)
	for {
		natural := p.accept("NATURAL")
		side := p.side()
		if !p.accept("JOIN") && !p.accept(",") {
			return
		}
		joined := len(c.sources)
		p.source(c)
		if side.right {
			setOuter(c.sources[first:joined])
		}
		if side.left {
			setOuter(c.sources[joined:])
		}
		p.constraint(c, c.sources[joined:], natural)
	}
}

// side says which sides of a join may be missing.
type side struct{ left, right bool }

// side reads the words before JOIN. LEFT lets the table after it be missing.
func (p *parser) side() side {
	var s side
	switch {
	case p.accept("LEFT"):
		s.left = true
	case p.accept("RIGHT"):
		s.right = true
	case p.accept("FULL"):
		s = side{true, true}
	default:
		_ = p.accept("INNER") || p.accept("CROSS")
	}
	p.accept("OUTER")
	return s
}

func setOuter(sources []*source) {
	for _, s := range sources {
		s.outer = true
	}
}

// constraint reads ON or USING after a joined table.
func (p *parser) constraint(c *core, joined []*source, natural bool) {
	for _, s := range joined {
		s.natural = natural
	}
	switch {
	case p.accept("ON"):
		p.expr(c)
	case p.accept("USING"):
		names := p.names()
		for _, s := range joined {
			s.merged = names
		}
	}
}

// source reads one table, subquery, table-valued function or parenthesised join.
func (p *parser) source(c *core) {
	s := &source{}
	open := p.at
	switch {
	case p.accept("(") && !p.peek().Is("SELECT", "WITH", "VALUES"):
		p.from(c)
		p.close(c)
		return
	case p.at > open:
		s.sub = p.query(c)
		s.sub.table = true
		p.close(c)
	default:
		p.target(s)
		if p.peek().Is("(") {
			s.call = true
			p.step(c)
		} else {
			p.named = append(p.named, Table{Name: s.table})
		}
	}
	c.sources = append(c.sources, s)
	p.alias(s)
}

// target reads a table's name, with its schema if given.
func (p *parser) target(s *source) {
	s.table = p.ident()
	if p.accept(".") {
		s.table = p.ident()
	}
}

// alias reads what may follow a table: its alias and an index hint.
func (p *parser) alias(s *source) {
	t := p.peek()
	switch {
	case p.accept("AS"):
		s.alias = p.ident()
	case t.Name() != "" && !p.atClause() && !t.Is("NOT", "INDEXED", "VALUES", "DEFAULT", "SELECT", "WITH"):
		s.alias = p.ident()
	}
	if p.accept("INDEXED") {
		p.accept("BY")
		p.ident()
	} else if p.accept("NOT") {
		p.accept("INDEXED")
	}
}
