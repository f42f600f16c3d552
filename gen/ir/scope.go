package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Source says where the value of a reference comes from.
type Source struct {
	Kind  SourceKind
	Node  *Node  // of FromNode and FromInput
	Name  string // of FromEnv and FromRequest: "JWT_SECRET", "headers.x-name"
	Field string // of FromNode and FromEntry: the one field meant, "" for all
	Go    string // the Go name of Field
}

// SourceKind is a kind of Source.
type SourceKind uint8

// The kinds.
const (
	FromNode    SourceKind = iota // what a node's output carries
	FromEntry                     // the request's fields
	FromEnv                       // an environment variable
	FromRequest                   // a part of the request
	FromInput                     // what arrived at a join
	FromError                     // the failure that a region's handler was given
)

// scope says what names mean at one step.
type scope struct {
	step      *Step
	value     *schema.Value // the string that is being checked
	inferring bool
}

// Proved implements expr.Scope.
func (sc *scope) Proved(key string) bool { return sc.step.Proved(key) }

// Resolve implements expr.Scope: the first of five meanings that matches (workflow.md,
// Expressions).
func (sc *scope) Resolve(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	name := path[0].Text
	switch name {
	case "env":
		return sc.env(path)
	case "request":
		return sc.request(path)
	case "input":
		return sc.input(path)
	case "error":
		return sc.failure()
	}
	f := sc.step.Flow
	if n := f.Workflow.names[name]; n != nil {
		return sc.node(n)
	}
	in := f.inputs[name]
	if in != nil && in.Uses == nil {
		return sc.entryField(in), 1, nil
	}
	if ref, problem := sc.supplied(path[0]); ref != nil || problem != nil {
		return ref, 1, problem
	}
	switch {
	case f.Declared:
	case sc.inferring && len(path) == 1:
		return sc.inferred(name), 1, nil
	case in != nil:
		return sc.entryField(in), 1, nil
	}
	return nil, 0, sc.unknown(path)
}

func (sc *scope) env(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if len(path) < 2 {
		return nil, 0, &expr.Problem{Code: "FC204", Message: "\"env\" is no value", Hint: "name a variable: env.NAME"}
	}
	t := types.Of(types.String)
	if !strings.HasPrefix(path[1].Text, "PUBLIC_") {
		t.Labels = types.Secret
	}
	return &expr.Ref{Key: "env." + path[1].Text, Type: t, Data: Source{Kind: FromEnv, Name: path[1].Text}}, 2, nil
}

// failureType is what a failure says.
var failureType = types.ObjectOf(
	types.F("message", types.Of(types.String)),
	types.F("node", types.Of(types.String)),
	types.F("status", types.Of(types.Int)),
)

// failure is the failure that led here: below catch and failed only.
func (sc *scope) failure() (*expr.Ref, int, *expr.Problem) {
	for d := sc.step; d != nil; d = d.idom {
		for _, in := range d.In {
			if in.Spec != nil && in.Spec.Role == templates.Handler {
				return &expr.Ref{Key: "error", Type: failureType, Data: Source{Kind: FromError, Node: in.Step.Node}}, 1, nil
			}
		}
	}
	return nil, 0, &expr.Problem{Code: "FC204", Message: "\"error\" exists below catch and failed only"}
}

// requestParts are the parts of the request that are always there.
var requestParts = []string{"cookies", "headers", "id", "ip", "method", "path", "query"}

func (sc *scope) request(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if len(path) < 2 {
		return nil, 0, &expr.Problem{Code: "FC204", Message: "\"request\" is no value", Hint: "name a part of it: request." + strings.Join(requestParts, ", request.")}
	}
	if !slices.Contains(requestParts, path[1].Text) {
		return nil, 0, &expr.Problem{
			Code: "FC204", Start: path[1].Start, End: path[1].End,
			Message: fmt.Sprintf("\"request\" has no field %q, it has %s", path[1].Text, strings.Join(requestParts, ", ")),
			Hint:    didYouMean(path[1].Text, requestParts),
		}
	}
	part := path[1].Text
	t := types.Of(types.String).With(types.Caller)
	switch part {
	case "cookies", "headers", "query":
		if len(path) < 3 {
			return nil, 0, &expr.Problem{
				Code: "FC204", Message: fmt.Sprintf("request.%s is read by a literal name", part),
				Hint: fmt.Sprintf("write request.%s[\"name\"]", part),
			}
		}
		name := path[2].Text
		if part == "cookies" || strings.EqualFold(name, "Authorization") {
			t = t.With(types.Token)
		}
		full := part + "." + name
		return &expr.Ref{Key: "request." + full, Type: t.OrNull(), Data: Source{Kind: FromRequest, Name: full}}, 3, nil
	}
	return &expr.Ref{Key: "request." + part, Type: t, Data: Source{Kind: FromRequest, Name: part}}, 2, nil
}

// node is what a node's name means here: what the output taken of it carries, or what
// all outputs that may have been taken have in common.
func (sc *scope) node(n *Node) (*expr.Ref, int, *expr.Problem) {
	s := sc.step
	if n == s.Flow.Entry {
		return &expr.Ref{Key: n.Name.Value, Type: s.Flow.inputType(), Data: Source{Kind: FromEntry, Node: n}}, 1, nil
	}
	if !s.Ran(n) {
		return nil, 0, sc.notRun(n)
	}
	t, row := s.carried(n)
	ref := &expr.Ref{Key: n.Name.Value, Type: t, Data: Source{Kind: FromNode, Node: n}}
	if row {
		ref.Row = n.Name.Value
	}
	return ref, 1, nil
}

// notRun reports a node that has not run on every path to here, and on which (FC205).
func (sc *scope) notRun(n *Node) *expr.Problem {
	if sc.step.Node.Tainted {
		return &expr.Problem{} // without a code: a wire was left out, and reported
	}
	p := &expr.Problem{Code: "FC205", Message: fmt.Sprintf("%q has not run on every path to %q", n.Name.Value, sc.step.Node.Name.Value)}
	switch {
	case n == sc.step.Node:
		p.Message = fmt.Sprintf("%q refers to itself", n.Name.Value)
	case len(sc.step.Flow.byNode[n]) == 0:
		p.Message += ": the entry point " + fmt.Sprintf("%q does not lead to it", sc.step.Flow.Entry.ID.Value)
	default:
		p.Message += ": not on " + PathText(sc.step.PathWithout(n))
	}
	return p
}

// carried is the type of what n yields, as seen from s, and whether it may be absent.
func (s *Step) carried(n *Node) (t types.Type, maybe bool) {
	for i, out := range s.taken(n) {
		if out.Spec == nil {
			return types.Type{}, false
		}
		maybe = maybe || out.maybe
		if i == 0 {
			t = out.Type
			continue
		}
		t = common(t, out.Type)
	}
	return t, maybe
}

// common is the object of the fields that a and b both have, with equal types.
func common(a, b types.Type) types.Type {
	if a.Kind == types.Unknown || b.Kind == types.Unknown {
		return types.Type{}
	}
	t := types.ObjectOf()
	for _, f := range a.Fields {
		if g, ok := b.Field(f.Name); ok && f.Type.Equal(g.Type) {
			f.Type.Labels |= g.Type.Labels
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// input is what arrived at this node.
func (sc *scope) input(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	wires := sc.step.Arrivals()
	if len(wires) == 0 {
		return nil, 0, &expr.Problem{Code: "FC204", Message: "nothing arrives at an entry point"}
	}
	t := sc.step.ArrivedType()
	ref := &expr.Ref{Key: "input", Type: t, Data: Source{Kind: FromInput, Node: sc.step.Node}}
	if len(wires) > 1 && len(path) > 1 && t.Kind == types.Object {
		return sc.arrivedField(t, path[1])
	}
	if len(wires) == 1 {
		from := wires[0].Wire.From
		ref.Data = Source{Kind: FromNode, Node: from}
		if from == sc.step.Flow.Entry {
			ref.Data = Source{Kind: FromEntry, Node: from}
		}
		if ref.Key = from.Name.Value; wires[0].maybeArriving() {
			ref.Row = from.Name.Value
		}
	}
	return ref, 1, nil
}

// arrivedField is a field that all wires into a join bring.
func (sc *scope) arrivedField(t types.Type, name expr.Name) (*expr.Ref, int, *expr.Problem) {
	f, ok := t.Field(name.Text)
	if !ok {
		return nil, 0, sc.notCommon(t, name)
	}
	return &expr.Ref{
		Key: "input." + f.Name, Type: f.Type,
		Data: Source{Kind: FromInput, Node: sc.step.Node, Field: f.Name},
	}, 2, nil
}

// notCommon says why a join has no such field: a wire does not bring it (FC204), or they
// bring it with different types (FC206).
func (sc *scope) notCommon(t types.Type, name expr.Name) *expr.Problem {
	p := &expr.Problem{
		Code: "FC204", Start: name.Start, End: name.End,
		Message: fmt.Sprintf("not every wire into %q brings a field %q", sc.step.Node.Name.Value, name.Text),
	}
	var kinds []string
	for _, in := range sc.step.Arrivals() {
		f, ok := in.arriving().Field(name.Text)
		if !ok {
			var known []string
			for _, f := range t.Fields {
				known = append(known, f.Name)
			}
			p.Hint = oneOf(name.Text, sorted(known))
			return p
		}
		kinds = append(kinds, f.Type.String())
	}
	slices.Sort(kinds)
	p.Code = "FC206"
	p.Message = fmt.Sprintf("the wires into %q bring %q as %s", sc.step.Node.Name.Value, name.Text, strings.Join(slices.Compact(kinds), " and as "))
	p.Hint = "make it one type before they meet"
	return p
}

// ArrivedType is what all wires into a step bring.
func (s *Step) ArrivedType() types.Type {
	var t types.Type
	for i, in := range s.Arrivals() {
		if i == 0 {
			t = in.arriving()
			continue
		}
		t = common(t, in.arriving())
	}
	return t
}

// Sender is the node that the wire into o.Next leaves, and the type of what it brings.
func (o *Out) Sender() (*Node, types.Type) { return o.Wire.From, o.arriving() }

// Arrivals returns one way to s for each wire by which it is reached.
func (s *Step) Arrivals() []*Out {
	var outs []*Out
	for _, in := range s.In {
		if !slices.ContainsFunc(outs, func(o *Out) bool { return o.Wire.From == in.Wire.From && o.Wire.Output == in.Wire.Output }) {
			outs = append(outs, in)
		}
	}
	return outs
}

// arriving is the type of what comes by the wire that o follows.
func (o *Out) arriving() types.Type {
	if o.Wire.From == o.Step.Flow.Entry {
		return o.Step.Flow.inputType()
	}
	if sent := o.sent(); sent != nil {
		return sent.Type
	}
	return types.Type{}
}

func (o *Out) maybeArriving() bool {
	sent := o.sent()
	return sent != nil && sent.maybe
}

// sent is the output that the wire leaves; after a branch of a sequence, that is not o.
func (o *Out) sent() *Out {
	for _, s := range o.Step.Flow.byNode[o.Wire.From] {
		for _, out := range s.Outs {
			if out.Name == o.Wire.Output {
				return out
			}
		}
	}
	return nil
}

func (sc *scope) entryField(in *Input) *expr.Ref {
	entry, request := sc.step.Flow.Entry, sc.step.Flow.inputType()
	field, _ := request.Field(in.Name) // with the Go names of the objects in it
	return &expr.Ref{
		Key: entry.Name.Value + "." + in.Name, Type: field.Type,
		Data: Source{Kind: FromEntry, Node: entry, Field: in.Name, Go: goField(request, in.Name)},
	}
}

// supplied is the field of the one node before this one that supplies it (FC207).
func (sc *scope) supplied(name expr.Name) (*expr.Ref, *expr.Problem) {
	var refs []*expr.Ref
	var nodes []string
	for _, n := range sc.step.Flow.supply[name.Text] {
		if n == sc.step.Flow.Entry || !sc.step.Ran(n) {
			continue
		}
		t, maybe := sc.step.carried(n)
		f, ok := t.Field(name.Text)
		if !ok {
			continue
		}
		f.Type.Labels |= t.Labels
		ref := &expr.Ref{
			Key: n.Name.Value + "." + name.Text, Type: f.Type,
			Data: Source{Kind: FromNode, Node: n, Field: name.Text, Go: goField(t, name.Text)},
		}
		if maybe {
			ref.Row = n.Name.Value
		}
		refs = append(refs, ref)
		nodes = append(nodes, n.Name.Value)
	}
	if len(refs) <= 1 {
		return slices.Concat(refs, []*expr.Ref{nil})[0], nil
	}
	slices.Sort(nodes)
	return nil, &expr.Problem{
		Code: "FC207", Message: fmt.Sprintf("ambiguous reference: %s supply %q", strings.Join(nodes, " and "), name.Text),
		Hint: fmt.Sprintf("qualify it: %s.%s", nodes[0], name.Text),
	}
}

// inferred is a request field that no one declared.
func (sc *scope) inferred(name string) *expr.Ref {
	entry := sc.step.Flow.Entry
	return &expr.Ref{
		Key:  entry.Name.Value + "." + name,
		Type: types.Type{Labels: types.RequestLabel(name)},
		Data: Source{Kind: FromEntry, Node: entry, Field: name},
		Note: func(u expr.Use) {
			span := sc.value.Within(sc.step.Flow.Workflow.File, u.Start, u.End)
			sc.step.Flow.infer(name, Use{Use: u, Step: sc.step, Span: span})
		},
	}
}

// unknown reports a name that means nothing here (FC204).
func (sc *scope) unknown(path []expr.Name) *expr.Problem {
	name, f := path[0], sc.step.Flow
	p := &expr.Problem{
		Code: "FC204", Start: name.Start, End: name.End, Message: fmt.Sprintf("%q does not exist", name.Text),
	}
	switch _, arrives := sc.step.ArrivedType().Field(name.Text); {
	case arrives:
		p.Hint = fmt.Sprintf("write input.%s: every wire into %q brings it", name.Text, sc.step.Node.Name.Value)
	case len(f.supply[name.Text]) > 0:
		p.Message += fmt.Sprintf(" here: %q supplies it, and has not run on every path to here", f.supply[name.Text][0].Name.Value)
	default:
		known := append(sortedKeys(f.inputs), sortedKeys(f.Workflow.names)...)
		p.Hint = didYouMean(name.Text, append(known, sortedKeys(f.supply)...))
	}
	if p.Hint == "" && !f.Declared && len(path) > 1 && len(f.supply[name.Text]) == 0 {
		p.Hint = fmt.Sprintf("declare it in the fields of %q, with its type: only a name that stands alone is inferred", f.Entry.ID.Value)
	}
	return p
}

// goField is the Go name of an object's field.
func goField(t types.Type, name string) string {
	for i, goName := range types.GoFields(t) {
		if t.Fields[i].Name == name {
			return goName
		}
	}
	return types.GoName(name)
}

// inputType is the request as an object.
func (f *Flow) inputType() types.Type {
	t := types.ObjectOf()
	for _, in := range f.Inputs {
		t.Fields = append(t.Fields, types.F(in.Name, in.Type))
	}
	if len(t.Fields) > 0 {
		t = t.Named(f.Prefix() + "In")
	}
	return t
}

// PathText writes a path as messages show it: "in -> user -> no".
func PathText(path []*Step) string {
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.Node.ID.Value
	}
	return strings.Join(names, " -> ")
}
