package tree

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// Query reads [WITH …] and a SELECT with what is joined to it, or an INSERT, UPDATE or DELETE.
func (p *Parser) Query() *Query {
	p.enter()
	defer p.leave()
	q := &Query{}
	if p.Accept("WITH") {
		p.with(q)
	}
	p.core(q)
	for p.Peek().Is("UNION", "INTERSECT", "EXCEPT") {
		q.Joined = append(q.Joined, p.Peek().Src)
		p.At++
		p.AcceptOne("ALL", "DISTINCT")
		p.core(q)
	}
	p.tail(q)
	return q
}

// with reads the list after WITH.
func (p *Parser) with(q *Query) {
	q.Recursive = p.Accept("RECURSIVE")
	for {
		w := &With{Name: p.Ident()}
		if p.Peek().Is("(") {
			w.Columns = p.Names()
		}
		p.Accept("AS")
		p.Accept("NOT")
		p.Accept("MATERIALIZED")
		if !p.Accept("(") {
			p.Lose("%q is not understood there", p.Peek().Src)
			return
		}
		w.Body = p.Query()
		p.close()
		q.With = append(q.With, w)
		if !p.Accept(",") {
			break
		}
	}
	if p.Peek().Is("SEARCH", "CYCLE") {
		p.Lose("%s is not followed", p.Peek().Src)
		p.SkipTo(func(t token.Token) bool { return t.Is("SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE") })
	}
}

// core reads one SELECT, VALUES, TABLE or change.
func (p *Parser) core(q *Query) {
	c := &Core{}
	q.Cores = append(q.Cores, c)
	switch t := p.Peek(); {
	case p.inQuery():
		p.At++
		c.Nested = p.Query()
		p.close()
	case p.Accept("SELECT"):
		p.selection(c)
	case p.Accept("VALUES"):
		p.rows(c)
	case p.Accept("TABLE"):
		c.Items = []*Item{{Value: &Expr{Op: Star}, Place: statement.Place{Start: t.Start, End: t.End}}}
		c.From = &From{First: p.source()}
	case t.Is("INSERT", "REPLACE", "UPDATE", "DELETE"):
		p.change(c)
	case p.Accept("MERGE", "INTO"):
		p.merge(c, t.Start)
	case p.creates(c):
	default:
		p.Lose("%q is not followed", t.Src)
	}
}

// creates reads a CREATE TABLE or VIEW that a query fills, and reports whether it is one.
func (p *Parser) creates(c *Core) bool {
	from, lost := p.At, p.Lost
	p.Accept("CREATE")
	p.Accept("OR", "REPLACE")
	for p.AcceptOne("GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "MATERIALIZED", "RECURSIVE") {
		continue
	}
	if p.At > from && p.AcceptOne("TABLE", "VIEW") {
		p.Accept("IF", "NOT", "EXISTS")
		c.Into = p.PathOf()
		if p.Peek().Is("(") {
			c.Renamed = p.Names()
		}
		p.SkipTo(func(t token.Token) bool { return t.Is("AS") })
		if p.Accept("AS") && p.AtQuery(0) {
			c.Nested = p.Query()
			_ = p.Accept("WITH", "DATA") || p.Accept("WITH", "NO", "DATA")
			return true
		}
	}
	p.At, p.Lost, c.Into, c.Renamed = from, lost, nil, nil
	return false
}

// selection reads a SELECT after its keyword.
func (p *Parser) selection(c *Core) {
	if p.AcceptOne("DISTINCT", "ALL") && p.Accept("ON") && p.Accept("(") {
		c.By = append(c.By, p.list()...)
		p.close()
	}
	c.Items = p.items()
	if p.Accept("INTO") {
		p.AcceptOne("TEMP", "TEMPORARY", "UNLOGGED")
		p.Accept("TABLE")
		c.Into = p.PathOf()
	}
	if p.Accept("FROM") {
		c.From = p.from()
	}
	p.clauses(c)
}

// items reads a SELECT list or what follows RETURNING.
func (p *Parser) items() []*Item {
	var items []*Item
	for p.Peek().Kind != token.None && (!clause(p.Peek()) || p.cuts()) && !p.Peek().Is(")", ";") {
		items = append(items, p.item())
		if !p.Accept(",") {
			break
		}
	}
	return items
}

// cuts reports whether a call of left or right is next, and not what begins a join.
func (p *Parser) cuts() bool { return p.Peek().Is("LEFT", "RIGHT") && p.Ahead(1).Is("(") }

func (p *Parser) item() *Item {
	it := &Item{Place: statement.Place{Start: p.Peek().Start}}
	it.Value = p.expr()
	it.End = p.Ahead(-1).End
	if it.Value.Op == Star && p.Ahead(-1).Is("*") {
		it.Starred, it.Qualifier = true, p.qualifier(it.Start)
	}
	switch t := p.Peek(); {
	case p.Accept("AS"):
		it.Alias = p.alias()
	case t.Kind == token.Quoted, t.Kind == token.Text:
		it.Alias = p.alias()
	case t.Kind == token.Word && !clause(t):
		it.Alias, it.Bare = p.alias(), statement.Place{Start: t.Start, End: t.End}
	}
	if t := p.Peek(); t.Kind != token.None && !t.Is(",", ")", ";") && !clause(t) {
		p.skip()
		*it = Item{
			Value: &Expr{Op: Opaque, Text: t.Src}, Alias: p.endAlias(),
			Place: statement.Place{Start: it.Start, End: p.Ahead(-1).End},
		}
	}
	return it
}

// qualifier is what stands between a place and the token before: the name before the * that was read.
func (p *Parser) qualifier(from int) string {
	text := ""
	for i := p.At - 2; i >= 0 && p.Tokens[i].Start >= from; i-- {
		text = p.Tokens[i].Src + text
	}
	return text
}

// endAlias is the name after the last AS of an entry that could not be read.
func (p *Parser) endAlias() string {
	if p.Ahead(-2).Is("AS") {
		return p.Ahead(-1).Name()
	}
	return ""
}

// alias reads the name of a column, which SQLite lets be a text.
func (p *Parser) alias() string {
	if t := p.Peek(); t.Kind == token.Text {
		p.At++
		return t.Src[1 : len(t.Src)-1]
	}
	return p.Ident()
}

// rows reads (…), (…) after VALUES.
func (p *Parser) rows(c *Core) {
	for p.Accept("(") {
		c.Rows = append(c.Rows, p.list())
		p.close()
		if !p.Accept(",") {
			return
		}
	}
	p.Lose("%q is not understood there", p.Peek().Src)
}

// list reads expressions separated by commas, each to its end.
func (p *Parser) list() []*Expr {
	var list []*Expr
	for {
		list = append(list, p.Whole())
		if !p.Accept(",") {
			return list
		}
	}
}

// Whole reads an expression up to what ends it; with something else after it, it can't be read.
func (p *Parser) Whole() *Expr {
	from := p.At
	e := p.expr()
	if t := p.Peek(); t.Kind != token.None && !t.Is(",", ")", ";", "]") && !clause(t) && !(p.merges && t.Is("WHEN")) {
		p.skip()
		return &Expr{Op: Opaque, Text: t.Src, Args: p.pieces(from), Start: p.Tokens[from].Start, End: p.Ahead(-1).End}
	}
	return e
}

// pieces are the columns and parameters from a token to the last that was read.
func (p *Parser) pieces(from int) []*Expr {
	var list []*Expr
	for i, t := range p.Tokens[from:p.At] {
		switch next := p.Tokens[min(from+i+1, len(p.Tokens)-1)]; {
		case t.Kind == token.Param:
			n, _ := strconv.Atoi(t.Src[1:])
			list = append(list, &Expr{Op: Parameter, Param: n})
		case t.Name() != "" && !next.Is("(", "."):
			list = append(list, &Expr{Op: Column, Path: []string{t.Name()}})
		}
	}
	return list
}

// clauses reads WHERE, GROUP BY, HAVING and WINDOW.
func (p *Parser) clauses(c *Core) {
	for {
		switch {
		case p.Accept("WHERE"):
			c.Where = p.Whole()
		case p.Accept("GROUP", "BY"):
			before := len(c.By)
			p.grouped(c)
			c.Group = c.Sets || len(c.By) > before
		case p.Accept("HAVING"):
			c.Having = p.Whole()
		case p.Accept("WINDOW"):
			for more := true; more; more = p.Accept(",") {
				p.Ident()
				p.Accept("AS")
				by, _ := p.window()
				c.By = append(c.By, by...)
				p.skip()
			}
		default:
			return
		}
	}
}

// grouped reads what a SELECT is grouped by.
func (p *Parser) grouped(c *Core) {
	p.AcceptOne("ALL", "DISTINCT")
	for {
		switch {
		case p.Peek().Is("ROLLUP", "CUBE", "GROUPING"):
			c.Sets = true
			p.skip()
		case p.Peek().Is("(") && p.Ahead(1).Is(")"): // of all rows together, be there none
			p.At, c.United = p.At+2, true
		default:
			c.By = append(c.By, p.Whole())
		}
		if !p.Accept(",") {
			return
		}
	}
}

// bound notes how many rows come, or are left out.
func (p *Parser) bound(q *Query, bounds ...*Expr) {
	q.Bounds = append(q.Bounds, bounds...)
	for _, e := range bounds {
		if n := e.uncast(); n > 0 && !slices.Contains(p.Limits, n) {
			p.Limits = append(p.Limits, n)
		}
	}
}

// uncast is the parameter that an expression is but for its type, or 0.
func (e *Expr) uncast() int {
	switch {
	case e.Op == Parameter:
		return e.Param
	case e.Op == Strict && len(e.Args) == 1 && (e.Text == "" || strings.EqualFold(e.Text, "CAST")):
		return e.Args[0].uncast()
	}
	return 0
}

// tail reads ORDER BY, LIMIT, OFFSET, FETCH and FOR UPDATE.
func (p *Parser) tail(q *Query) {
	for {
		switch {
		case p.Accept("ORDER", "BY"):
			q.Order = append(q.Order, p.ordered()...)
		case p.Accept("LIMIT"):
			q.Limited = q.Limited || !(p.Peek().Kind == token.Number && p.Peek().Src != "0") || p.Ahead(1).Is(",")
			bounds := p.list()
			if len(bounds) == 2 { // LIMIT skip, count
				q.Skips = append(q.Skips, bounds[0])
			}
			p.bound(q, bounds...)
		case p.Accept("OFFSET"), p.Accept("FETCH"):
			q.Limited = true
			skips := p.Ahead(-1).Is("OFFSET")
			p.AcceptOne("FIRST", "NEXT")
			bound := p.expr()
			if skips {
				q.Skips = append(q.Skips, bound)
			}
			p.bound(q, bound)
			p.skip()
		case p.Accept("FOR"):
			p.AcceptOne("NO")
			p.AcceptOne("KEY")
			p.Locks = append(p.Locks, strings.ToUpper(p.Peek().Src))
			p.AcceptOne("UPDATE", "SHARE")
			p.Accept("KEY")
			p.AcceptOne("SHARE")
			p.locked()
		default:
			return
		}
	}
}

// ordered reads the list after ORDER BY.
func (p *Parser) ordered() []*Expr {
	var list []*Expr
	for {
		list = append(list, p.expr())
		p.skip()
		if !p.Accept(",") {
			return list
		}
	}
}

// locked reads what may follow FOR UPDATE.
func (p *Parser) locked() {
	if p.Accept("OF") {
		for p.PathOf(); p.Accept(","); p.PathOf() {
		}
	}
	_ = p.Accept("NOWAIT") || p.Accept("SKIP", "LOCKED")
}
