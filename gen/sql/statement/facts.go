package statement

import "strings"

// fact is a column that is not null.
type fact struct {
	relation *relation
	name     string
}

// prove notes facts. Where they hold for every row, the row of a table that may have been missing is there.
func (s *scope) prove(facts []fact, always bool) {
	for _, f := range facts {
		if f.relation.proved == nil {
			f.relation.proved = map[string]bool{}
		}
		f.relation.proved[strings.ToLower(f.name)] = true
		if always {
			f.relation.outer = false
		}
	}
}

// knowing calls do while facts hold.
func (s *scope) knowing(facts []fact, do func()) {
	var fresh []fact
	for _, f := range facts {
		if !f.relation.proved[strings.ToLower(f.name)] {
			fresh = append(fresh, f)
		}
	}
	s.prove(fresh, false)
	do()
	for _, f := range fresh {
		delete(f.relation.proved, strings.ToLower(f.name))
	}
}

// facts are the columns of this scope that are not null where a condition is true.
func (s *scope) facts(e *expr) []fact {
	if e == nil {
		return nil
	}
	switch e.op {
	case and:
		return append(s.facts(e.tests[0]), s.facts(e.tests[1])...)
	case or:
		return both(s.facts(e.tests[0]), s.facts(e.tests[1]))
	case not:
		return s.refuted(e.tests[0])
	case notNull:
		return s.needed(e.tests[0])
	case list:
		if e.empty != "true" {
			return s.needed(e.tests[0])
		}
	case asked:
		switch e.text {
		case "IS TRUE":
			return s.facts(e.tests[0])
		case "IS FALSE":
			return s.refuted(e.tests[0])
		}
	case test:
		return s.operands(e)
	case column:
		return s.needed(e)
	}
	return nil
}

// refuted are the columns that are not null where a condition is false.
func (s *scope) refuted(e *expr) []fact {
	switch e.op {
	case and:
		return both(s.refuted(e.tests[0]), s.refuted(e.tests[1]))
	case or:
		return append(s.refuted(e.tests[0]), s.refuted(e.tests[1])...)
	case not:
		return s.facts(e.tests[0])
	case isNull:
		return s.needed(e.tests[0])
	case list:
		if e.empty != "false" {
			return s.needed(e.tests[0])
		}
	case test:
		return s.operands(e)
	case column:
		return s.needed(e)
	}
	return nil
}

// denied are the columns that are not null where a condition is not true: it may be null then, but where that is what
// it asks for.
func (s *scope) denied(e *expr) []fact {
	switch {
	case e.op == and:
		return both(s.denied(e.tests[0]), s.denied(e.tests[1]))
	case e.op == or:
		return append(s.denied(e.tests[0]), s.denied(e.tests[1])...)
	case e.op == isNull:
		return s.needed(e.tests[0])
	case e.op == not && e.tests[0].op == notNull:
		return s.needed(e.tests[0].tests[0])
	}
	return nil
}

// operands are the columns that the operands of a comparison need.
func (s *scope) operands(e *expr) []fact {
	var facts []fact
	for _, operand := range e.tests {
		facts = append(facts, s.needed(operand)...)
	}
	return facts
}

// needed are the columns without which an expression is null.
func (s *scope) needed(e *expr) []fact {
	switch {
	case e.op == column:
		return s.locate(e.path)
	case e.op == strict, e.op == call && !e.over && strictFunctions()[strings.ToLower(last(e.path))]:
		var facts []fact
		for _, arg := range e.args {
			facts = append(facts, s.needed(arg)...)
		}
		return facts
	}
	return nil
}

// locate finds the column of this scope that a name means.
func (s *scope) locate(path []string) []fact {
	name := last(path)
	var facts []fact
	for _, r := range s.relations {
		if len(path) > 1 && !strings.EqualFold(r.name, path[len(path)-2]) || len(path) == 1 && r.hidden {
			continue
		}
		if _, ok := r.find(name); ok || r.open != nil {
			facts = append(facts, fact{r, name})
		}
	}
	if len(facts) > 1 {
		return nil // joined by it: which of them is null can't be told
	}
	return facts
}

// both are the facts of two lists.
func both(a, b []fact) []fact {
	var facts []fact
	for _, f := range a {
		for _, g := range b {
			if f.relation == g.relation && strings.EqualFold(f.name, g.name) {
				facts = append(facts, f)
			}
		}
	}
	return facts
}

// conjuncts are the conditions that the top-level AND of a condition joins.
func conjuncts(e *expr) []*expr {
	switch {
	case e == nil:
		return nil
	case e.op == and:
		return append(conjuncts(e.tests[0]), conjuncts(e.tests[1])...)
	}
	return []*expr{e}
}
