package runtime

import (
	"maps"
	"slices"
)

// Mark is the place of an execution at which a part of it begins that may run again as a whole.
type Mark struct {
	at             position
	answer         answer
	own            ownTime
	after, settles int
}

// Mark returns the place of the execution.
func (x *Exec) Mark() Mark {
	return Mark{at: x.at, answer: x.answer.copied(), own: x.own.copied(), after: len(x.after), settles: len(x.settles)}
}

// Rewind takes the execution back to a place, for what follows that to run once more: the trail, the outputs taken, and
// what was prepared of the answer. The record counts how often that was.
func (x *Exec) Rewind(m Mark) {
	x.leaveNode()
	x.at.rewind(m.at)
	x.answer, x.own = m.answer.copied(), m.own.copied()
	x.after, x.settles = x.after[:m.after], x.settles[:m.settles]
	x.reruns++
	if x.observed.execution != nil {
		x.app.observer.Rerun(x.observed.execution, x.Node())
	}
}

// rewind drops what was entered since p was as before.
func (p *position) rewind(before position) {
	if p.shared != nil {
		p.shared.Add(before.entered - p.entered)
	}
	trail := p.trail[:len(before.trail)]
	clear(p.trail[len(trail):])
	*p = before
	p.trail, p.visit = trail, visit{left: true}
}

// copied returns what changes to a do not change.
func (a answer) copied() answer {
	a.header, a.cookies, a.attached = maps.Clone(a.header), slices.Clone(a.cookies), slices.Clone(a.attached)
	a.limited.policies, a.limited.left = slices.Clone(a.limited.policies), slices.Clone(a.limited.left)
	return a
}

// copied returns what changes to o do not change.
func (o ownTime) copied() ownTime {
	o.had = maps.Clone(o.had)
	return o
}
