package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Origins returns where the values in e come from: what it refers to, and what that was made of where a node only gave
// it a name, or several wires bring it. The fields of sources that are nodes or entry points are filled in.
func (f *Flow) Origins(e *expr.Expr) []Source {
	members := f.membersIn(e)
	if len(members) == 0 {
		return nil
	}
	list := make([]Source, len(members))
	for i, from := range members {
		list[i] = from.Source
	}
	return list
}

// sourceMember is the member of a source at a path, the names of which list elements take none of; "" is all of it.
type sourceMember struct {
	Source
	path memberPath
}

// memberPath is the names of members, one inside of the other, each ended by pathEnd.
type memberPath string

const pathEnd = "\x00"

// of returns the path to p in the member of that name. It ends where it has as many names as an any keeps apart, and
// more.
func (p memberPath) of(name string) memberPath {
	if strings.Count(string(p), pathEnd) > types.MaxMembers {
		return ""
	}
	return memberPath(name) + pathEnd + p
}

// names lists the names of p.
func (p memberPath) names() []string {
	names := strings.Split(string(p), pathEnd)
	return names[:len(names)-1]
}

// membersIn is Origins with the member of each source that is meant.
func (f *Flow) membersIn(e *expr.Expr) []sourceMember {
	o := &origins{flow: f}
	o.visit(e, "")
	return o.list
}

// originSteps is a set of steps. Most hold few, of which a list takes less than a map.
type originSteps struct {
	few  []originStep
	many map[originStep]bool
}

const fewSteps = 16

// add reports whether a step was not there.
func (s *originSteps) add(step originStep) bool {
	if s.many == nil && len(s.few) < fewSteps {
		if slices.Contains(s.few, step) {
			return false
		}
		s.few = append(s.few, step)
		return true
	}
	if s.many == nil {
		s.many = map[originStep]bool{}
		for _, known := range s.few {
			s.many[known] = true
		}
	}
	if s.many[step] {
		return false
	}
	s.many[step] = true
	return true
}

// origins is a walk from an expression to where its values come from, through nodes that only name them.
type origins struct {
	flow *Flow
	seen originSteps
	list []sourceMember // found so far, in the order of the expression
}

// originStep is a member of the value of an expression.
type originStep struct {
	expr *expr.Expr
	path memberPath
}

func (o *origins) visit(e *expr.Expr, path memberPath) {
	if e == nil || !o.seen.add(originStep{e, path}) {
		return
	}
	switch {
	case e.Op == expr.OpRef:
		o.add(sourceMember{sourceOf(e), path})
	case e.Op == expr.OpField && e.Args[0].Op == expr.OpRef:
		if of := sourceOf(e.Args[0]); of.Field != "" || of.Kind == FromEach {
			path = path.of(e.Name)
		}
		o.add(sourceMember{sourceOf(e), path})
	case (e.Op == expr.OpField || e.Op == expr.OpAt) && len(e.Args) == 1:
		o.visit(e.Args[0], path.of(e.Name))
	case e.Op == expr.OpElement:
		o.visit(e.List(), path)
	case len(e.Args) == 2 && e.Way(1) == trace.Element: // of map: the elements are what is made of its item
		o.visit(e.Args[1], path)
	case e.Type.Kind != types.Bool || path == "": // a condition has no members
		for _, arg := range e.Args {
			o.visit(arg, path)
		}
	}
}

// value visits the member at a path of what is written out.
func (o *origins) value(t *Typed, path memberPath) {
	switch {
	case t == nil:
	case t.Expr == nil && path != "" && len(t.Tree.Keys) > 0 && !t.Named():
		name, rest, _ := strings.Cut(string(path), pathEnd)
		if entry := t.Entry(name); entry != nil {
			o.value(entry, memberPath(rest))
		}
	default:
		o.visit(t.Expr, path)
		for _, item := range slices.Concat(t.Items, t.Names) {
			o.value(item, path)
		}
	}
}

// add notes a source. Values that a node keeps inside the execution, by name, are those that its output carries.
func (o *origins) add(from sourceMember) {
	o.list = append(o.list, from)
	src := from.Source
	switch src.Kind {
	case FromInput:
		o.arrive(from)
	case FromEach:
		for _, s := range o.flow.Runs(src.Node) {
			o.value(s.Value[src.Node.repeats().Items], from.path)
		}
	}
	if src.Kind != FromNode {
		return
	}
	for _, s := range o.flow.makers(src.Node) {
		for _, f := range s.Checked() {
			if f.Shape != templates.Object && (f.Shape != templates.JSON || s.Node.Ends == nil) || f.Sink != templates.Inside {
				continue
			}
			value := s.Value[f.Name]
			if entry := value.Entry(src.Field); entry != nil {
				value = entry
			}
			o.value(value, from.path)
		}
	}
}

// makers are the steps that make what a node carries: its own, and those that the ends of its region run.
func (f *Flow) makers(n *Node) []*Step {
	steps := slices.Clone(f.Runs(n))
	for _, end := range []*Wire{n.atEnd, n.atHandled} {
		if end != nil {
			steps = append(steps, f.Runs(end.To)...)
		}
	}
	return steps
}

// arrive notes the sources of what several wires bring to a node.
func (o *origins) arrive(to sourceMember) {
	for _, s := range o.flow.Runs(to.Node) {
		for _, in := range s.Arrivals() {
			from := Source{Kind: FromNode, Node: in.Wire.From, Field: to.Field}
			if from.Node == o.flow.Entry {
				from.Kind = FromEntry
			}
			o.add(sourceMember{from, to.path})
		}
	}
}
