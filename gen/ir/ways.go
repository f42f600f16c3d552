package ir

import "slices"

// What a caller has to show depends on the way that he takes: behind a join it may be one thing or another.

// maxWays bounds the sets of guards that are told apart before one step: where Conditions and guards take turns, there may be
// one for each subset.
const maxWays = 32

// guardSets are, by step, the sets of guards that the ways to it cross, each in execution order.
func (f *Flow) guardSets() [][][]*Out {
	sets := make([][][]*Out, len(f.Steps))
	for _, s := range f.Steps {
		ways := s.ways
		if len(ways) == 0 {
			sets[s.at.Index] = [][]*Out{nil}
		}
		for _, in := range ways {
			for _, set := range sets[in.Step.at.Index] {
				if in.Guard && !holds(set, in) {
					set = append(slices.Clip(set), in)
				}
				if len(sets[s.at.Index]) < maxWays && !slices.ContainsFunc(sets[s.at.Index], func(other []*Out) bool { return same(other, set) }) {
					sets[s.at.Index] = append(sets[s.at.Index], set)
				}
			}
		}
	}
	return sets
}

// further adds sets to others, without those that are a part of another.
func further(sets, more [][]*Out) [][]*Out {
	for _, set := range more {
		if slices.ContainsFunc(sets, func(other []*Out) bool { return within(set, other) }) {
			continue
		}
		sets = slices.DeleteFunc(sets, func(other []*Out) bool { return within(other, set) })
		sets = append(sets, set)
	}
	return sets
}

// holds reports whether a set has an output of a node, of whatever step.
func holds(set []*Out, o *Out) bool {
	return slices.ContainsFunc(set, func(other *Out) bool { return other.Step.Node == o.Step.Node && other.Name == o.Name })
}

// within reports whether all of a set is in another.
func within(set, other []*Out) bool {
	return !slices.ContainsFunc(set, func(o *Out) bool { return !holds(other, o) })
}

func same(a, b []*Out) bool { return len(a) == len(b) && within(a, b) }
