package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
)

// Which credentials a step requires depends on the path to it: behind a join, one guard or another may have let the
// caller in.

// maxWays bounds the distinct sets of guards before one step: where Conditions and guards alternate, there may be one
// for each subset.
const maxWays = 32

// guardSets are, by step, the sets of guards that the ways to it cross, each in execution order.
func guardSets(f *ir.Flow) [][][]*ir.Out {
	sets := make([][][]*ir.Out, len(f.Steps))
	for _, s := range f.Steps {
		ways := s.Ways()
		if len(ways) == 0 {
			sets[s.Index()] = [][]*ir.Out{nil}
		}
		for _, in := range ways {
			for _, set := range sets[in.Step.Index()] {
				more := [][]*ir.Out{nil}
				if in.Guard {
					more = passed(in)
				}
				for _, crossed := range more {
					all := joined(set, crossed)
					if len(sets[s.Index()]) < maxWays && !slices.ContainsFunc(sets[s.Index()], func(other []*ir.Out) bool { return same(other, all) }) {
						sets[s.Index()] = append(sets[s.Index()], all)
					}
				}
			}
		}
	}
	return sets
}

// further adds sets to others, without those that are a part of another.
func further(sets, more [][]*ir.Out) [][]*ir.Out {
	for _, set := range more {
		if slices.ContainsFunc(sets, func(other []*ir.Out) bool { return within(set, other) }) {
			continue
		}
		sets = slices.DeleteFunc(sets, func(other []*ir.Out) bool { return within(other, set) })
		sets = append(sets, set)
	}
	return sets
}

// holds reports whether a set has an output of a node, of whatever step.
func holds(set []*ir.Out, o *ir.Out) bool {
	return slices.ContainsFunc(set, func(other *ir.Out) bool { return other.Step.Node == o.Step.Node && other.Name == o.Name })
}

// within reports whether all of a set is in another.
func within(set, other []*ir.Out) bool {
	return !slices.ContainsFunc(set, func(o *ir.Out) bool { return !holds(other, o) })
}

func same(a, b []*ir.Out) bool { return len(a) == len(b) && within(a, b) }
