package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// Region is what a node with an output try protects: all that this output dominates in
// the graph as drawn.
type Region struct {
	Step  *Step   // the node that protects it
	Outer *Region // the region around it, or nil
	// Ends is set where a branch of the region, or a failure that is swallowed, ends and
	// nothing follows.
	Ends bool
	// Exit leads to what follows the region's end. It is no output of the node: branches of
	// the region, and of what handles its failure, lead there each on its own.
	Exit *Out
	// On is the output that a failure takes, where it is wired.
	On *Out

	exit *cont
	left bool // a branch of the region ends unanswered
}

// Answers reports whether an answer may be sent inside the region.
func (r *Region) Answers() bool {
	return slices.ContainsFunc(r.Step.Flow.Steps, func(s *Step) bool { return s.Region.Within(r) && answers(s.Node) })
}

// Yields reports whether a step inside the region may be what runs n.
func (r *Region) Yields(n *Node) bool {
	return slices.ContainsFunc(r.Step.Flow.byNode[n], func(s *Step) bool { return s.Region.Within(r) })
}

// Within reports whether r is q or inside it. Every region is within nil.
func (r *Region) Within(q *Region) bool {
	for ; r != nil; r = r.Outer {
		if r == q {
			return true
		}
	}
	return q == nil
}

// output returns the node's output that plays a role, or nil.
func output(n *Node, role templates.Role) *templates.Output {
	if n.Template == nil || n.Loose {
		return nil
	}
	i := slices.IndexFunc(n.Template.Outputs, func(o templates.Output) bool { return o.Role == role })
	if i < 0 {
		return nil
	}
	return &n.Template.Outputs[i]
}

// protect follows the outputs of a node that protects a region: unanswered ends of the
// region, and of what handles its failure, lead to done.
func (o *orderer) protect(s *Step) {
	r := &Region{Step: s, Outer: s.Region, exit: s.then}
	s.Protects = r
	done := o.branches(s.Node, output(s.Node, templates.Done).Name)
	r.exit = o.sequence(done, s.then)
	for _, out := range s.Outs {
		targets := o.branches(s.Node, out.Name)
		switch {
		case len(targets) == 0 || out.Spec.Role == templates.Done:
		case out.Spec.Role == templates.Try:
			inside := o.end(r, r.exit)
			o.connect(out, targets[0], o.sequence(targets[1:], inside), r)
		default:
			r.On = out
			o.connect(out, targets[0], o.sequence(targets[1:], r.exit), s.Region)
		}
	}
	r.Exit = o.exit(r)
}

// exit is the way that leads to what follows the end of a region. It leads nowhere where no way in the region ends
// unanswered: what handles its failure may go there all the same.
func (o *orderer) exit(r *Region) *Out {
	out := &Out{Step: r.Step, Name: "done"}
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

// swallows reports whether a failure ends in r and execution goes on behind it. Where
// nothing in r can fail, or what fails has a handler, nothing does.
func (o *orderer) swallows(r *Region) bool {
	return r.On == nil && slices.ContainsFunc(o.built, func(s *Step) bool {
		return mayFail(s.Node) && s.Region.handling() == r
	})
}

// sequence puts branches before what follows them.
func (o *orderer) sequence(branches []*Wire, then *cont) *cont {
	for _, wire := range slices.Backward(branches) {
		then = o.then(wire, then)
	}
	return then
}

// failures leads every step of a region that can fail to what handles that.
func (o *orderer) failures() {
	failing := slices.DeleteFunc(slices.Clone(o.built), func(s *Step) bool {
		if s.Region != nil && mayFail(s.Node) {
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

// catch adds the ways to steps that can fail to those of what handles that, also the ways of failures to them. It reports
// whether there were new ones.
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

// handler is where a failure in a region goes on, or nil where it leaves all regions.
func (o *orderer) handler(r *Region) *Step {
	switch h := r.handling(); {
	case h == nil:
		return nil
	case h.On != nil:
		return h.On.Next
	default:
		return o.afterRegion(h)
	}
}

// handling is the region, from r outward, that handles or swallows a failure in r; nil
// where it leaves them all.
func (r *Region) handling() *Region {
	for r != nil && r.On == nil && !r.Step.Node.Template.Swallows {
		r = r.Outer
	}
	return r
}

// afterRegion is the step that follows the end of a region, or nil. Where nothing does, the outermost region around it
// ends there, as after any other node.
func (o *orderer) afterRegion(r *Region) *Step {
	if r.exit == nil {
		r.Ends = true
	}
	r.exit.leave(r.Outer)
	return r.Exit.Next
}

// mayFail reports whether a node can fail: by what it does, or by an expression.
func mayFail(n *Node) bool {
	if n.Template == nil || n.Template.Fails {
		return true
	}
	for _, v := range n.Fields {
		if v.Tree.computes() {
			return true
		}
	}
	return false
}

// computes reports whether any string of t has a placeholder.
func (t *Tree) computes() bool {
	if t == nil {
		return false
	}
	if t.Text != nil {
		if _, literal := t.Text.Literal(); !literal {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(t.Names, t.Items), (*Tree).computes)
}

// crossings finds the wires that cross the border of a region (FC306), and the outermost region that each crosses. They
// leave it without done, from a node that an output try dominates, as drawn, to one that it does not; or they lead to
// where that output leads itself, which then dominates nothing. Where another output of the same node leads there, it is
// the wire of try that has no business there.
func crossings(entry *Node, nodes []*Node) map[*Wire]*Node {
	cross := map[*Wire]*Node{}
	for _, n := range nodes {
		try := output(n, templates.Try)
		if try == nil {
			continue
		}
		inside := map[*Node]bool{}
		for _, w := range n.Targets(try.Name) {
			drawn(w.To, inside, nil)
		}
		outside := map[*Node]bool{}
		drawn(entry, outside, func(w *Wire) bool { return w.From == n && w.Output == try.Name })
		within := func(n *Node) bool { return inside[n] && !outside[n] }
		for _, u := range nodes {
			for _, w := range u.Wires {
				leaves := within(u) && outside[w.To] && !answers(u)
				enters := outside[u] && u != n && !answers(u) && n.leads(try.Name, w.To, cross) || u == n && n.repeats(try.Name, w)
				if (leaves || enters) && (cross[w] == nil || within(cross[w])) {
					cross[w] = n
				}
			}
		}
	}
	return cross
}

// strayed reports whether n is read at s because of a wire that crosses the border of a region (FC306): it leads from n, or
// from what follows n in the region, on to s.
func (s *Step) strayed(n *Node) bool {
	for w, around := range s.Flow.Crossing {
		inside, outside := map[*Node]bool{}, map[*Node]bool{}
		for _, into := range around.Targets(output(around, templates.Try).Name) {
			drawn(into.To, inside, nil)
		}
		drawn(w.To, outside, nil)
		if inside[n] && outside[s.Node] && reaches(n, w.From) {
			return true
		}
	}
	return false
}

// reaches reports whether drawn wires lead from n to another node, or n is it.
func reaches(n, to *Node) bool {
	seen := map[*Node]bool{}
	drawn(n, seen, nil)
	return seen[to]
}

// crossedInto reports whether a wire into n crosses the border of a region.
func (n *Node) crossedInto(f *Flow) bool {
	for w := range f.Crossing {
		if w.To == n {
			return true
		}
	}
	return false
}

// repeats reports whether a wire of an output leads to where another output of the node does.
func (n *Node) repeats(output string, w *Wire) bool {
	return w.Output == output && slices.ContainsFunc(n.Wires, func(other *Wire) bool { return other.Output != output && other.To == w.To })
}

// leads reports whether a wire of an output leads to a node, of those that cross nothing themselves.
func (n *Node) leads(output string, to *Node, cross map[*Wire]*Node) bool {
	return slices.ContainsFunc(n.Targets(output), func(w *Wire) bool { return w.To == to && cross[w] == nil })
}

// drawn adds to seen what drawn wires reach from n before the answer, but by wires to skip.
func drawn(n *Node, seen map[*Node]bool, skip func(*Wire) bool) {
	pending := []*Node{n}
	for len(pending) > 0 {
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		for _, w := range n.Wires {
			if !answers(n) && (skip == nil || !skip(w)) {
				pending = append(pending, w.To)
			}
		}
	}
}

func answers(n *Node) bool { return n.Template != nil && n.Template.Answers }
