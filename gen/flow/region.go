package flow

import "slices"

// protect follows the outputs of a node that protects a region: unanswered ends of the region lead to Done, and so do
// those of what handles its failure, where that does not stand apart.
func (o *orderer) protect(s *Step) {
	r := &Region{Step: s, Outer: s.Region, exit: s.then}
	s.Protects = r
	r.exit = o.sequence(o.branches(o.Nodes[s.Node].output(Done)), s.then)
	handled := r.exit
	if o.Nodes[s.Node].Apart {
		handled = s.then
	}
	n := &o.Nodes[s.Node]
	for _, out := range s.Outs {
		targets := o.branches(o.output(out))
		if out.Role == Handler {
			targets = append(targets, last(n.AtHandled)...)
		}
		switch {
		case out.Role == Done && o.Nodes[s.Node].Repeats:
			o.skip(out, r)
		case len(targets) == 0 || out.Role == Done:
		case out.Role == Try:
			end := o.cont(cont{region: r, next: r.exit, after: r.exit != nil && r.exit.after})
			o.connect(out, targets[0], o.sequence(append(targets[1:], last(n.AtEnd)...), end), r)
			r.Yield = o.stepBy(n.AtEnd, end, r)
		default:
			r.On = out
			o.connect(out, targets[0], o.sequence(targets[1:], handled), s.Region)
			r.Handled = o.stepBy(n.AtHandled, handled, s.Region)
		}
	}
	r.Exit = o.exit(r)
}

// skip leads past a region that may be run for nothing, to what follows its end.
func (o *orderer) skip(out *Out, r *Region) {
	r.left = true
	if r.exit == nil {
		r.Ends = true
	}
	if then, in := r.exit.leave(r.Outer); then != nil && then.wire != nil {
		o.connect(out, then.wire, then.next, in)
	}
}

// last is the way to a node that is run last, if there is one.
func last(end *Wire) []*Wire {
	if end == nil {
		return nil
	}
	return []*Wire{end}
}

// stepBy is the step to which a wire leads in a region, with what follows it; nil where there is none.
func (o *orderer) stepBy(wire *Wire, then *cont, in *Region) *Step {
	if wire == nil {
		return nil
	}
	return o.byKey[stepKey{wire.To, then, in}]
}

// exit is the way that leads to what follows the end of a region. It leads nowhere where no way in the region ends
// unanswered: what handles its failure may go there all the same.
func (o *orderer) exit(r *Region) *Out {
	out := &Out{Step: r.Step, Output: -1, Role: Done}
	if !r.left && !o.swallows(r) {
		return out
	}
	if then, in := r.exit.leave(r.Outer); then != nil && then.wire != nil {
		out.Wire = then.wire
		out.Next = o.step(then.wire.To, then.next, in)
		out.Next.Ended = append(out.Next.Ended, r)
	}
	return out
}

// swallows reports whether a failure ends in r and execution goes on behind it. Where nothing in r can fail, or what
// fails has a handler, nothing does.
func (o *orderer) swallows(r *Region) bool {
	return r.On == nil && slices.ContainsFunc(o.built, func(s *Step) bool {
		return o.Nodes[s.Node].Fails && o.handling(s.Region) == r
	})
}

// failures leads every step of a region that can fail to what handles that.
func (o *orderer) failures() {
	failing := slices.DeleteFunc(slices.Clone(o.built), func(s *Step) bool {
		if s.Region != nil && o.Nodes[s.Node].Fails {
			s.Catch = o.handler(s.Region)
		}
		return s.Catch == nil
	})
	for caught := (map[wayTo]bool{}); o.catch(failing, caught); { // what handles a failure may fail, and what follows it
	}
}

// wayTo is a way by which a failure comes to a step.
type wayTo struct {
	step *Step
	way  *Out
}

// catch adds the ways to steps that can fail to those of what handles that, also the ways of failures to them. It
// reports whether there were new ones.
func (o *orderer) catch(failing []*Step, caught map[wayTo]bool) (more bool) {
	for _, s := range failing {
		for _, in := range slices.Concat(s.In, s.Caught) {
			if to := (wayTo{s.Catch, in}); !caught[to] {
				caught[to], more = true, true
				s.Catch.Caught = append(s.Catch.Caught, in)
			}
		}
	}
	return more
}

// handler is the step at which a failure in a region goes on: behind the output for failures of the nearest region that
// handles them, or behind that region's end; nil where it leaves all regions.
func (o *orderer) handler(r *Region) *Step {
	switch h := o.handling(r); {
	case h == nil:
		return nil
	case h.On != nil:
		return h.On.Next
	default:
		return h.follower()
	}
}

// handling is the region, from r outward, that handles or swallows a failure in r; nil where it leaves them all.
func (o *orderer) handling(r *Region) *Region {
	for r != nil && r.On == nil && !o.Nodes[r.Step.Node].Swallows {
		r = r.Outer
	}
	return r
}

// follower is the step that follows the end of a region, or nil. Where nothing does, the outermost region around it
// ends there, as after any other node.
func (r *Region) follower() *Step {
	if r.exit == nil {
		r.Ends = true
	}
	r.exit.leave(r.Outer)
	return r.Exit.Next
}
