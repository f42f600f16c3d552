package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// Transaction is what the region is a transaction of; nil where it is none, or where that is not known.
func (r *Region) Transaction() *templates.Transaction {
	n := r.Step.Node
	if n.Template == nil || n.Loose || n.Template.Transaction == nil {
		return nil
	}
	t := n.Template.Transaction(NewPass(r.Step))
	return &t
}

// Transaction returns the region around a step that is a transaction on a database, or nil.
func (s *Step) Transaction(database string) *Region {
	for r := s.Region; r != nil; r = r.Outer {
		if t := r.Transaction(); t != nil && t.Database == database {
			return r
		}
	}
	return nil
}

// Database is the variable of the database that the step's statements run on, "" where it runs none.
func (s *Step) Database() string {
	if t := s.Node.Template; t != nil && t.Database != nil && !s.Node.Loose {
		return t.Database(NewPass(s))
	}
	return ""
}

// InTransaction reports whether a step is in a transaction on any database.
func (s *Step) InTransaction() bool {
	for r := s.Region; r != nil; r = r.Outer {
		if r.Transaction() != nil {
			return true
		}
	}
	return false
}

// InTransaction reports whether some step of the node is in a transaction.
func (n *Node) InTransaction() bool {
	return slices.ContainsFunc(n.Workflow.Flows, func(f *Flow) bool { return slices.ContainsFunc(f.Runs(n), (*Step).InTransaction) })
}

// TakesBack reports whether what the region has done in a transaction around it is taken back where a failure in it is
// handled. What runs it again does that itself.
func (r *Region) TakesBack() bool {
	return r.Step.Node.Template.Swallows && r.Step.InTransaction()
}
