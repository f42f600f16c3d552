package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
)

// Told is a place where a statement shows a caller more of a value than whether it is another one as a whole.
type Told struct {
	Column string // the column of which it is, "" of a parameter
	Param  int
	With   string // the column whose values it is compared with, "" where the caller sends them
	Table  string // the table that compares it by its declaration, "" where the statement does
	Labels types.Label
	Whole  bool // all of it at once, whatever the caller sends
	statement.Place
}

// Shows returns what the step's statement shows of values that have one of some labels, and that the caller did not
// send himself.
func (s *Step) Shows(labels types.Label) []Told {
	q, params := s.Query()
	if q.Statement == nil {
		return nil
	}
	var list []Told
	for _, t := range q.Statement.Leaks {
		chosen := slices.ContainsFunc(t.By, func(n int) bool { return n <= len(params) && s.chosen(params[n-1]) })
		told := s.told(t, params, labels)
		told.Whole, told.Place, told.Table = t.Whole && !chosen, t.Place, t.Table
		if !chosen && !t.Whole {
			told.With = s.open(t.With, labels)
		}
		if told.Labels != 0 && (chosen || t.Whole || told.With != "") {
			list = append(list, told)
		}
	}
	return list
}

// open is the first of some columns that has none of some labels: anybody may have chosen what stands there.
func (s *Step) open(list []statement.Column, labels types.Label) string {
	for _, c := range list {
		if s.Node.Workflow.columns.of(c)&labels == 0 {
			return c.Name
		}
	}
	return ""
}

// chosen reports whether the caller chooses what a parameter is.
func (s *Step) chosen(param *Typed) bool {
	return param.Type.AllLabels().Has(types.Caller) && !isDigest(s.plain(param.Expr))
}

// told is the first of the columns and parameters of what is told that has one of some labels. What is compared as a
// whole tells of what it is a part of.
func (s *Step) told(t statement.Leak, params []*Typed, labels types.Label) Told {
	columns := s.Node.Workflow.columns
	for _, c := range t.Of.Columns {
		found := columns.of(c) & labels
		if t.Alike {
			found = columns.partsOf(c) & labels &^ types.Token // by the beginning of which it is looked up
		}
		if found != 0 {
			return Told{Column: c.Name, Labels: found}
		}
	}
	for _, n := range t.Of.Params {
		if n > len(params) || params[n-1].Type.AllLabels().Has(types.Caller) {
			continue
		}
		if found := params[n-1].Type.AllLabels() & labels; found != 0 {
			return Told{Param: n, Labels: found}
		}
	}
	return Told{}
}
