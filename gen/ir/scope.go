package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Source says where the value of a reference comes from.
type Source struct {
	Kind  SourceKind
	Node  *Node  // of FromNode and FromInput
	Name  string // of FromEnv and FromRequest: "JWT_SECRET", "headers.x-name"; of a failure the one field meant, "" for all
	Field string // of FromNode and FromEntry: the one field meant, "" for all
	Go    string // the Go name of Field
	// Native is set where Go holds Field as an int.
	Native bool
	List   *expr.Expr // of FromItem
	// AsAny is set where Go holds Field as a pointer, and an any is meant.
	AsAny bool
	// Rejected is set on FromNode where the node has refused, and yields nothing else.
	Rejected bool
}

// SourceKind is a kind of Source.
type SourceKind uint8

// The kinds.
const (
	FromNode    SourceKind = iota // what a node's output carries
	FromEntry                     // the request's fields
	FromSent                      // whether the request has one of them
	FromEnv                       // an environment variable
	FromRequest                   // a part of the request
	FromInput                     // what arrived at a join
	FromError                     // the failure that a region's handler was given
	FromErrors                    // that of one of several regions, whose handlers are the one node
	FromItem                      // an element of a list, in a part of a page that is repeated
	FromEach                      // the item that a region is run for
	FromIndex                     // and its place in the list
)

// scope says what names mean at one step.
type scope struct {
	step   *Step
	value  *schema.Value // the string that is being checked
	fields []string      // of the entry point, that were met
	hidden [][]expr.Name // references to nodes that hide a field of the request, as they were met
}

// Proved implements expr.Scope.
func (sc *scope) Proved(key string) bool { return sc.step.Proved(key) }

// Resolve implements expr.Scope: the first of five meanings that matches (workflow.md,
// Expressions).
func (sc *scope) Resolve(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	name := path[0].Text
	if ref := sc.step.repeated(name); ref != nil {
		return ref, 1, nil
	}
	switch name {
	case "env":
		return sc.env(path)
	case "request":
		return sc.request(path)
	case "input":
		return sc.input(path)
	case "error":
		return sc.failure(path)
	}
	f := sc.step.Flow
	if n := f.Workflow.names[name]; n != nil {
		sc.hide(n, path)
		return sc.node(n, path)
	}
	in := f.inputs[name]
	if (in != nil || !f.Declared && len(path) == 1) && !sc.step.decoded() {
		return sc.beforeDecoding(path)
	}
	if in != nil && in.Uses == nil {
		return sc.entryField(in), 1, nil
	}
	if ref, problem := sc.supplied(path[0]); ref != nil || problem != nil {
		return ref, 1, problem
	}
	if p := sc.dashed(path[0]); p != nil {
		return nil, 0, p
	}
	switch {
	case f.refused(), f.unplaced && len(path) == 1:
		return sc.unknownField(name), 1, nil
	case f.Declared:
	case f.inferring && len(path) == 1 && !expr.IsCall(name) && !expr.IsPart(name) && !expr.IsConstant(name) && !sc.step.defaultItem(name):
		return sc.inferred(name), 1, nil
	case in != nil:
		return sc.entryField(in), 1, nil
	}
	return nil, 0, sc.unknown(path)
}

// node resolves a node's name: to the value that the output taken of it carries, or what
// all outputs that may have been taken have in common.
func (sc *scope) node(n *Node, path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	s := sc.step
	if rejects, mixed := s.rejects(n); n == s.Flow.Entry && rejects && !mixed {
		t, _ := s.carried(n)
		return &expr.Ref{Key: n.Name.Value, Type: t, Data: s.source(n, "", t)}, 1, nil
	}
	if n == s.Flow.Entry && !s.decoded() {
		return nil, 0, sc.undecoded([]expr.Name{{Text: n.Name.Value}})
	}
	if n == s.Flow.Entry && s.Flow.Guesses() {
		return sc.unknownField(""), 1, nil
	}
	if n == s.Flow.Entry {
		if p := sc.undeclared(n, path); p != nil {
			return nil, 0, p
		}
		return &expr.Ref{Key: n.Name.Value, Type: s.Flow.inputType(), Data: Source{Kind: FromEntry, Node: n}, Sent: sc.sent("")}, 1, nil
	}
	if !s.Ran(n) {
		return nil, 0, sc.notRun(n, path[0].Start)
	}
	t, row := s.carried(n)
	if len(path) > 1 {
		if p := cmp.Or(sc.elsewhere(n, t, path[1]), sc.lacking(n, t, path[1]), sc.through(n, t, path)); p != nil {
			return nil, 0, p
		}
	}
	if len(path) == 1 && t.Kind == types.Object && len(t.Fields) == 0 {
		if len(s.taken(n)) > 1 && sc.toldBefore(cause{kind: otherField, node: n}, path[0].Start) {
			return nil, 0, &expr.Problem{} // the wire was reported
		}
		return nil, 0, &expr.Problem{Code: diag.FC204, Message: fmt.Sprintf("%q has nothing that can be read here", n.Name.Value)}
	}
	if rejects, _ := s.rejects(n); rejects && len(path) == 1 && s.taken(n)[0].Spec.ByField {
		if sc.toldBefore(cause{kind: otherField, node: n}, path[0].Start) {
			return nil, 0, &expr.Problem{} // the wire was reported
		}
		out := s.taken(n)[0]
		return nil, 0, &expr.Problem{
			Code: diag.FC204, Message: fmt.Sprintf("%q has only its fields here, below its output %q", n.Name.Value, out.Name),
			Hint: fmt.Sprintf("write {{%s.%s}}, or read it below another output", n.Name.Value, out.Type.Fields[0].Name),
		}
	}
	ref := &expr.Ref{Key: n.Name.Value, Type: t, Data: sc.step.source(n, "", t)}
	if row {
		ref.Row = n.Name.Value
	}
	return ref, 1, nil
}

// Carried returns what a node of that name holds at the step; Unknown where there is none, or where it may not have
// run.
func (s *Step) Carried(name string) types.Type {
	n := s.Flow.Workflow.names[name]
	switch {
	case n == nil, n == s.Flow.Entry && s.accepted() && !s.decoded(), n != s.Flow.Entry && !s.Ran(n):
		return types.Type{}
	case n == s.Flow.Entry && s.accepted():
		return s.Flow.inputType()
	}
	t, _ := s.carried(n)
	return t
}

// undeclared reports a field of an entry point that declares none, where no bare name
// has made it one.
func (sc *scope) undeclared(entry *Node, path []expr.Name) *expr.Problem {
	f := sc.step.Flow
	if len(path) < 2 || f.Declared || f.inputs[path[1].Text] != nil {
		return nil
	}
	name := path[1]
	return &expr.Problem{
		Code: diag.FC204, Start: name.Start, End: name.End,
		Message: fmt.Sprintf("%q has no field %q", entry.Name.Value, name.Text),
		Hint:    fmt.Sprintf("declare it in the fields of %q, or write {{%s}}, which is inferred", entry.ID.Value, name.Text),
	}
}

func (sc *scope) entryField(in *Input) *expr.Ref {
	sc.fields = append(sc.fields, in.Name)
	entry, request := sc.step.Flow.Entry, sc.step.Flow.inputType()
	field, _ := request.Field(in.Name) // with the Go names of the objects in it
	return &expr.Ref{
		Key: entry.Name.Value + "." + in.Name, Type: field.Type,
		Data: Source{Kind: FromEntry, Node: entry, Field: in.Name, Go: goField(request, in.Name)}, From: field.Sent, Claim: field.Claim,
		Sent: sc.sent(in.Name),
	}
}

// supplied is the field of the one node before this one that supplies it (FC207).
func (sc *scope) supplied(name expr.Name) (*expr.Ref, *expr.Problem) {
	var refs []*expr.Ref
	var nodes []string
	for _, n := range sc.step.Flow.supply[name.Text] {
		if n == sc.step.Flow.Entry && sc.step.accepted() || !sc.step.Ran(n) {
			continue
		}
		t, maybe := sc.step.carried(n)
		f, ok := t.Field(name.Text)
		if !ok {
			continue
		}
		f.Type.Labels |= t.Labels
		ref := &expr.Ref{
			Key: n.Name.Value + "." + name.Text, Type: f.Type, From: f.Sent, Claim: f.Claim,
			Data: sc.step.source(n, name.Text, t),
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
	p := &expr.Problem{
		Code: diag.FC207, Message: fmt.Sprintf("ambiguous reference: %s supply %q", strings.Join(nodes, " and "), name.Text),
		Hint: "give one of them a name that can be written in an expression, with data.name, and qualify it",
	}
	if i := slices.IndexFunc(nodes, isName); i >= 0 {
		p.Hint = fmt.Sprintf("qualify it: %s.%s", nodes[i], name.Text)
	}
	if len(sc.step.In) > 1 {
		p.Hint += "; or name alike fields apart before the wires meet"
	}
	return nil, p
}

// reservedNames mean something else in an expression.
var reservedNames = []string{"env", "error", "false", "input", "null", "request", "true"}

// isName reports whether an expression can refer to a node of that name.
func isName(name string) bool {
	return types.IsName(name) && !slices.Contains(reservedNames, name)
}

// inferred is a request field that no one declared.
func (sc *scope) inferred(name string) *expr.Ref {
	entry := sc.step.Flow.Entry
	return &expr.Ref{
		Key:  entry.Name.Value + "." + name,
		Type: types.Type{Labels: types.LabelsOf(types.FromField, name)},
		Data: Source{Kind: FromEntry, Node: entry, Field: name},
		Sent: sc.sent(name),
		Note: func(u expr.Use) {
			span := sc.value.Within(sc.step.Flow.Workflow.File, u.Start, u.End)
			sc.step.Flow.used(name, Use{Use: u, Step: sc.step, Span: span})
		},
	}
}

// inputType is the request as an object.
func (f *Flow) inputType() types.Type {
	if f.object != nil {
		return *f.object
	}
	t := types.ObjectOf()
	t.Fields = slices.Grow(t.Fields, len(f.Inputs))
	for _, in := range f.Inputs {
		made := f.given.made(in.Name)
		t.Fields = append(t.Fields, types.Field{Name: in.Name, Type: in.Type, Sent: made.Sent, Claim: made.Claim})
	}
	if len(t.Fields) > 0 {
		t = t.Named(f.inputName())
	}
	return t
}

// inputName is the Go name of the request's struct. An entry point of several is often called in itself.
func (f *Flow) inputName() string {
	if name := f.Prefix(); name != f.Workflow.GoName && strings.HasSuffix(name, "In") {
		return name
	}
	return f.Prefix() + "In"
}
