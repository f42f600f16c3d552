package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
)

// Values is the graph of the values of one flow, which is asked while the flow is built and later on, side by side.
type Values interface {
	// Origins returns the sources that an expression of a step derives from, through names, arrivals, items and what
	// regions yield; names are among them.
	Origins(s *Step, e *expr.Expr) []Origin
	// Plain returns the expression that one of a step is the value of: without conversions, and without the names that
	// nodes give to values.
	Plain(s *Step, e *expr.Expr) *expr.Expr
	// Given returns the value that an output carries under a name, whatever it is made of; nil where it may be another
	// one.
	Given(out *Out, name string) *Typed
	// Made calls into for each expression of which one of a step is made in its execution, that one first, and goes on to
	// what an expression is made of where into returns true. Each is seen once, and none that is only compared.
	Made(s *Step, e *expr.Expr, into func(*expr.Expr) bool)
	// Judge returns the verdict on an expression of a step: what of says of its sources, or follows from what these are
	// made of where that is open. Constants are neutral, and a value made anew by each execution fails. Of several wires
	// into a step, those without a guard count, each by itself.
	Judge(s *Step, e *expr.Expr, of func(Origin) trace.Verdict) trace.Verdict
	// Implies reports whether a condition of a step is true only where one of its comparisons is true that says accepts:
	// one of those that && joins, and each of those that || joins, also under names.
	Implies(s *Step, condition *expr.Expr, says func(comparison *expr.Expr) bool) bool
	// Forget gives back the memory of what was asked, which is found anew where it is asked again.
	Forget()
}

// asked returns a graph as a function, of which the digest of a program sees the name alone: what was asked of it is no
// part of what the program means.
func asked(v Values) func() Values { return func() Values { return v } }

// Forget gives back the memory of what the graphs of its flows were asked.
func (p *Program) Forget() {
	for _, w := range p.Workflows {
		for _, f := range w.Flows {
			f.values().Forget()
		}
	}
}

// Origin is a source of a value, and the path to the member of it that is meant, the names of which list elements take
// none of; of no names, all of it is meant.
type Origin struct {
	Source
	Path []string
}

// Equal reports whether two origins are one.
func (o Origin) Equal(other Origin) bool {
	return o.Source == other.Source && slices.Equal(o.Path, other.Path)
}

// Origins returns the sources that an expression of the step derives from. The fields of sources that are nodes or
// entry points are set.
func (s *Step) Origins(e *expr.Expr) []Origin { return s.Flow.values().Origins(s, e) }

// plain returns the value of e without the conversions around it, and without the nodes that only gave it a name.
func (s *Step) plain(e *expr.Expr) *expr.Expr { return s.Flow.values().Plain(s, e) }
