package lineage

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/tree"
)

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
func (s *scope) facts(e *tree.Expr) []fact {
	if e == nil {
		return nil
	}
	switch e.Op {
	case tree.And:
		return append(s.facts(e.Tests[0]), s.facts(e.Tests[1])...)
	case tree.Or:
		return both(s.facts(e.Tests[0]), s.facts(e.Tests[1]))
	case tree.Not:
		return s.refuted(e.Tests[0])
	case tree.NotNull:
		return s.needed(e.Tests[0])
	case tree.List:
		if e.Empty != "true" {
			return s.needed(e.Tests[0])
		}
	case tree.Asked:
		switch e.Text {
		case "IS TRUE":
			return s.facts(e.Tests[0])
		case "IS FALSE":
			return s.refuted(e.Tests[0])
		}
	case tree.Test:
		return s.operands(e)
	case tree.Column:
		return s.needed(e)
	}
	return nil
}

// refuted are the columns that are not null where a condition is false.
func (s *scope) refuted(e *tree.Expr) []fact {
	switch e.Op {
	case tree.And:
		return both(s.refuted(e.Tests[0]), s.refuted(e.Tests[1]))
	case tree.Or:
		return append(s.refuted(e.Tests[0]), s.refuted(e.Tests[1])...)
	case tree.Not:
		return s.facts(e.Tests[0])
	case tree.IsNull:
		return s.needed(e.Tests[0])
	case tree.List:
		if e.Empty != "false" {
			return s.needed(e.Tests[0])
		}
	case tree.Test:
		return s.operands(e)
	case tree.Column:
		return s.needed(e)
	}
	return nil
}

// denied are the columns that are not null where a condition is not true: it may be null then, but where that is what
// it asks for.
func (s *scope) denied(e *tree.Expr) []fact {
	switch {
	case e.Op == tree.And:
		return both(s.denied(e.Tests[0]), s.denied(e.Tests[1]))
	case e.Op == tree.Or:
		return append(s.denied(e.Tests[0]), s.denied(e.Tests[1])...)
	case e.Op == tree.IsNull:
		return s.needed(e.Tests[0])
	case e.Op == tree.Not && e.Tests[0].Op == tree.NotNull:
		return s.needed(e.Tests[0].Tests[0])
	}
	return nil
}

// operands are the columns that the operands of a comparison need.
func (s *scope) operands(e *tree.Expr) []fact {
	var facts []fact
	for _, operand := range e.Tests {
		facts = append(facts, s.needed(operand)...)
	}
	return facts
}

// needed are the columns without which an expression is null.
func (s *scope) needed(e *tree.Expr) []fact {
	switch {
	case e.Op == tree.Column:
		return s.locate(e.Path)
	case e.Op == tree.Strict, e.Op == tree.Call && !e.Over && tree.StrictFunctions()[strings.ToLower(tree.Last(e.Path))]:
		var facts []fact
		for _, arg := range e.Args {
			facts = append(facts, s.needed(arg)...)
		}
		return facts
	}
	return nil
}

// locate finds the column of this scope that a name means.
func (s *scope) locate(path []string) []fact {
	name := tree.Last(path)
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
		return nil // joined by it: either of them may be null
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
