package tree

import (
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// merge reads a MERGE of PostgreSQL 15 and later behind MERGE INTO.
func (p *Parser) merge(c *Core, start int) {
	m := &merge{}
	c.Merge, p.merges = m, true
	defer func() { p.merges = false }()
	to := &Change{}
	p.target(to)
	m.Target = to.Target
	if p.Accept("USING") {
		m.Source = p.source()
	}
	if p.Accept("ON") {
		m.On = p.Whole()
		m.Asks = append(m.Asks, m.On)
	}
	for p.Accept("WHEN") {
		ch := &Change{Target: m.Target, Start: start, Matched: p.Peek().Is("MATCHED")}
		p.SkipTo(func(t token.Token) bool { return t.Is("AND", "THEN", "RETURNING") })
		if p.Accept("AND") {
			ch.When = p.expr()
			m.Asks = append(m.Asks, ch.When)
		}
		p.SkipTo(func(t token.Token) bool { return t.Is("THEN", "RETURNING") })
		if !p.Accept("THEN") {
			p.Lose("%q is not understood there", p.Peek().Src)
			return
		}
		p.merged(m, ch)
	}
	if p.Accept("RETURNING") {
		m.Returning, p.merges = true, false
		m.Named = &Change{}
		c.Items = p.returned(m.Named)
	}
}

// merged reads what is done to rows that match, or that don't.
func (p *Parser) merged(m *merge, ch *Change) {
	switch {
	case p.Accept("DO", "NOTHING"):
		return
	case p.Accept("DELETE"):
		ch.Verb = statement.Delete
	case p.Accept("UPDATE", "SET"):
		ch.Verb, ch.Set = statement.Update, p.assigns()
	case p.Accept("INSERT"):
		ch.Verb = statement.Insert
		if p.Peek().Is("(") {
			ch.Columns = p.Names()
		}
		if p.Accept("OVERRIDING") {
			p.At += 2
		}
		if !p.Accept("DEFAULT", "VALUES") && p.Accept("VALUES") {
			c := &Core{}
			p.rows(c)
			ch.Body = &Query{Cores: []*Core{c}}
		}
	default:
		p.Lose("%q is not understood there", p.Peek().Src)
		return
	}
	m.Actions = append(m.Actions, ch)
}
