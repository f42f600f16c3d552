package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/templates"
)

// A guard tells who calls. Whether he may is often asked by a Condition below it, on his claims, or on a row that was looked
// up by who he is.

// conditions are the outputs of Conditions on who the caller is that every way to a step takes, the nearest last.
func (s *Step) conditions() []*Out {
	var list []*Out
	for d, out := range s.Dominators() {
		if out != nil && d.asksWho() {
			list = append(list, out)
		}
	}
	slices.Reverse(list)
	return list
}

// asksWho reports whether a step below a guard chooses its way by what the guard tells of the caller.
func (s *Step) asksWho() bool {
	guards := map[*Node]bool{}
	for _, guard := range s.guardsAbove() {
		guards[guard.Step.Node] = true
	}
	value := s.condition()
	return len(guards) > 0 && value != nil && s.Flow.asks(value.Expr, guards)
}

// condition is what a step chooses its way by, or nil.
func (s *Step) condition() *Typed {
	for _, f := range s.Checked() {
		if f.Shape == templates.Cond {
			return s.Value[f.Name]
		}
	}
	return nil
}

// asks reports whether an expression is about what one of the nodes yields, or about a row that was looked up by it.
func (f *Flow) asks(e *expr.Expr, nodes map[*Node]bool) bool {
	return slices.ContainsFunc(f.Origins(e), func(src Source) bool {
		if src.Kind != FromNode || nodes[src.Node] {
			return src.Kind == FromNode
		}
		return slices.ContainsFunc(f.Runs(src.Node), func(s *Step) bool { return s.looksUpBy(nodes) })
	})
}

// looksUpBy reports whether a step reads what is stored by something that one of the nodes yields.
func (s *Step) looksUpBy(nodes map[*Node]bool) bool {
	by := false
	for _, field := range s.Checked() {
		if field.Shape != templates.Query && field.Shape != templates.Key {
			continue
		}
		s.Value[field.Name].Walk(func(t *Typed) {
			by = by || slices.ContainsFunc(s.Flow.Origins(t.Expr), func(src Source) bool { return src.Kind == FromNode && nodes[src.Node] })
		})
	}
	return by
}

// asked is what has to hold where an output of a Condition is taken, as the document writes it.
func (o *Out) asked() string {
	text := strings.TrimSpace(o.Step.condition().Tree.Text.Text)
	if inner, ok := strings.CutPrefix(text, "{{"); ok && strings.HasSuffix(inner, "}}") {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "}}"))
	}
	if !o.Spec.Outcome {
		return "not (" + text + ")"
	}
	return text
}

// inBoth are the outputs that both lists hold, of whatever step of their node.
func inBoth(a, b []*Out) []*Out {
	return slices.DeleteFunc(slices.Clone(a), func(o *Out) bool {
		return !slices.ContainsFunc(b, func(other *Out) bool { return o.Step.Node == other.Step.Node && o.Name == other.Name })
	})
}
