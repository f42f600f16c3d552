package facts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// A guard authenticates the caller. Authorization is often a Condition below it: on the caller's claims, or on a row
// that was looked up by the caller's identity.

// conditions are the outputs of Conditions on who the caller is that every way to a step takes, the nearest last.
func conditions(s *ir.Step) []*ir.Out {
	var list []*ir.Out
	for d, out := range s.Dominators() {
		if out != nil && (asksWho(d) || out.Guard && condition(d) != nil) {
			list = append(list, out)
		}
	}
	slices.Reverse(list)
	return list
}

// ForSome reports whether a step is only for some of the callers that a guard lets in: a Condition or the guard itself
// asks who they are.
func ForSome(s *ir.Step) bool { return s.Guarded() && len(conditions(s)) > 0 }

// asksWho reports whether a step below a guard chooses its way by what the guard yields about the caller.
func asksWho(s *ir.Step) bool {
	guards := map[*ir.Node]bool{}
	for _, guard := range guardsAbove(s) {
		guards[guard.Step.Node] = true
	}
	value := condition(s)
	return len(guards) > 0 && value != nil && asks(s, value.Expr, guards)
}

// condition is the expression that a step chooses its way by, or nil.
func condition(s *ir.Step) *ir.Typed {
	for _, f := range s.Checked() {
		if f.Shape == templates.Cond || f.Like != "" {
			return s.Value[f.Name]
		}
	}
	return nil
}

// asks reports whether an expression is about what one of the nodes yields, or about a row that was looked up by it.
func asks(s *ir.Step, e *expr.Expr, nodes map[*ir.Node]bool) bool {
	return slices.ContainsFunc(s.Origins(e), func(src ir.Origin) bool {
		if src.Kind != ir.FromNode || nodes[src.Node] {
			return src.Kind == ir.FromNode
		}
		return slices.ContainsFunc(s.Flow.Runs(src.Node), func(s *ir.Step) bool { return looksUpBy(s, nodes) })
	})
}

// looksUpBy reports whether a step reads what is stored by something that one of the nodes yields.
func looksUpBy(s *ir.Step, nodes map[*ir.Node]bool) bool {
	by := false
	for _, field := range s.Checked() {
		if field.Shape != templates.Query && field.Shape != templates.Key {
			continue
		}
		s.Value[field.Name].Walk(func(t *ir.Typed) {
			by = by || slices.ContainsFunc(s.Origins(t.Expr), func(o ir.Origin) bool {
				return o.Kind == ir.FromNode && nodes[o.Node]
			})
		})
	}
	return by
}

// asked is the expression that holds where an output of a Condition is taken, as the document writes it: "not
// (user.admin)".
func asked(o *ir.Out) string { return worded(o, condition(o.Step).Tree.Text.Text) }

// askedOfCallers is asked without the names of nodes, which mean nothing to callers; "" where it is about a node as a
// whole.
func askedOfCallers(o *ir.Out) string {
	value := condition(o.Step)
	text := value.Tree.Text.Text
	names := map[int]string{} // of nodes, by where they stand
	whole := false
	value.Expr.Walk(func(e *expr.Expr) {
		name, _, member := strings.Cut(e.Key, ".")
		if e.Key == "" || !slices.ContainsFunc(o.Step.Node.Workflow.Nodes, func(n *ir.Node) bool { return n.Name.Value == name }) {
			return
		}
		if strings.HasPrefix(text[e.Start:e.End], name) {
			names[e.Start] = name
			whole = whole || !member && !strings.HasPrefix(text[e.Start+len(name):], ".")
		}
	})
	if whole {
		return ""
	}
	for _, start := range slices.Backward(slices.Sorted(maps.Keys(names))) {
		text = text[:start] + strings.TrimLeft(text[start+len(names[start]):], ".")
	}
	return worded(o, text)
}

// worded is what holds where an output of a Condition is taken, of which text is the expression.
func worded(o *ir.Out, text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "{{"); ok && strings.HasSuffix(inner, "}}") {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "}}"))
	}
	switch {
	case o.Spec.Case != nil:
		return text + " == " + o.Spec.Case.String()
	case o.Spec.Rest != "":
		return fmt.Sprintf("%s is none of %s", text, strings.Join(cases(o), ", "))
	case !o.Spec.Outcome:
		return "not (" + text + ")"
	}
	return text
}

// conjuncts are the parts of what has to hold of a caller that && joins, each by itself.
func (p Protection) conjuncts() []string {
	var list []string
	for _, out := range p.Asked {
		value := condition(out.Step)
		if out.Spec.Case != nil || out.Spec.Rest != "" || !out.Spec.Outcome || value.Expr == nil {
			list = append(list, asked(out))
			continue
		}
		list = append(list, conjuncts(value, value.Expr)...)
	}
	return list
}

// cases are what a value is none of that takes the output for the rest.
func cases(rest *ir.Out) []string {
	fields := rest.Step.Node.Fields
	var list []string
	for _, c := range fields[fields[rest.Spec.Rest].Field.Like].Cases {
		list = append(list, c.String())
	}
	return list
}

// inBoth are the outputs that both lists hold, of whatever step of their node.
func inBoth(a, b []*ir.Out) []*ir.Out {
	return slices.DeleteFunc(slices.Clone(a), func(o *ir.Out) bool {
		return !slices.ContainsFunc(b, func(other *ir.Out) bool { return o.Step.Node == other.Step.Node && o.Name == other.Name })
	})
}

// A browser adds some credentials, such as cookies, to every request that a page makes.

// Along is what of that guards look into, as a message names it: "" is nothing.
type Along string

// What browsers send along.
const (
	Cookie   Along = "cookie"
	Password Along = "password of HTTP Basic"
)

// SentAlong is what a guard looks into that every way to a step crosses, itself or in a workflow that it calls.
func SentAlong(s *ir.Step) Along {
	for _, guard := range guardsAbove(s) {
		if along := looksInto(guard); along != "" {
			return along
		}
	}
	return ""
}

func looksInto(guard *ir.Out) Along {
	callee := guard.Step.Callee()
	switch {
	case callee == nil && len(guard.Step.Cookies()) > 0:
		return Cookie
	case callee == nil && guard.Step.Ambient():
		return Password
	case callee == nil:
		return ""
	}
	var along Along
	for _, end := range callee.ReturnsBy(guard.Name) {
		if along = SentAlong(end); along == "" {
			return ""
		}
	}
	return along
}

// Doubled reports whether every way to a step asks for a cookie a second time, in a header or the body, here or in a
// workflow that is called: no page of another origin can have a browser send that.
func Doubled(s *ir.Step) bool {
	for d, out := range s.Dominators() {
		if out == nil {
			continue
		}
		if out.Doubled() != "" {
			return true
		}
		if callee := d.Callee(); callee != nil {
			ends := callee.ReturnsBy(out.Name)
			if len(ends) > 0 && !slices.ContainsFunc(ends, func(end *ir.Step) bool { return !Doubled(end) }) {
				return true
			}
		}
	}
	return false
}
