package statement

import "github.com/flowc-dev/flowc/gen/sql/token"

// merge reads a MERGE of PostgreSQL 15 and later behind MERGE INTO.
func (p *parser) merge(c *core, start int) {
	m := &merge{}
	c.merge, p.merges = m, true
	defer func() { p.merges = false }()
	to := &change{}
	p.target(to)
	m.target = to.target
	if p.accept("USING") {
		m.source = p.source()
	}
	if p.accept("ON") {
		m.on = p.whole()
		m.asks = append(m.asks, m.on)
	}
	for p.accept("WHEN") {
		ch := &change{target: m.target, start: start, matched: p.peek().Is("MATCHED")}
		p.skipTo(func(t token.Token) bool { return t.Is("AND", "THEN", "RETURNING") })
		if p.accept("AND") {
			ch.when = p.expr()
			m.asks = append(m.asks, ch.when)
		}
		p.skipTo(func(t token.Token) bool { return t.Is("THEN", "RETURNING") })
		if !p.accept("THEN") {
			p.lose("%q is not understood there", p.peek().Src)
			return
		}
		p.merged(m, ch)
	}
	if p.accept("RETURNING") {
		m.returning, p.merges = true, false
		m.named = &change{}
		c.items = p.returned(m.named)
	}
}

// merged reads what is done to rows that match, or that don't.
func (p *parser) merged(m *merge, ch *change) {
	switch {
	case p.accept("DO", "NOTHING"):
		return
	case p.accept("DELETE"):
		ch.verb = Delete
	case p.accept("UPDATE", "SET"):
		ch.verb, ch.set = Update, p.assigns()
	case p.accept("INSERT"):
		ch.verb = Insert
		if p.peek().Is("(") {
			ch.columns = p.names()
		}
		if p.accept("OVERRIDING") {
			p.at += 2
		}
		if !p.accept("DEFAULT", "VALUES") && p.accept("VALUES") {
			c := &core{}
			p.rows(c)
			ch.body = &query{cores: []*core{c}}
		}
	default:
		p.lose("%q is not understood there", p.peek().Src)
		return
	}
	m.actions = append(m.actions, ch)
}

// merge follows a MERGE. A row that RETURNING gives is one of those that the actions make, or was there before.
func (r *resolver) merge(c *core, outer *scope) result {
	m := c.merge
	before := r.table(m.target, &scope{})
	given := &scope{outer: outer}
	if m.source != nil {
		r.source(m.source, given)
	}
	for _, condition := range m.asks {
		r.ask(condition, &scope{outer: given, relations: []*relation{before}})
	}
	after := *before
	for _, ch := range m.actions {
		s := &scope{outer: given, relations: []*relation{before}}
		made := Change{Verb: ch.verb, Table: r.schema.nameOf(m.target.path), Where: true, Start: ch.start}
		made.Joined = joinedBy(m.on, before)
		if ch.matched && ch.verb != Insert {
			made.Always = r.matches(m.on, ch, s)
		}
		done := before
		switch ch.verb {
		case Insert:
			done, _ = r.insert(ch, &made, before, given)
		case Update:
			done = r.update(ch.set, &made, before, s, false)
		}
		if made.Met = ch.when.alternatives(false); ch.matched {
			made.Met = bothOf(m.on.alternatives(false), made.Met)
		}
		made.refuse(r.schema.Table(before.table), r.schema)
		made.violate(r.schema, ch)
		r.changes = append(r.changes, made)
		r.spread(made)
		after = *after.either(done)
	}
	s := &scope{outer: outer, relations: append([]*relation{&after}, given.relations...)}
	if m.returning {
		old, fresh := *before, after
		old.name, old.hidden, fresh.name, fresh.hidden = m.named.before, true, m.named.after, true
		s.relations = append(s.relations, &old, &fresh)
	}
	found := r.items(&core{items: c.items, change: &change{}}, s)
	found.returns, found.loose = m.returning, true
	return found
}

// matches says by what each row meets what a MERGE joins by, and what it asks of those that it then changes; nil where
// that is not so.
func (r *resolver) matches(on *expr, ch *change, s *scope) *Always {
	h := &holding{r: r, s: s, of: ch.target}
	if on == nil || on.says("true") || !h.always(on) || ch.when != nil && !h.always(ch.when) {
		return nil
	}
	h.Place = Place{on.start, on.end}
	return &h.Always
}

// joinedBy are the columns of a table that a condition compares by `=` in each row, whatever their capitals are.
func joinedBy(on *expr, of *relation) []string {
	s := &scope{relations: []*relation{of}}
	var names []string
	for _, e := range conjuncts(on) {
		if e.op != test || e.text != "=" {
			continue
		}
		for _, side := range e.tests {
			for _, f := range s.needed(side) {
				names = append(names, f.name)
			}
		}
	}
	return names
}

// either is a table whose row is one of two.
func (t *relation) either(u *relation) *relation {
	both := *t
	both.columns = nil
	for i, o := range t.columns {
		o.Value = o.nullable().with(u.columns[i].Value)
		both.columns = append(both.columns, o)
	}
	if t.open != nil && u.open != nil {
		v := t.open.carrying(*u.open)
		both.open = &v
	}
	both.proved = nil
	return &both
}
