package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// TransactionOf is the transaction that a region is; nil where it is none, or where that is not known.
func TransactionOf(r *ir.Region) *templates.Transaction {
	n := r.Step.Node
	if !n.Known() || n.Template.Region.Transaction == nil {
		return nil
	}
	t := n.Template.Region.Transaction(ir.NewPass(r.Step))
	return &t
}

// TransactionOn returns the region around a step that is a transaction on a database, or nil.
func TransactionOn(s *ir.Step, database string) *ir.Region {
	for r := s.Region; r != nil; r = r.Outer {
		if t := TransactionOf(r); t != nil && t.Database == database {
			return r
		}
	}
	return nil
}

// Database is the variable of the database that a step's statements run on, "" where it runs none.
func Database(s *ir.Step) string {
	if t := s.Node.Template; s.Node.Known() && t.Store.Database != nil {
		return t.Store.Database(ir.NewPass(s))
	}
	return ""
}

// InTransaction reports whether a step is in a transaction on any database.
func InTransaction(s *ir.Step) bool {
	for r := s.Region; r != nil; r = r.Outer {
		if TransactionOf(r) != nil {
			return true
		}
	}
	return s.Flow.CalledInTransaction()
}

// MayBeOver reports whether what is around a step may end for something else than its failure: a transaction, or items
// of a For each that are done at the same time. Who handles that failure then is around it.
func MayBeOver(s *ir.Step) bool {
	return InTransaction(s) || s.InParallel() != nil || s.Flow.CalledInParallel()
}

// AnyInTransaction reports whether some step of a node is in a transaction.
func AnyInTransaction(n *ir.Node) bool {
	return slices.ContainsFunc(n.Workflow.Flows, func(f *ir.Flow) bool { return slices.ContainsFunc(f.Runs(n), InTransaction) })
}

// TakesBack reports whether what a region has done in a transaction around it is taken back where a failure in it is
// handled. What runs it again does that itself.
func TakesBack(r *ir.Region) bool {
	return r.Step.Node.Template.Region.Swallows && InTransaction(r.Step)
}
