package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Functions knows the Go functions that workflows call: gen/gocheck does.
type Functions interface {
	// Function says what a function takes and returns, or why a workflow can't call it (FC208). It may be asked by
	// several goroutines.
	Function(name string) (templates.Function, *diag.Problem)
}

// readFunction looks the function of a Func field up.
func (b *builder) readFunction(n *Node, v *Value) {
	v.Text = v.JSON.Text
	fn, problem := b.functions.Function(v.Text)
	n.function = &fn
	if problem != nil {
		n.report(&b.list, diag.Diagnostic{
			Code: problem.Code, Span: v.JSON.Span, Message: problem.Message, Hint: problem.Hint, Related: problem.Related, Cause: problem.Cause,
		})
	}
}

// misses reports whether the node's function is none that it can call. It may have been anything: assume the best, as
// that was reported.
func (n *Node) misses() bool { return n.function != nil && !n.function.Known }

// Verifies reports whether the node tells who sent the request of a Webhook, by its signature.
func (n *Node) Verifies() bool { return n.function != nil && n.function.Verifies }

// Function returns the Go function that the node calls; it is not Known where there is none.
func (n *Node) Function() templates.Function {
	if n.function == nil {
		return templates.Function{}
	}
	return *n.function
}

// Verifier returns the step that verifies who sent the request, before the payload is looked at; nil where none does.
// It comes right after the entry point, and nothing comes beside it.
func (f *Flow) Verifier() *Step {
	entry := f.Steps[0]
	if !entry.Node.Route().Hook || len(entry.Node.Wires) != 1 || len(entry.Outs) != 1 {
		return nil
	}
	if next := entry.Outs[0].Next; next != nil && next.Node.Verifies() {
		return next
	}
	return nil
}

// decoded reports whether the payload is there for s to read: it is decoded after the sender was verified.
func (s *Step) decoded() bool {
	return s.accepted() && s.behindVerifier(func(out *Out) bool { return out.Spec == nil || !out.Spec.Undecoded })
}

// accepted reports whether the request that leads to s is one that the entry point did not refuse.
func (s *Step) accepted() bool {
	return s.Node == s.Flow.Entry || !slices.ContainsFunc(s.taken(s.Flow.Entry), (*Out).refuses)
}

// verified reports whether the sender of what s reads is known, whether or not his payload is decoded.
func (s *Step) verified() bool {
	return s.behindVerifier(func(out *Out) bool { return !out.refuses() })
}

// behindVerifier reports whether each output of the verifier, if there is one, that may lead to s is so.
func (s *Step) behindVerifier(is func(*Out) bool) bool {
	v := s.Flow.Verifier()
	if v == nil || s.Node.Trust == Lost || s.Node == s.Flow.Entry {
		return true
	}
	outs := s.taken(v.Node)
	return len(outs) > 0 && !slices.ContainsFunc(outs, func(out *Out) bool { return !is(out) })
}

// beforeDecoding resolves a bare name where the payload is not decoded yet.
func (sc *scope) beforeDecoding(path []expr.Name) (*expr.Ref, int, *diag.Problem) {
	if ref, problem := sc.supplied(path[0]); ref != nil || problem != nil {
		return ref, 1, problem
	}
	return nil, 0, sc.undecoded(path)
}

// undecoded reports that a step reads the payload before it is decoded (FC205), where it is first read: one wire leads
// elsewhere.
func (sc *scope) undecoded(path []expr.Name) *expr.Problem {
	names := make([]string, len(path))
	for i, name := range path {
		names[i] = name.Text
	}
	if !sc.step.accepted() {
		return sc.refused(path, strings.Join(names, "."))
	}
	verifier := sc.step.Flow.Verifier()
	if sc.step != verifier && sc.toldBefore(cause{kind: undecoded}, path[0].Start) {
		return &expr.Problem{} // the wire was reported
	}
	p := &expr.Problem{
		Code: diag.FC205, Start: path[0].Start, End: path[len(path)-1].End,
		Message: fmt.Sprintf("%q reads the payload, which is decoded only after %q has verified its sender",
			strings.Join(names, "."), verifier.Node.ID.Value),
	}
	p.Hint = fmt.Sprintf("read it where %q goes on because the sender is known", verifier.Node.ID.Value)
	switch {
	case sc.step == verifier:
		p.Hint = "remove it: the function reads the raw body from its *runtime.WebhookRequest"
	case sc.step.verified():
		p.Message = fmt.Sprintf("%q reads the payload, which is not decoded where %q does not go on", strings.Join(names, "."), verifier.Node.ID.Value)
		p.Hint = "read it from request.body, whose form nobody has checked"
	}
	return p
}

// refused reports that a step reads a request that the entry point may have refused (FC204).
func (sc *scope) refused(path []expr.Name, name string) *expr.Problem {
	entry := sc.step.Flow.Entry
	return &expr.Problem{
		Code: diag.FC204, Start: path[0].Start, End: path[len(path)-1].End,
		Message: fmt.Sprintf("%q is of the request, and output %q of %q leads to %q too, with one that was refused", name, invalidOutput, entry.ID.Value, sc.step.Node.ID.Value),
		Hint:    fmt.Sprintf("read it where only output \"out\" of %q leads; below %q there are status and errors", entry.ID.Value, invalidOutput),
	}
}

// refuses reports whether an output carries why the node refused, and not what that yields.
func (o *Out) refuses() bool { return o.Spec != nil && o.Spec.Refuses != "" }

// Role says whether an output begins the region of its node, handles a failure in it, or follows it.
func (o *Out) Role() templates.Role {
	if o.Spec == nil {
		return templates.Plain
	}
	return o.Spec.Role
}

// Refuses is the Go name of the variable that says why the node refuses: "rejection"; "" where no output carries that.
func (n *Node) Refuses() string {
	for _, o := range n.Outputs() {
		if o.Refuses != "" {
			return o.Refuses
		}
	}
	return ""
}

// Refuses reports whether what the wire into o.Next brings is why a node has refused.
func (o *Out) Refuses() bool {
	sent := o.sent()
	return sent != nil && sent.refuses()
}

// rejects reports whether what n yields, as seen from s, is why it has refused; mixed is set where it may be either.
func (s *Step) rejects(n *Node) (rejects, mixed bool) {
	if n.Template == nil || !slices.ContainsFunc(n.Template.Outputs, func(o templates.Output) bool { return o.Refuses != "" }) {
		return false, false
	}
	outs := s.taken(n)
	rejects = len(outs) > 0 && outs[0].refuses()
	return rejects, slices.ContainsFunc(outs, func(o *Out) bool { return o.refuses() != rejects })
}
