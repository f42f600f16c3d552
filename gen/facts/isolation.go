package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// IsolationOf returns the isolation that the transactions of a node begin with: what it asks for itself, else the
// weakest that keeps every region of it from acting on rows that another transaction has changed since it read them.
func IsolationOf(n *ir.Node) templates.Isolation {
	order := []templates.Isolation{templates.ReadOnly, templates.ReadCommitted, templates.Serializable}
	level := 0
	for _, r := range regionsOf(n) {
		t := TransactionOf(r)
		if t == nil {
			return templates.Serializable
		}
		if t.Isolation != templates.Auto {
			return t.Isolation
		}
		level = max(level, slices.Index(order, neededBy(r, t.Database)))
	}
	return order[level]
}

// Reruns reports whether all regions of a node may be run again: they hold nothing but SQL of their database and nodes
// without effects.
func Reruns(n *ir.Node) bool {
	return !slices.ContainsFunc(regionsOf(n), func(r *ir.Region) bool {
		t := TransactionOf(r)
		return t == nil || slices.ContainsFunc(stepsIn(r), func(p placed) bool { return lasts(p.step, t.Database) })
	})
}

// Stores reports whether Local Storage is used in a region of a node.
func Stores(n *ir.Node) bool {
	return slices.ContainsFunc(regionsOf(n), func(r *ir.Region) bool {
		return slices.ContainsFunc(stepsIn(r), func(p placed) bool { return p.step.Node.Known() && p.step.Node.Template.Store.Keeps != nil })
	})
}

// regionsOf are the regions that a node protects, in all flows of its workflow.
func regionsOf(n *ir.Node) []*ir.Region {
	var list []*ir.Region
	for _, f := range n.Workflow.Flows {
		for _, s := range f.Runs(n) {
			if s.Protects != nil {
				list = append(list, s.Protects)
			}
		}
	}
	return list
}

// lasts reports whether something that a step does is not undone by a rollback on a database, or is not to be done
// twice.
func lasts(s *ir.Step, database string) bool {
	t := s.Node.Template
	switch {
	case !s.Node.Known(), t.Store.Keeps != nil, s.URL() != nil, s.Node.Shaped(templates.Func) != nil:
		return true
	case s.Protects != nil && t.Region.Transaction != nil:
		return true
	case t.Store.Database != nil:
		return Database(s) != database
	}
	return t.Effect.Changes != nil && t.Effect.Changes(ir.NewPass(s))
}

// placed is a step in a region, or in what a Call there calls, and the step of the region that leads to it.
type placed struct{ step, at *ir.Step }

// stepsIn are the steps in a region and in what they call, in execution order.
func stepsIn(r *ir.Region) []placed {
	var list []placed
	for _, s := range r.Step.Flow.Steps {
		if !s.Region.Within(r) {
			continue
		}
		list = append(list, placed{s, s})
		s.Inside(func(inner *ir.Step) bool {
			list = append(list, placed{inner, s})
			return true
		})
	}
	return list
}

// access is what the statement of a step does to rows.
type access struct{ reads, locks, only, adds, writes bool }

// access returns that. Of a statement that is not known, everything is possible.
func (p placed) access() access {
	query, _ := p.step.Query()
	if query.Statement == nil {
		return access{reads: true, adds: true, writes: true}
	}
	a := query.Statement.Access
	return access{a.Reads, a.Locks, a.Only, a.Adds, query.Writes}
}

// neededBy returns the isolation that a region needs on a database. What is read and then decides on a change is not
// always known: every change behind what reads other rows counts, unless the first statement locks what it reads.
func neededBy(r *ir.Region, database string) templates.Isolation {
	var reads, changes []placed
	statements := slices.DeleteFunc(stepsIn(r), func(p placed) bool { return Database(p.step) != database })
	only := !slices.ContainsFunc(stepsIn(r), func(p placed) bool { return p.step.Node.Shaped(templates.Func) != nil }) // it may join
	for _, p := range statements {
		a := p.access()
		only = only && a.only
		if a.reads {
			reads = append(reads, p)
		}
		if a.writes {
			changes = append(changes, p)
		}
	}
	switch {
	case only:
		return templates.ReadOnly
	case slices.ContainsFunc(reads, func(read placed) bool { return slices.ContainsFunc(changes, read.mayPrecede) }) && !locksFirst(statements, changes):
		return templates.Serializable
	}
	return templates.ReadCommitted
}

// mayPrecede reports whether a step may run before another one: by its place, or in an earlier round of a loop around
// both.
func (p placed) mayPrecede(later placed) bool {
	if p.at == later.at || p.at.Before(later.at) {
		return true
	}
	for r := p.at.Region; r != nil; r = r.Outer {
		if r.Step.Node.Template.Region.Each != nil && later.at.Region.Within(r) {
			return true
		}
	}
	return false
}

// locksFirst reports whether statements begin with one that locks the rows that it reads: whatever comes then waits for
// another that begins so. A row that is not there is not locked, so that no row may be added where it was not found.
func locksFirst(statements, changes []placed) bool {
	first := statements[0] // that there is one, a change says
	a := first.access()
	if !a.locks || first.step != first.at {
		return false
	}
	follows := func(p placed) bool { return p.at != first.at && p.at.Below(first.at) }
	return !slices.ContainsFunc(statements[1:], func(p placed) bool { return !follows(p) }) &&
		(a.writes || !slices.ContainsFunc(changes, func(p placed) bool { return p.access().adds && !found(first.step, p.at) }))
}

// found reports whether every path to a step takes the output of a query for a row that is there.
func found(query, s *ir.Step) bool {
	for d, out := range s.Dominators() {
		if d == query {
			return out != nil && out == query.Outs[0] && slices.ContainsFunc(query.Outs, func(o *ir.Out) bool {
				return o.Spec != nil && o.Spec.Class == templates.Absent && o.Next != nil
			})
		}
	}
	return false
}
