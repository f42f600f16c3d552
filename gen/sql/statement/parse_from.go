package statement

import "github.com/flowc-dev/flowc/gen/sql/token"

// from reads the tables after FROM, with their joins.
func (p *parser) from() *from {
	p.enter()
	defer p.leave()
	f := &from{first: p.source()}
	for {
		j := &join{}
		if !p.accept(",") && !p.joined(j) {
			return f
		}
		j.Start = p.ahead(-1).Start
		j.source = p.source()
		switch {
		case p.accept("ON"):
			j.on = p.whole()
		case p.peek().Is("USING") && p.ahead(1).Is("("):
			p.at++
			j.using = p.names()
			if p.accept("AS") {
				p.ident()
			}
		}
		j.End = p.ahead(-1).End
		f.joins = append(f.joins, j)
	}
}

// joined reads the words of a join.
func (p *parser) joined(j *join) bool {
	for at := p.at; ; p.at++ {
		switch t := p.peek(); {
		case t.Is("JOIN"):
			p.at++
			return true
		case t.Is("NATURAL"):
			j.natural = true
		case t.Is("LEFT"):
			j.left = true
		case t.Is("RIGHT"):
			j.right = true
		case t.Is("FULL"):
			j.left, j.right = true, true
		case !t.Is("INNER", "CROSS", "OUTER"):
			p.at = at
			return false
		}
	}
}

// source reads one table, sub-select, function or join in parentheses.
func (p *parser) source() *source {
	p.enter()
	defer p.leave()
	s := &source{lateral: p.accept("LATERAL")}
	p.accept("ONLY")
	switch {
	case p.inQuery():
		p.at++
		s.query = p.query()
		p.close()
	case p.accept("("):
		s.from = p.from()
		p.close()
	case p.accept("ROWS", "FROM", "("):
		s.calls = p.list()
		p.close()
	default:
		p.table(s)
	}
	p.aliased(s)
	return s
}

// table reads a table's name or a function that gives rows.
func (p *parser) table(s *source) {
	start := p.peek().Start
	s.path = p.pathOf()
	s.quoted = quotes(p.ahead(-1))
	if p.peek().Is("(") {
		e := &expr{path: s.path, start: start}
		p.call(e)
		e.end = p.ahead(-1).End
		s.calls = []*expr{e}
	}
	p.accept("*")
}

// aliased reads what may follow a table: its alias with names of columns, a sample, a hint.
func (p *parser) aliased(s *source) {
	p.accept("WITH", "ORDINALITY")
	t := p.peek()
	switch {
	case p.accept("AS"):
		if !p.peek().Is("(") {
			s.quoted = quotes(p.peek())
			s.alias = p.alias()
		}
		p.listed(s)
	case t.Kind == token.Quoted, t.Kind == token.Word && !clause(t) && !t.Is("INDEXED", "NOT", "TABLESAMPLE", "VALUES", "DEFAULT", "SELECT", "WITH"):
		s.quoted = quotes(t)
		s.alias = p.ident()
		p.listed(s)
	}
	switch {
	case p.accept("INDEXED", "BY"):
		p.ident()
	case p.accept("NOT", "INDEXED"):
	case p.accept("TABLESAMPLE"):
		p.pathOf()
		p.parens()
		if p.accept("REPEATABLE") {
			p.parens()
		}
	}
}

// listed reads names of columns after an alias.
func (p *parser) listed(s *source) {
	if p.peek().Is("(") {
		s.columns = p.names()
	}
}
