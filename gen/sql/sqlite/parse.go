package sqlite

import "github.com/flowc-dev/flowc/gen/sql/token"

// parser reads the tokens of one statement into a tree. Whatever it meets, it goes forward and stops at the end.
type parser struct {
	tokens []token.Token // without comments
	at     int
	scopes []*core        // of every token: the innermost query that its names are looked up in
	subs   map[int]*query // subqueries in expressions, by the index of their opening parenthesis
	named  []Table        // in the order of the text, repeated as there
	ctes   []string       // names that a WITH gives
}

// parse reads one statement.
func parse(tokens []token.Token) (*parser, *query) {
	p := &parser{tokens: tokens, scopes: make([]*core, len(tokens)), subs: map[int]*query{}}
	return p, p.query(nil)
}

// query reads [WITH …] and a SELECT with its compounds, or an INSERT, UPDATE or DELETE.
func (p *parser) query(outer *core) *query {
	q := &query{outer: outer}
	if p.accept("WITH") {
		p.with(q)
	}
	if p.peek().Is("INSERT", "REPLACE", "UPDATE", "DELETE") {
		p.change(q)
		return q
	}
	p.core(q)
	for p.accept("UNION") || p.accept("INTERSECT") || p.accept("EXCEPT") {
		p.accept("ALL")
		p.core(q)
	}
	p.tail(q)
	return q
}

// with reads the list after WITH.
func (p *parser) with(q *query) {
	p.accept("RECURSIVE")
	host := &core{query: q} // the bodies see each other through it
	for {
		c := &cte{name: p.ident()}
		p.ctes = append(p.ctes, c.name)
		if p.peek().Is("(") {
			c.columns = p.names()
		}
		p.accept("AS")
		p.accept("NOT")
		p.accept("MATERIALIZED")
		if !p.accept("(") {
			return
		}
		q.with = append(q.with, c)
		c.body = p.query(host)
		p.close(host)
		if !p.accept(",") {
			return
		}
	}
}

// core reads one SELECT up to its compound operator, or one VALUES.
func (p *parser) core(q *query) {
	c := &core{query: q}
	q.cores = append(q.cores, c)
	if p.accept("VALUES") {
		p.tuples(c)
		return
	}
	p.accept("SELECT")
	_ = p.accept("DISTINCT") || p.accept("ALL")
	p.items(c)
	if p.accept("FROM") {
		p.from(c)
	}
	p.clauses(c)
}

// clauses reads WHERE, GROUP BY, HAVING and WINDOW.
func (p *parser) clauses(c *core) {
	for {
		switch {
		case p.accept("WHERE"):
			c.where = true
		case p.accept("GROUP"):
			c.group = true
		case p.accept("HAVING"):
			c.having = true
		case !p.accept("WINDOW"):
			return
		}
		p.list(c)
	}
}

// tail reads ORDER BY, LIMIT and OFFSET.
func (p *parser) tail(q *query) {
	for {
		switch {
		case p.accept("LIMIT"), p.accept("OFFSET"):
			q.limit = true
		case !p.accept("ORDER"):
			return
		}
		p.list(q.cores[0])
	}
}

// list passes over expressions separated by commas.
func (p *parser) list(c *core) {
	for p.expr(c); p.mark(c).accept(","); p.expr(c) {
	}
}

// expr passes over one expression: up to a comma, a closing parenthesis or the next clause.
func (p *parser) expr(c *core) piece {
	start := p.at
	for !p.done() && !p.peek().Is(",", ")") && !p.atClause() {
		p.step(c)
	}
	return piece{start, p.at}
}

// step passes over one token, or over a parenthesis with all that is inside it.
func (p *parser) step(c *core) {
	open := p.at
	p.mark(c).at++
	if !p.tokens[open].Is("(") {
		return
	}
	if p.peek().Is("SELECT", "WITH", "VALUES") {
		p.subs[open] = p.query(c)
	}
	p.close(c)
}

// close passes over the rest of a parenthesis that is open.
func (p *parser) close(c *core) {
	for !p.done() && !p.peek().Is(")") {
		p.step(c)
	}
	if !p.done() {
		p.mark(c).at++
	}
}

// atClause reports whether the next token begins a clause or a join.
func (p *parser) atClause() bool {
	t := p.peek()
	switch {
	case t.Is("FROM"):
		return !p.back(1).Is("DISTINCT") // a IS DISTINCT FROM b
	case t.Is("LEFT", "RIGHT"):
		return !p.ahead(1).Is("(") // PostgreSQL's left(text, n)
	}
	return t.Is("WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET", "UNION", "INTERSECT", "EXCEPT", "RETURNING",
		"JOIN", "FULL", "INNER", "CROSS", "NATURAL", "ON", "USING", "SET") && !p.back(1).Is(".")
}

// names reads a list of identifiers in parentheses.
func (p *parser) names() []string {
	var list []string
	p.accept("(")
	for !p.done() && !p.accept(")") {
		if name := p.ident(); name != "" {
			list = append(list, name)
		}
		p.accept(",")
	}
	return list
}

// ident passes over one token and returns the identifier that it spells.
func (p *parser) ident() string {
	name := p.peek().Name()
	if !p.done() {
		p.at++
	}
	return name
}

func (p *parser) done() bool { return p.at >= len(p.tokens) || p.tokens[p.at].Is(";") }

// peek returns the next token; at the end, one that is nothing.
func (p *parser) peek() token.Token { return p.ahead(0) }

func (p *parser) ahead(n int) token.Token { return token.At(p.tokens, p.at+n) }

func (p *parser) back(n int) token.Token { return token.At(p.tokens, p.at-n) }

// accept passes over the next token if it is s.
func (p *parser) accept(s string) bool {
	if !p.peek().Is(s) {
		return false
	}
	p.at++
	return true
}

// mark notes that the next token's names belong to c.
func (p *parser) mark(c *core) *parser {
	if p.at < len(p.scopes) {
		p.scopes[p.at] = c
	}
	return p
}
