package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// within says what names mean in a field that asks about what its own node yields: bare ones are fields of that.
type within struct {
	*scope
	carried types.Type
}

// Resolve implements expr.Scope. A field that may be null is an any: what is absent is of another kind, which an
// expression meets when it runs.
func (w *within) Resolve(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	name, node := path[0].Text, w.step.Node
	if name == "env" || name == "request" {
		return w.scope.Resolve(path)
	}
	f, ok := w.carried.Field(name)
	switch {
	case !w.carried.Known():
		return &expr.Ref{Key: node.Name.Value + "." + name, Data: Source{Kind: FromNode, Node: node, Field: name}}, 1, nil
	case !ok:
		return nil, 0, w.stranger(name)
	}
	src := w.step.source(node, name, w.carried)
	f.Type.Labels |= w.carried.Labels
	if f.Type.Nullable {
		f.Type, src.AsAny = f.Type.Loose(), f.Type.Kind != types.Any
	}
	return &expr.Ref{Key: node.Name.Value + "." + name, Type: f.Type, Data: src, Claim: f.Claim}, 1, nil
}

// Proved implements expr.Scope: nothing is, of what the node has only now yielded.
func (w *within) Proved(string) bool { return false }

// stranger reports a name that is none of the fields.
func (w *within) stranger(name string) *expr.Problem {
	var known []string
	for _, f := range w.carried.Fields {
		known = append(known, f.Name)
	}
	slices.Sort(known)
	p := &expr.Problem{
		Code:    diag.FC204,
		Message: fmt.Sprintf("%q is not known of the caller at %q, which provides %s", name, w.step.Node.Name.Value, strings.Join(known, ", ")),
		Hint:    diag.DidYouMean(name, known),
	}
	if p.Hint == "" && slices.Contains(known, "claims") {
		p.Hint = fmt.Sprintf("write claims.%s for a claim of that name; for anything else, ask with a Condition behind it", name)
	}
	return p
}

// carriedBy is the type of what an output of the step's node carries.
func (s *Step) carriedBy(output string) types.Type {
	i := slices.IndexFunc(s.Outs, func(o *Out) bool { return o.Spec != nil && o.Spec.Name == output })
	if i < 0 {
		return types.Type{} // it has no wire, which is reported
	}
	return outputType(s, s.Outs[i], &pass{node: s.Node, step: s, list: &diag.List{}})
}

// Tells are the names that a field of the step's node reads, where it asks about what its own node yields; ok is unset
// where it reads what exists at the step, as fields do.
func (s *Step) Tells(name string) (names []string, ok bool) {
	f := s.within(name)
	if f == nil {
		return nil, false
	}
	for _, carried := range s.carriedBy(f.Within).Fields {
		names = append(names, carried.Name)
	}
	return names, true
}

// within is the field of a name where it asks about what its own node yields, else nil.
func (s *Step) within(name string) *templates.Field {
	if s.Node.Template == nil {
		return nil
	}
	if f := field(s.Node.Template, name); f != nil && f.Within != "" {
		return f
	}
	return nil
}
