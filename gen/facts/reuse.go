package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
)

// What is inside of a Call counts at the Call.

// calls reports whether a step of a flow calls another workflow.
func calls(f *ir.Flow) bool {
	return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return s.Callee() != nil })
}

// changesInside reports whether a workflow that a step calls changes something without a guard of its own before.
func changesInside(s *ir.Step) bool { return len(changedInside(s)) > 0 }

// changedInside are the steps of a workflow that a step calls which change something without a guard of its own before.
func changedInside(s *ir.Step) []*ir.Step {
	callee := s.Callee()
	if callee == nil {
		return nil
	}
	var list []*ir.Step
	for _, inner := range callee.Steps {
		if !inner.Shut() && Changes(inner) {
			list = append(list, inner)
		}
	}
	return list
}

// Changer is the step that does what a step counts for that Changes: itself, or of what it calls the first one, and
// rather one that is meant to change something than one that asks for something only.
func Changer(s *ir.Step) *ir.Step {
	var asks *ir.Step
	for _, inner := range changedInside(s) {
		if at := Changer(inner); !Safe(at) {
			return at
		} else if asks == nil {
			asks = at
		}
	}
	if asks != nil {
		return asks
	}
	return s
}

// opened replaces the outputs of Calls by the guards inside that let a caller come to them.
func opened(guards []*ir.Out) []*ir.Out {
	var list []*ir.Out
	for _, out := range guards {
		callee := out.Step.Callee()
		if callee == nil {
			list = append(list, out)
			continue
		}
		for _, end := range callee.ReturnsBy(out.Name) {
			for _, inner := range opened(crossed(end)) {
				if !slices.Contains(list, inner) {
					list = append(list, inner)
				}
			}
		}
	}
	return list
}

// passed are the sets of guards that a caller crosses who leaves a step by an output which guards.
func passed(o *ir.Out) [][]*ir.Out {
	callee := o.Step.Callee()
	if callee == nil {
		return [][]*ir.Out{{o}}
	}
	sets := guardSets(callee)
	var all [][]*ir.Out
	for _, end := range callee.ReturnsBy(o.Name) {
		all = append(all, sets[end.Index()]...)
	}
	return all
}

// joined is a set with those of another that are not in it.
func joined(set, more []*ir.Out) []*ir.Out {
	for _, o := range more {
		if !holds(set, o) {
			set = append(slices.Clip(set), o)
		}
	}
	return set
}
