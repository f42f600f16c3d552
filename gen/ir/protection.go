package ir

import "slices"

// Protection is what stands between any caller and what a flow does and answers.
type Protection struct {
	Guards []*Out // the outputs that let a known caller through, in execution order
	Partly bool   // something is done or answered to callers who crossed none of them
}

// Protection finds the guards that are crossed on the way to each effect of the flow and each answer of success.
func (f *Flow) Protection() Protection {
	var p Protection
	for _, s := range f.Steps {
		if !s.matters() {
			continue
		}
		if !s.protected {
			p.Partly = true
			continue
		}
		for _, guard := range s.crossed(map[*Step]bool{}) {
			if !slices.Contains(p.Guards, guard) {
				p.Guards = append(p.Guards, guard)
			}
		}
	}
	slices.SortStableFunc(p.Guards, func(a, b *Out) int { return a.Step.index - b.Step.index })
	return p
}

// matters reports whether a step changes something outside the workflow, or answers that all went well.
func (s *Step) matters() bool {
	t := s.Node.Template
	if t == nil || s.Node.Loose {
		return false
	}
	p := NewPass(s)
	return t.Effect != nil && t.Effect(p) || t.Status != nil && t.Status(p)/100 == 2
}

// crossed are the guards on the ways to a protected step: those that every path crosses, else the nearest on each.
func (s *Step) crossed(seen map[*Step]bool) []*Out {
	var guards []*Out
	for d := s; d.idom != nil; d = d.idom {
		if d.idomOut != nil && d.idomOut.Guard {
			guards = append(guards, d.idomOut)
		}
	}
	if len(guards) > 0 || seen[s] {
		return guards
	}
	seen[s] = true
	for _, in := range s.ways() {
		if in.Guard {
			guards = append(guards, in)
		} else {
			guards = append(guards, in.Step.crossed(seen)...)
		}
	}
	return guards
}
