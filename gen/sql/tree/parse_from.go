package tree

import "github.com/flowc-dev/flowc/gen/sql/token"

// from reads the tables after FROM, with their joins.
func (p *Parser) from() *From {
	p.enter()
	defer p.leave()
	f := &From{First: p.source()}
	for {
		j := &Join{}
		if !p.Accept(",") && !p.joined(j) {
			return f
		}
		j.Start = p.Ahead(-1).Start
		j.Source = p.source()
		switch {
		case p.Accept("ON"):
			j.On = p.Whole()
		case p.Peek().Is("USING") && p.Ahead(1).Is("("):
			p.At++
			j.Using = p.Names()
			if p.Accept("AS") {
				p.Ident()
			}
		}
		j.End = p.Ahead(-1).End
		f.Joins = append(f.Joins, j)
	}
}

// joined reads the words of a join.
func (p *Parser) joined(j *Join) bool {
	for at := p.At; ; p.At++ {
		switch t := p.Peek(); {
		case t.Is("JOIN"):
			p.At++
			return true
		case t.Is("NATURAL"):
			j.Natural = true
		case t.Is("LEFT"):
			j.Left = true
		case t.Is("RIGHT"):
			j.Right = true
		case t.Is("FULL"):
			j.Left, j.Right = true, true
		case !t.Is("INNER", "CROSS", "OUTER"):
			p.At = at
			return false
		}
	}
}

// source reads one table, sub-select, function or join in parentheses.
func (p *Parser) source() *Source {
	p.enter()
	defer p.leave()
	s := &Source{Lateral: p.Accept("LATERAL")}
	p.Accept("ONLY")
	switch {
	case p.inQuery():
		p.At++
		s.Query = p.Query()
		p.close()
	case p.Accept("("):
		s.From = p.from()
		p.close()
	case p.Accept("ROWS", "FROM", "("):
		s.Calls = p.list()
		p.close()
	default:
		p.table(s)
	}
	p.aliased(s)
	return s
}

// table reads a table's name or a function that gives rows.
func (p *Parser) table(s *Source) {
	start := p.Peek().Start
	s.Path = p.PathOf()
	s.Quoted = Quotes(p.Ahead(-1))
	if p.Peek().Is("(") {
		e := &Expr{Path: s.Path, Start: start}
		p.call(e)
		e.End = p.Ahead(-1).End
		s.Calls = []*Expr{e}
	}
	p.Accept("*")
}

// aliased reads what may follow a table: its alias with names of columns, a sample, a hint.
func (p *Parser) aliased(s *Source) {
	p.Accept("WITH", "ORDINALITY")
	t := p.Peek()
	switch {
	case p.Accept("AS"):
		if !p.Peek().Is("(") {
			s.Quoted = Quotes(p.Peek())
			s.Alias = p.alias()
		}
		p.listed(s)
	case t.Kind == token.Quoted, t.Kind == token.Word && !clause(t) && !t.Is("INDEXED", "NOT", "TABLESAMPLE", "VALUES", "DEFAULT", "SELECT", "WITH"):
		s.Quoted = Quotes(t)
		s.Alias = p.Ident()
		p.listed(s)
	}
	switch {
	case p.Accept("INDEXED", "BY"):
		p.Ident()
	case p.Accept("NOT", "INDEXED"):
	case p.Accept("TABLESAMPLE"):
		p.PathOf()
		p.Parens()
		if p.Accept("REPEATABLE") {
			p.Parens()
		}
	}
}

// listed reads names of columns after an alias.
func (p *Parser) listed(s *Source) {
	if p.Peek().Is("(") {
		s.Columns = p.Names()
	}
}
