package tree

// Each calls core for each SELECT, VALUES and change of a query and of the queries in it, and does for each of their
// expressions. Those of an ORDER BY and a GROUP BY are none of them.
func (q *Query) Each(core func(*Core), does func(*Expr)) {
	if q == nil {
		return
	}
	v := &Visit{Core: core, Expr: does}
	v.Query(q)
}

// Visit walks a query.
type Visit struct {
	Core func(*Core)
	Expr func(*Expr)
	All  bool // those of an ORDER BY and a GROUP BY too, and what stands beside a call, a limit and a change
}

// Query walks a query and those in it.
func (v *Visit) Query(q *Query) {
	if q == nil {
		return
	}
	for _, w := range q.With {
		v.Query(w.Body)
	}
	for _, c := range q.Cores {
		v.Core(c)
		v.inside(c)
		v.aside(c.By)
	}
	v.aside(q.Order)
	v.aside(q.Bounds)
}

// aside walks expressions that only a walk through all of them visits.
func (v *Visit) aside(list []*Expr) {
	if v.All {
		v.values(list)
	}
}

// inside walks what a core is made of.
func (v *Visit) inside(c *Core) {
	v.Query(c.Nested)
	for _, it := range c.Items {
		v.value(it.Value)
	}
	v.from(c.From)
	v.value(c.Where)
	v.value(c.Having)
	for _, row := range c.Rows {
		v.values(row)
	}
	if c.Change != nil {
		v.change(c.Change)
	}
	if m := c.Merge; m != nil {
		if m.Source != nil {
			v.source(m.Source)
		}
		v.values(m.Asks)
		v.aside([]*Expr{m.On})
		for _, ch := range m.Actions {
			v.change(ch)
		}
	}
}

func (v *Visit) change(ch *Change) {
	v.Query(ch.Body)
	for _, a := range ch.Set {
		v.value(a.Value)
	}
	for _, a := range ch.Upsert {
		v.value(a.Value)
	}
	v.aside([]*Expr{ch.Sometimes, ch.When})
}

func (v *Visit) from(f *From) {
	if f == nil {
		return
	}
	v.source(f.First)
	for _, j := range f.Joins {
		v.source(j.Source)
		v.value(j.On)
	}
}

func (v *Visit) source(s *Source) {
	v.Query(s.Query)
	v.from(s.From)
	v.values(s.Calls)
}

func (v *Visit) values(list []*Expr) {
	for _, e := range list {
		v.value(e)
	}
}

func (v *Visit) value(e *Expr) {
	if e == nil {
		return
	}
	v.Expr(e)
	v.values(e.Args)
	v.values(e.Tests)
	v.aside(e.Beside)
	v.Query(e.Query)
}
