package statement

// each calls core for each SELECT, VALUES and change of a query and of the queries in it, and does for each of their
// expressions. Those of an ORDER BY and a GROUP BY are none of them.
func (q *query) each(core func(*core), does func(*expr)) {
	if q == nil {
		return
	}
	v := &visit{core: core, expr: does}
	v.query(q)
}

// visit walks a query.
type visit struct {
	core func(*core)
	expr func(*expr)
	all  bool // those of an ORDER BY and a GROUP BY too, and what stands beside a call, a limit and a change
}

func (v *visit) query(q *query) {
	if q == nil {
		return
	}
	for _, w := range q.with {
		v.query(w.body)
	}
	for _, c := range q.cores {
		v.core(c)
		v.inside(c)
		v.aside(c.by)
	}
	v.aside(q.order)
	v.aside(q.bounds)
}

// aside walks expressions that only a walk through all of them visits.
func (v *visit) aside(list []*expr) {
	if v.all {
		v.values(list)
	}
}

// inside walks what a core is made of.
func (v *visit) inside(c *core) {
	v.query(c.nested)
	for _, it := range c.items {
		v.value(it.value)
	}
	v.from(c.from)
	v.value(c.where)
	v.value(c.having)
	for _, row := range c.rows {
		v.values(row)
	}
	if c.change != nil {
		v.change(c.change)
	}
	if m := c.merge; m != nil {
		if m.source != nil {
			v.source(m.source)
		}
		v.values(m.asks)
		v.aside([]*expr{m.on})
		for _, ch := range m.actions {
			v.change(ch)
		}
	}
}

func (v *visit) change(ch *change) {
	v.query(ch.body)
	for _, a := range ch.set {
		v.value(a.value)
	}
	for _, a := range ch.upsert {
		v.value(a.value)
	}
	v.aside([]*expr{ch.sometimes, ch.when})
}

func (v *visit) from(f *from) {
	if f == nil {
		return
	}
	v.source(f.first)
	for _, j := range f.joins {
		v.source(j.source)
		v.value(j.on)
	}
}

func (v *visit) source(s *source) {
	v.query(s.query)
	v.from(s.from)
	v.values(s.calls)
}

func (v *visit) values(list []*expr) {
	for _, e := range list {
		v.value(e)
	}
}

func (v *visit) value(e *expr) {
	if e == nil {
		return
	}
	v.expr(e)
	v.values(e.args)
	v.values(e.tests)
	v.aside(e.beside)
	v.query(e.query)
}
