package trace

import (
	"iter"
	"slices"
)

// Walk says how a graph is walked.
type Walk struct {
	Through Way
	Calls   []int32 // that have led to where the walk begins, the innermost first; those further out may be any
	// Mark returns the mark behind an edge, from that before it: what a rule has to know of the way to a place. Places
	// with another mark are other places. It may be nil.
	Mark func(mark uint8, e Edge) uint8
	// Stop reports whether the walk goes no further from a value, and Passes whether it takes an edge. Both may be nil.
	// They see no way, as the first way to a place is the only one that is kept.
	Stop   func(Value) bool
	Passes func(Edge) bool
}

// Place is a value on a walk, and the first way there.
type Place struct {
	Value  Value
	Edge   Edge   // by which it was reached; zero where the walk begins
	Before *Place // nil where the walk begins
	Mark   uint8
	calls  *calls
}

// Path returns the values from where the walk began to the place.
func (p *Place) Path() []Value {
	var list []Value
	for ; p != nil; p = p.Before {
		list = append(list, p.Value)
	}
	slices.Reverse(list)
	return list
}

// Calls returns the Calls that lead to the place, the innermost first, as far as the walk knows them.
func (p *Place) Calls() []int32 {
	var list []int32
	for c := p.calls; c != nil; c = c.outer {
		list = append(list, c.call)
	}
	return list
}

// calls is a stack of Calls.
type calls struct {
	call  int32
	outer *calls
}

// maxCalls is how many nested Calls a walk distinguishes, the innermost; those further out may be any. So a walk ends
// and loses no path: it visits a value once for each stack of that many Calls.
const maxCalls = 3

// Back walks from values to what they are made of, the nearest first.
func (g *Graph) Back(w Walk, from ...Value) iter.Seq[*Place] { return g.walk(w, true, from) }

// Forth walks from values to what is made of them, the nearest first.
func (g *Graph) Forth(w Walk, from ...Value) iter.Seq[*Place] { return g.walk(w, false, from) }

func (g *Graph) walk(w Walk, back bool, from []Value) iter.Seq[*Place] {
	return func(yield func(*Place) bool) {
		r := &walker{Walk: w, back: back}
		begin := r.push(w.Calls)
		for _, v := range from {
			r.add(Place{Value: v, calls: begin})
		}
		for i := 0; i < len(r.places); i++ {
			p := r.places[i]
			if !yield(p) {
				return
			}
			if w.Stop == nil || !w.Stop(p.Value) {
				r.leave(g, p)
			}
		}
	}
}

// walker is a walk that is under way.
type walker struct {
	Walk
	back   bool
	stacks map[calls]*calls // so that equal stacks are one; nil without Calls
	places []*Place         // those that were found, in their order
	seen   map[state]bool   // of more than fewPlaces
}

// fewPlaces is how many places are looked through without a map: most walks end before.
const fewPlaces = 16

// state is what makes a place another one.
type state struct {
	v     Value
	calls *calls
	mark  uint8
}

func (p *Place) state() state { return state{p.Value, p.calls, p.Mark} }

// add adds a place, if it is a new one.
func (r *walker) add(p Place) {
	if p.Value == 0 || r.knows(p.state()) {
		return
	}
	r.places = append(r.places, new(p))
	switch {
	case r.seen != nil:
		r.seen[p.state()] = true
	case len(r.places) > fewPlaces:
		r.seen = make(map[state]bool, 2*len(r.places))
		for _, p := range r.places {
			r.seen[p.state()] = true
		}
	}
}

func (r *walker) knows(s state) bool {
	if r.seen != nil {
		return r.seen[s]
	}
	return slices.ContainsFunc(r.places, func(p *Place) bool { return p.state() == s })
}

// leave follows the edges of a place.
func (r *walker) leave(g *Graph, p *Place) {
	if r.back {
		for at := g.values[p.Value].firstIn; at != 0; at = g.edges[at].nextIn {
			r.follow(p, g.edges[at].Edge)
		}
		return
	}
	for at := g.values[p.Value].firstOut; at != 0; at = g.edges[at].nextOut {
		r.follow(p, g.edges[at].Edge)
	}
}

// follow takes an edge from a place, if it is one of the walk's and fits the Calls that led there.
func (r *walker) follow(p *Place, e Edge) {
	if e.Way&r.Through == 0 || r.Passes != nil && !r.Passes(e) {
		return
	}
	next := Place{Value: e.To, Edge: e, Before: p, Mark: p.Mark, calls: p.calls}
	enter, leave := Argument, Returned
	if r.back {
		next.Value, enter, leave = e.From, Returned, Argument
	}
	if r.Mark != nil {
		next.Mark = r.Mark(p.Mark, e)
	}
	switch {
	case e.Way == enter:
		next.calls = r.push(slices.Insert(p.Calls(), 0, e.Call))
	case e.Way == leave && p.calls != nil && p.calls.call != e.Call:
		return
	case e.Way == leave && p.calls != nil:
		next.calls = p.calls.outer
	}
	r.add(next)
}

// push returns the stack of the innermost of some Calls: as many as the walk distinguishes, or as it was given.
func (r *walker) push(list []int32) *calls {
	var top *calls
	for _, call := range slices.Backward(list[:min(len(list), max(maxCalls, len(r.Calls)))]) {
		c := calls{call, top}
		if r.stacks == nil {
			r.stacks = map[calls]*calls{}
		}
		if r.stacks[c] == nil {
			r.stacks[c] = &c
		}
		top = r.stacks[c]
	}
	return top
}
