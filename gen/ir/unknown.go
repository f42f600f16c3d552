package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// unknownField is a field of a request whose declarations were refused.
func (sc *scope) unknownField(name string) *expr.Ref {
	entry := sc.step.Flow.Entry
	return &expr.Ref{Key: entry.Name.Value + "." + name, Data: Source{Kind: FromEntry, Node: entry, Field: name}, Sent: sc.sent(name)}
}

// place is an expression of the document.
type place struct {
	value *schema.Value
	start int // in its text
}

// notRun reports a node that has not run on every path to here, and on which (FC205), where it is first read: one wire
// that is missing, or too many, shows at all that read the node.
func (sc *scope) notRun(n *Node, start int) *expr.Problem {
	if sc.step.Node.Trust == Lost || sc.step.strayed(n) || sc.insideUnknown(n) || sc.behindMissed(n) || sc.toldBefore(cause{kind: notRun, node: n}, start) {
		return &expr.Problem{} // without a code: a wire was left out, and reported
	}
	p := &expr.Problem{Code: diag.FC205, Message: fmt.Sprintf("%q has not run on every path to %q", n.Name.Value, sc.step.Node.Name.Value)}
	switch {
	case n == sc.step.Node:
		p.Message = fmt.Sprintf("{{%s}} is this node itself", n.Name.Value)
		if in := sc.step.Flow.inputs[n.Name.Value]; in != nil && in.Uses == nil && isName(sc.step.Flow.Entry.Name.Value) {
			p.Message += fmt.Sprintf("; the request's field is %s.%s", sc.step.Flow.Entry.Name.Value, in.Name)
		}
	case len(sc.step.Flow.Runs(n)) == 0:
		p.Message += ": the entry point " + fmt.Sprintf("%q does not lead to it", sc.step.Flow.Entry.ID.Value)
	default:
		p.Message += ": not on " + pathText(sc.step.PathWithout(n), n)
	}
	return p
}

// insideUnknown reports whether n is below a node of unknown type that the step is below, too: that one may be about a
// region, at whose end all of it has run.
func (sc *scope) insideUnknown(n *Node) bool {
	for d := range sc.step.Dominators() {
		if d.Node.Template == nil && slices.ContainsFunc(sc.step.Flow.Runs(n), func(s *Step) bool { return s.Below(d) }) {
			return true
		}
	}
	return false
}

// behindUnknown reports whether a node of unknown type, which may be about a region, is on every path to a step.
func (s *Step) behindUnknown() bool {
	for d := range s.Dominators() {
		if d.Node.Template == nil {
			return true
		}
	}
	return false
}

// mayBeGiven reports whether a name may be of what a node gives that is on every path to a step: that node's type is
// not known, or a field was refused that says what it gives.
func (s *Step) mayBeGiven() bool {
	for d := range s.Dominators() {
		if !d.Node.Known() || d.Node.CallsUnknown() || d.Node.refuses() {
			return true
		}
	}
	return false
}

// behindMissed reports whether a node that no path of the flow reaches is behind another such one, or before it, of
// which it was reported: the wire to one of them is missing.
func (sc *scope) behindMissed(n *Node) bool {
	f := sc.step.Flow
	if len(f.Runs(n)) > 0 {
		return false
	}
	leads := func(from, to *Node) bool { return f.Workflow.drawing.Reach(from.index)[to.index] }
	return slices.ContainsFunc(f.misread.of(notRun), func(c cause) bool {
		return c.node != n && len(f.Runs(c.node)) == 0 && (leads(c.node, n) || leads(n, c.node))
	})
}

// dashed reports a name that is a part of a node's, which has a "-" in it: to an expression, that is a difference
// (FC204).
func (sc *scope) dashed(name expr.Name) *expr.Problem {
	start, end := name.Start, name.End
	for start > 0 && isNamePart(sc.value.Text[start-1]) {
		start--
	}
	for end < len(sc.value.Text) && isNamePart(sc.value.Text[end]) {
		end++
	}
	n := sc.step.Flow.Workflow.names[sc.value.Text[start:end]]
	if n == nil || !strings.Contains(n.Name.Value, "-") {
		return nil
	}
	return &expr.Problem{
		Code: diag.FC204, Start: start, End: end,
		Message: fmt.Sprintf("%q is no name that a reference can use: to an expression, \"-\" is minus", n.Name.Value),
		Hint:    fmt.Sprintf("give the node another name, \"name\": %q in its data, and write that", strings.ReplaceAll(n.Name.Value, "-", "_")),
	}
}

// isNamePart reports whether a byte may be part of a node's name, as people write them.
func isNamePart(b byte) bool {
	return b == '-' || b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// unknown reports a name that means nothing here (FC204).
func (sc *scope) unknown(path []expr.Name) *expr.Problem {
	name, f := path[0], sc.step.Flow
	if slices.ContainsFunc(f.supply[name.Text], sc.step.strayed) {
		return &expr.Problem{} // the wire was reported
	}
	if len(path) == 1 && sc.step.mayBeGiven() || sc.step.behindUnknown() || f.callsItem(name.Text) {
		return &expr.Problem{} // what would give it was reported
	}
	if len(path) > 1 && f.Workflow.lacks(name.Text) || sc.namesNothing(path) && sc.toldBefore(cause{kind: noNode, name: name.Text}, name.Start) {
		return &expr.Problem{}
	}
	p := &expr.Problem{
		Code: diag.FC204, Start: name.Start, End: name.End, Message: fmt.Sprintf("%q does not exist", name.Text),
	}
	supplies := f.supply[name.Text]
	if i := slices.IndexFunc(supplies, func(n *Node) bool { return n != f.Entry && sc.step.Ran(n) }); i >= 0 {
		t, _ := sc.step.carried(supplies[i])
		if elsewhere := sc.elsewhere(supplies[i], t, name); elsewhere != nil {
			return elsewhere
		}
	}
	switch _, arrives := sc.step.ArrivedType().Field(name.Text); {
	case arrives:
		p.Hint = fmt.Sprintf("write input.%s: every wire into %q brings it", name.Text, sc.step.Node.Name.Value)
	case len(sc.elsewhereBy(name)) > 1:
		by := sc.elsewhereBy(name)
		p.Message += fmt.Sprintf(" here: %s supply it, each only on a way of its own", strings.Join(by, " and "))
		p.Hint = fmt.Sprintf("have every way into %q bring it, in a Set say, and write input.%s; where only one has run, name it: %s.%s",
			sc.step.Node.Name.Value, name.Text, by[0], name.Text)
	case len(f.supply[name.Text]) > 0:
		p.Message += fmt.Sprintf(" here: %q supplies it, and has not run on every path to here", f.supply[name.Text][0].Name.Value)
	default:
		p.Hint = sc.unknownHint(path)
	}
	if p.Hint == "" && !f.Declared && len(path) > 1 && len(f.supply[name.Text]) == 0 {
		p.Hint = fmt.Sprintf("declare it in the fields of %q, with its type: only a name that stands alone is inferred", f.Entry.ID.Value)
	}
	return p
}

// namesNothing reports whether a name means nothing, wherever it is read: no node has that name, nor gives it.
func (sc *scope) namesNothing(path []expr.Name) bool {
	_, arrives := sc.step.ArrivedType().Field(path[0].Text)
	return len(path) > 1 || !arrives && len(sc.step.Flow.supply[path[0].Text]) == 0
}

// unknownHint says what to write in place of a name that nothing supplies, or "".
func (sc *scope) unknownHint(path []expr.Name) string {
	name, f := path[0], sc.step.Flow
	known := append(sortedKeys(f.inputs), sortedKeys(f.Workflow.names)...)
	if len(path) > 1 {
		known = append(known, "env", "request", "input", "error")
	}
	return cmp.Or(
		sc.step.itemMend(path), sc.ownValue(name.Text), sc.meant(path), expr.NameMend(name.Text),
		diag.DidYouMean(name.Text, sortedKeys(f.Workflow.names)), sc.renamed(path),
		diag.DidYouMean(name.Text, append(known, sortedKeys(f.supply)...)), sc.calledOrDeclared(path),
	)
}

// calledOrDeclared says how the function is called whose name is read, and of a name that is one word, as sort is,
// where a field of that name is declared.
func (sc *scope) calledOrDeclared(path []expr.Name) string {
	call, f := expr.CallMend(path[0].Text), sc.step.Flow
	if call == "" || len(path) > 1 || !f.Declared || strings.ToLower(path[0].Text) != path[0].Text {
		return call
	}
	return fmt.Sprintf("declare it in the fields of %q, or %s", f.Entry.ID.Value, call)
}

// ownValue says of a name which the step's node itself makes that it is not there yet, or "".
func (sc *scope) ownValue(name string) string {
	n := sc.step.Node
	if !n.Known() {
		return ""
	}
	for i := range n.Template.Fields {
		f := &n.Template.Fields[i]
		v := n.Fields[f.Name]
		made := f.Shape == templates.Object && f.Noun == "values" && len(n.Outputs()) > 0
		if made && v != nil && v.Tree != nil && slices.Contains(v.Tree.Keys, name) {
			return fmt.Sprintf("%q makes it itself: write what it is made of here, and %s.%s behind it", n.Name.Value, n.Name.Value, name)
		}
	}
	return ""
}

// elsewhereBy are the names of the nodes that supply a name, of which none has run on every path to here.
func (sc *scope) elsewhereBy(name expr.Name) []string {
	var names []string
	for _, n := range sc.step.Flow.supply[name.Text] {
		if n != sc.step.Flow.Entry && len(sc.step.Flow.Runs(n)) > 0 {
			names = append(names, n.Name.Value)
		}
	}
	slices.Sort(names)
	return names
}

// PathText writes a path as messages show it: "in -> user -> no".
func PathText(path []*Step) string { return pathText(path, nil) }

// pathText is PathText of a path that a node is on only by its failure: "in -> t -> call (fails) -> ok".
func pathText(path []*Step, failing *Node) string {
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.Node.ID.Value
		if s.Node == failing {
			names[i] += " (fails)"
		}
	}
	return strings.Join(names, " -> ")
}
