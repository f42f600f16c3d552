package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// misread are the references of a flow that mean nothing where they stand, by why: each cause with the place where it
// was reported, which is the first. One wire that leads elsewhere shows at all references behind it.
type misread map[cause]place

// cause identifies a mistake that makes references wrong: all references with one cause are one message.
type cause struct {
	kind causeKind
	node *Node  // that is read; nil of a name, and of the payload
	name string // that means nothing
}

// causeKind is why a reference means nothing.
type causeKind uint8

const (
	notRun     causeKind = iota // a node is read where it has not run (FC205)
	otherField                  // a field of a node is read that another output of it has, or another setting of it (FC204)
	noNode                      // something is read of a name that means nothing (FC204)
	undecoded                   // the payload of a Webhook is read where it is not decoded (FC205)
	rowAbsent                   // a row of a node is read where there may be none (FC206)
)

// toldBefore reports whether a cause was told at another place. If not, it is told at this one.
func (sc *scope) toldBefore(c cause, start int) bool {
	here, all := place{sc.value, start}, sc.step.Flow.misread
	at, told := all[c]
	if !told {
		all[c] = here
	}
	return told && at != here
}

// of are the causes of one kind, in no order.
func (m misread) of(kind causeKind) []cause {
	var list []cause
	for c := range m {
		if c.kind == kind {
			list = append(list, c)
		}
	}
	return list
}

// has reports whether a reference means nothing for that cause.
func (m misread) has(c cause) bool { _, is := m[c]; return is }

// Missed reports whether n is read where it has not run on every path (FC205).
func (f *Flow) Missed(n *Node) bool { return f.misread.has(cause{kind: notRun, node: n}) }

// MissesGuard reports whether such a node can be a guard.
func (f *Flow) MissesGuard() bool {
	return slices.ContainsFunc(f.misread.of(notRun), func(c cause) bool {
		return c.node.MayGuard()
	})
}

// MayGuard reports whether a node is of a type that can be a guard.
func (n *Node) MayGuard() bool {
	return slices.ContainsFunc(n.Outputs(), func(o *templates.Output) bool { return o.Guard != nil })
}

// Misled reports whether n is read where another output of it was taken, or where it has not run on every path (FC204,
// FC205), or the payload where n has not verified its sender: a wire leads elsewhere than its author wants.
func (f *Flow) Misled(n *Node) bool {
	return f.Missed(n) || f.misread.has(cause{kind: otherField, node: n}) || n.Verifies() && f.misread.has(cause{kind: undecoded})
}

// MisledNodes counts the nodes that are read so.
func (f *Flow) MisledNodes() int { return len(f.misread.of(notRun)) + len(f.misread.of(otherField)) }

// AbsentRows counts the nodes of which a row is read where there may be none (FC206): each lacks a wire for that,
// perhaps.
func (f *Flow) AbsentRows() int { return len(f.misread.of(rowAbsent)) }

// LacksRow reports whether such a step is no guard for want of a wire alone: of where there is no row, or of a check
// against it, which is there and which nothing leads to.
func (s *Step) LacksRow() bool {
	if !s.Flow.misread.has(cause{kind: rowAbsent, node: s.Node}) {
		return false
	}
	return s.wouldGuard() || slices.ContainsFunc(s.Flow.Workflow.Nodes, func(n *Node) bool { return !n.Reached && n.MayGuard() })
}

// wouldGuard reports whether a way on from a step would be protected by it, were all its outputs wired.
func (s *Step) wouldGuard() bool {
	p := &pass{node: s.Node, step: s, list: &diag.List{}, allWired: true}
	return !s.ChecksOwn() && slices.ContainsFunc(s.Node.Outputs(), func(o *templates.Output) bool { return o.Guard != nil && o.Guard(p) })
}

// UnknownNames counts the names that mean nothing and of which something is read (FC204): nodes that were removed,
// perhaps.
func (f *Flow) UnknownNames() int { return len(f.misread.of(noNode)) }
