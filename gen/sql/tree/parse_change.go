package tree

import (
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// change reads an INSERT, REPLACE, UPDATE or DELETE.
func (p *Parser) change(c *Core) {
	t := p.Peek()
	p.At++
	c.Change = &Change{Start: t.Start}
	if t.Is("REPLACE") {
		c.Change.Or = "REPLACE"
	}
	if p.Accept("OR") {
		c.Change.Or = p.Ident()
	}
	switch {
	case t.Is("UPDATE"):
		p.update(c)
	case t.Is("DELETE"):
		p.remove(c)
	default:
		p.insert(c.Change)
	}
	if p.Accept("WHERE") {
		c.Where = p.Whole()
	}
	if p.Accept("RETURNING") {
		c.Change.Returning = true
		c.Items = p.returned(c.Change)
	}
}

// returned reads what follows RETURNING: PostgreSQL 18 lets the rows before and after have other names.
func (p *Parser) returned(c *Change) []*Item {
	c.Before, c.After = "old", "new"
	if p.Accept("WITH") && p.Accept("(") {
		for more := true; more; more = p.Accept(",") {
			name := &c.After
			if p.AcceptOne("OLD", "NEW"); p.Ahead(-1).Is("OLD") {
				name = &c.Before
			}
			p.Accept("AS")
			*name = p.Ident()
		}
		p.close()
	}
	return p.items()
}

// target reads the table that is changed.
func (p *Parser) target(c *Change) {
	p.Accept("ONLY")
	c.Target = &Source{Path: p.PathOf()}
	c.Target.Quoted = Quotes(p.Ahead(-1))
	p.Accept("*")
	if t := p.Peek(); p.Accept("AS") || t.Kind == token.Quoted || t.Kind == token.Word && !clause(t) &&
		!t.Is("VALUES", "DEFAULT", "SELECT", "WITH", "OVERRIDING", "INDEXED", "NOT", "TABLE") {
		c.Target.Quoted = Quotes(p.Peek())
		c.Target.Alias = p.Ident()
	}
	c.Target.End = p.Ahead(-1).End
	if p.Accept("INDEXED", "BY") {
		p.Ident()
	}
	p.Accept("NOT", "INDEXED")
}

func (p *Parser) update(c *Core) {
	c.Change.Verb = statement.Update
	p.target(c.Change)
	if p.Accept("SET") {
		c.Change.Set = p.assigns()
	}
	if p.Accept("FROM") {
		c.From = p.from()
	}
}

func (p *Parser) remove(c *Core) {
	c.Change.Verb = statement.Delete
	p.Accept("FROM")
	p.target(c.Change)
	if p.Accept("USING") {
		c.From = p.from()
	}
}

func (p *Parser) insert(c *Change) {
	c.Verb = statement.Insert
	p.Accept("INTO")
	p.target(c)
	if p.Peek().Is("(") && !p.inQuery() {
		c.Columns = p.Names()
	}
	if p.Accept("OVERRIDING") {
		p.At += 2
	}
	if !p.Accept("DEFAULT", "VALUES") {
		c.Body = p.Query()
	}
	for p.Accept("ON", "CONFLICT") {
		p.conflict(c)
	}
}

// conflict reads ON CONFLICT after these words.
func (p *Parser) conflict(c *Change) {
	of := ""
	if p.Peek().Is("(") {
		columns, whole := p.Keys()
		if of = Arbiter(columns); !whole {
			of = AnExpression
		}
	}
	if p.Accept("WHERE") {
		p.SkipTo(func(t token.Token) bool { return t.Is("DO") })
	}
	if p.Accept("ON", "CONSTRAINT") {
		of = "CONSTRAINT " + p.Ident()
	}
	c.Arbiters = append(c.Arbiters, of)
	switch {
	case p.Accept("DO", "NOTHING"):
		c.Nothing = true
	case p.Accept("DO", "UPDATE", "SET"):
		c.Upserts = true
		c.Upsert = append(c.Upsert, p.assigns()...)
		if p.Accept("WHERE") {
			c.Sometimes = p.Whole()
		}
	default:
		p.Lose("%q is not understood there", p.Peek().Src)
	}
}

// assigns reads `column = value, (a, b) = (…)`.
func (p *Parser) assigns() []Assign {
	var list []Assign
	for {
		start := p.Peek().Start
		names := p.assigned()
		p.Accept("=")
		p.Accept("ROW")
		value := p.Whole()
		for i, name := range names {
			list = append(list, Assign{name, part(value, i, len(names)), start})
		}
		if !p.Accept(",") {
			return list
		}
	}
}

// assigned reads what stands on the left of an assignment. A part of a column is as good as all of it.
func (p *Parser) assigned() []string {
	if p.Peek().Is("(") {
		return p.Names()
	}
	name := p.Ident()
	if !p.Peek().Is("=") {
		p.Lose("a part of column %q is assigned", name)
		p.SkipTo(func(t token.Token) bool { return t.Is("=", ",", ")", ";") })
	}
	return []string{name}
}

// part is what the i-th of n columns gets that are set at once.
func part(value *Expr, i, n int) *Expr {
	switch {
	case n == 1:
		return value
	case value.Op == Row && len(value.Args) == n:
		return value.Args[i]
	case value.Op == Scalar && len(value.Query.Cores) == 1 && len(value.Query.Cores[0].Items) == n:
		c := *value.Query.Cores[0]
		c.Items = c.Items[i : i+1]
		q := *value.Query
		q.Cores = []*Core{&c}
		return &Expr{Op: Scalar, Query: &q}
	}
	return &Expr{Op: Opaque, Text: value.Text}
}
