package statement

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// query reads [WITH …] and a SELECT with what is joined to it, or an INSERT, UPDATE or DELETE.
func (p *parser) query() *query {
	p.enter()
	defer p.leave()
	q := &query{}
	if p.accept("WITH") {
		p.with(q)
	}
	p.core(q)
	for p.peek().Is("UNION", "INTERSECT", "EXCEPT") {
		q.joined = append(q.joined, p.peek().Src)
		p.at++
		p.acceptOne("ALL", "DISTINCT")
		p.core(q)
	}
	p.tail(q)
	return q
}

// with reads the list after WITH.
func (p *parser) with(q *query) {
	q.recursive = p.accept("RECURSIVE")
	for {
		w := &with{name: p.ident()}
		if p.peek().Is("(") {
			w.columns = p.names()
		}
		p.accept("AS")
		p.accept("NOT")
		p.accept("MATERIALIZED")
		if !p.accept("(") {
			p.lose("%q is not understood there", p.peek().Src)
			return
		}
		w.body = p.query()
		p.close()
		q.with = append(q.with, w)
		if !p.accept(",") {
			break
		}
	}
	if p.peek().Is("SEARCH", "CYCLE") {
		p.lose("%s is not followed", p.peek().Src)
		p.skipTo(func(t token.Token) bool { return t.Is("SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE") })
	}
}

// core reads one SELECT, VALUES, TABLE or change.
func (p *parser) core(q *query) {
	c := &core{}
	q.cores = append(q.cores, c)
	switch t := p.peek(); {
	case p.inQuery():
		p.at++
		c.nested = p.query()
		p.close()
	case p.accept("SELECT"):
		p.selection(c)
	case p.accept("VALUES"):
		p.rows(c)
	case p.accept("TABLE"):
		c.items = []*item{{value: &expr{op: star}, Place: Place{t.Start, t.End}}}
		c.from = &from{first: p.source()}
	case t.Is("INSERT", "REPLACE", "UPDATE", "DELETE"):
		p.change(c)
	case p.accept("MERGE", "INTO"):
		p.merge(c, t.Start)
	case p.creates(c):
	default:
		p.lose("%q is not followed", t.Src)
	}
}

// creates reads a CREATE TABLE or VIEW that a query fills, and reports whether it is one.
func (p *parser) creates(c *core) bool {
	from, lost := p.at, p.lost
	p.accept("CREATE")
	p.accept("OR", "REPLACE")
	for p.acceptOne("GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "MATERIALIZED", "RECURSIVE") {
		continue
	}
	if p.at > from && p.acceptOne("TABLE", "VIEW") {
		p.accept("IF", "NOT", "EXISTS")
		c.into = p.pathOf()
		if p.peek().Is("(") {
			c.renamed = p.names()
		}
		p.skipTo(func(t token.Token) bool { return t.Is("AS") })
		if p.accept("AS") && p.atQuery(0) {
			c.nested = p.query()
			_ = p.accept("WITH", "DATA") || p.accept("WITH", "NO", "DATA")
			return true
		}
	}
	p.at, p.lost, c.into, c.renamed = from, lost, nil, nil
	return false
}

// selection reads a SELECT after its keyword.
func (p *parser) selection(c *core) {
	if p.acceptOne("DISTINCT", "ALL") && p.accept("ON") && p.accept("(") {
		c.by = append(c.by, p.list()...)
		p.close()
	}
	c.items = p.items()
	if p.accept("INTO") {
		p.acceptOne("TEMP", "TEMPORARY", "UNLOGGED")
		p.accept("TABLE")
		c.into = p.pathOf()
	}
	if p.accept("FROM") {
		c.from = p.from()
	}
	p.clauses(c)
}

// items reads a SELECT list or what follows RETURNING.
func (p *parser) items() []*item {
	var items []*item
	for p.peek().Kind != token.None && (!clause(p.peek()) || p.cuts()) && !p.peek().Is(")", ";") {
		items = append(items, p.item())
		if !p.accept(",") {
			break
		}
	}
	return items
}

// cuts reports whether a call of left or right is next, and not what begins a join.
func (p *parser) cuts() bool { return p.peek().Is("LEFT", "RIGHT") && p.ahead(1).Is("(") }

func (p *parser) item() *item {
	it := &item{Place: Place{Start: p.peek().Start}}
	it.value = p.expr()
	it.End = p.ahead(-1).End
	if it.value.op == star && p.ahead(-1).Is("*") {
		it.starred, it.qualifier = true, p.qualifier(it.Start)
	}
	switch t := p.peek(); {
	case p.accept("AS"):
		it.alias = p.alias()
	case t.Kind == token.Quoted, t.Kind == token.Text:
		it.alias = p.alias()
	case t.Kind == token.Word && !clause(t):
		it.alias, it.bare = p.alias(), Place{t.Start, t.End}
	}
	if t := p.peek(); t.Kind != token.None && !t.Is(",", ")", ";") && !clause(t) {
		p.skip()
		*it = item{value: &expr{op: opaque, text: t.Src}, alias: p.endAlias(), Place: Place{it.Start, p.ahead(-1).End}}
	}
	return it
}

// qualifier is what stands between a place and the token before: the name before the * that was read.
func (p *parser) qualifier(from int) string {
	text := ""
	for i := p.at - 2; i >= 0 && p.tokens[i].Start >= from; i-- {
		text = p.tokens[i].Src + text
	}
	return text
}

// endAlias is the name after the last AS of an entry that could not be read.
func (p *parser) endAlias() string {
	if p.ahead(-2).Is("AS") {
		return p.ahead(-1).Name()
	}
	return ""
}

// alias reads the name of a column, which SQLite lets be a text.
func (p *parser) alias() string {
	if t := p.peek(); t.Kind == token.Text {
		p.at++
		return t.Src[1 : len(t.Src)-1]
	}
	return p.ident()
}

// rows reads (…), (…) after VALUES.
func (p *parser) rows(c *core) {
	for p.accept("(") {
		c.rows = append(c.rows, p.list())
		p.close()
		if !p.accept(",") {
			return
		}
	}
	p.lose("%q is not understood there", p.peek().Src)
}

// list reads expressions separated by commas, each to its end.
func (p *parser) list() []*expr {
	var list []*expr
	for {
		list = append(list, p.whole())
		if !p.accept(",") {
			return list
		}
	}
}

// whole reads an expression up to what ends it; with something else after it, it can't be read.
func (p *parser) whole() *expr {
	from := p.at
	e := p.expr()
	if t := p.peek(); t.Kind != token.None && !t.Is(",", ")", ";", "]") && !clause(t) && !(p.merges && t.Is("WHEN")) {
		p.skip()
		return &expr{op: opaque, text: t.Src, args: p.pieces(from), start: p.tokens[from].Start, end: p.ahead(-1).End}
	}
	return e
}

// pieces are the columns and parameters from a token to the last that was read.
func (p *parser) pieces(from int) []*expr {
	var list []*expr
	for i, t := range p.tokens[from:p.at] {
		switch next := p.tokens[min(from+i+1, len(p.tokens)-1)]; {
		case t.Kind == token.Param:
			n, _ := strconv.Atoi(t.Src[1:])
			list = append(list, &expr{op: parameter, param: n})
		case t.Name() != "" && !next.Is("(", "."):
			list = append(list, &expr{op: column, path: []string{t.Name()}})
		}
	}
	return list
}

// clauses reads WHERE, GROUP BY, HAVING and WINDOW.
func (p *parser) clauses(c *core) {
	for {
		switch {
		case p.accept("WHERE"):
			c.where = p.whole()
		case p.accept("GROUP", "BY"):
			before := len(c.by)
			p.grouped(c)
			c.group = c.sets || len(c.by) > before
		case p.accept("HAVING"):
			c.having = p.whole()
		case p.accept("WINDOW"):
			for more := true; more; more = p.accept(",") {
				p.ident()
				p.accept("AS")
				by, _ := p.window()
				c.by = append(c.by, by...)
				p.skip()
			}
		default:
			return
		}
	}
}

// grouped reads what a SELECT is grouped by.
func (p *parser) grouped(c *core) {
	p.acceptOne("ALL", "DISTINCT")
	for {
		switch {
		case p.peek().Is("ROLLUP", "CUBE", "GROUPING"):
			c.sets = true
			p.skip()
		case p.peek().Is("(") && p.ahead(1).Is(")"): // of all rows together, be there none
			p.at, c.united = p.at+2, true
		default:
			c.by = append(c.by, p.whole())
		}
		if !p.accept(",") {
			return
		}
	}
}

// bound notes how many rows come, or are left out.
func (p *parser) bound(q *query, bounds ...*expr) {
	q.bounds = append(q.bounds, bounds...)
	for _, e := range bounds {
		if n := e.uncast(); n > 0 && !slices.Contains(p.limits, n) {
			p.limits = append(p.limits, n)
		}
	}
}

// uncast is the parameter that an expression is but for its type, or 0.
func (e *expr) uncast() int {
	switch {
	case e.op == parameter:
		return e.param
	case e.op == strict && len(e.args) == 1 && (e.text == "" || strings.EqualFold(e.text, "CAST")):
		return e.args[0].uncast()
	}
	return 0
}

// tail reads ORDER BY, LIMIT, OFFSET, FETCH and FOR UPDATE.
func (p *parser) tail(q *query) {
	for {
		switch {
		case p.accept("ORDER", "BY"):
			q.order = append(q.order, p.ordered()...)
		case p.accept("LIMIT"):
			q.limited = q.limited || !(p.peek().Kind == token.Number && p.peek().Src != "0") || p.ahead(1).Is(",")
			bounds := p.list()
			if len(bounds) == 2 { // LIMIT skip, count
				q.skips = append(q.skips, bounds[0])
			}
			p.bound(q, bounds...)
		case p.accept("OFFSET"), p.accept("FETCH"):
			q.limited = true
			skips := p.ahead(-1).Is("OFFSET")
			p.acceptOne("FIRST", "NEXT")
			bound := p.expr()
			if skips {
				q.skips = append(q.skips, bound)
			}
			p.bound(q, bound)
			p.skip()
		case p.accept("FOR"):
			p.acceptOne("NO")
			p.acceptOne("KEY")
			p.locks = append(p.locks, strings.ToUpper(p.peek().Src))
			p.acceptOne("UPDATE", "SHARE")
			p.accept("KEY")
			p.acceptOne("SHARE")
			p.locked()
		default:
			return
		}
	}
}

// ordered reads the list after ORDER BY.
func (p *parser) ordered() []*expr {
	var list []*expr
	for {
		list = append(list, p.expr())
		p.skip()
		if !p.accept(",") {
			return list
		}
	}
}

// locked reads what may follow FOR UPDATE.
func (p *parser) locked() {
	if p.accept("OF") {
		for p.pathOf(); p.accept(","); p.pathOf() {
		}
	}
	_ = p.accept("NOWAIT") || p.accept("SKIP", "LOCKED")
}
