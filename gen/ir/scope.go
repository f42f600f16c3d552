package ir

import (
	"cmp"
	"fmt"
	"regexp"
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
	Name  string // of FromEnv and FromRequest: "JWT_SECRET", "headers.x-name"
	Field string // of FromNode and FromEntry: the one field meant, "" for all
	Go    string // the Go name of Field
	// Native is set where Go holds Field as an int.
	Native bool
	List   *expr.Expr // of FromItem
	// Rejected is set on FromNode where the node has refused, and yields nothing else.
	Rejected bool
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
	FromErrors                    // that of one of several regions, whose handlers are the one node
	FromItem                      // an element of a list, in a part of a page that is repeated
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
	case f.refused:
		return unknownField(f, name), 1, nil
	case f.Declared:
	case sc.inferring && len(path) == 1:
		return sc.inferred(name), 1, nil
	case in != nil:
		return sc.entryField(in), 1, nil
	}
	return nil, 0, sc.unknown(path)
}

// node is what a node's name means here: what the output taken of it carries, or what
// all outputs that may have been taken have in common.
func (sc *scope) node(n *Node, path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	s := sc.step
	if n == s.Flow.Entry && !s.decoded() {
		return nil, 0, sc.undecoded([]expr.Name{{Text: n.Name.Value}})
	}
	if n == s.Flow.Entry && s.Flow.refused {
		return unknownField(s.Flow, ""), 1, nil
	}
	if n == s.Flow.Entry {
		if p := sc.undeclared(n, path); p != nil {
			return nil, 0, p
		}
		return &expr.Ref{Key: n.Name.Value, Type: s.Flow.inputType(), Data: Source{Kind: FromEntry, Node: n}}, 1, nil
	}
	if !s.Ran(n) {
		return nil, 0, sc.notRun(n, path[0].Start)
	}
	t, row := s.carried(n)
	if len(path) == 1 && t.Kind == types.Object && len(t.Fields) == 0 {
		return nil, 0, &expr.Problem{Code: "FC204", Message: fmt.Sprintf("%q has nothing that can be read here", n.Name.Value)}
	}
	if rejects, _ := s.rejects(n); rejects && len(path) == 1 && s.taken(n)[0].Spec.ByField {
		out := s.taken(n)[0]
		return nil, 0, &expr.Problem{
			Code: "FC204", Message: fmt.Sprintf("%q has only its fields here, below its output %q", n.Name.Value, out.Name),
			Hint: fmt.Sprintf("write {{%s.%s}}, or read it below another output", n.Name.Value, out.Type.Fields[0].Name),
		}
	}
	ref := &expr.Ref{Key: n.Name.Value, Type: t, Data: sc.step.source(n, "", t)}
	if row {
		ref.Row = n.Name.Value
	}
	return ref, 1, nil
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
		Code: "FC204", Start: name.Start, End: name.End,
		Message: fmt.Sprintf("%q has no field %q", entry.Name.Value, name.Text),
		Hint:    fmt.Sprintf("declare it in the fields of %q, or write {{%s}}, which is inferred", entry.ID.Value, name.Text),
	}
}

// unknownField is a field of a request whose declarations were refused.
func unknownField(f *Flow, name string) *expr.Ref {
	return &expr.Ref{Key: f.Entry.Name.Value + "." + name, Data: Source{Kind: FromEntry, Node: f.Entry, Field: name}}
}

// place is an expression of the document.
type place struct {
	value *schema.Value
	start int // in its text
}

// notRun reports a node that has not run on every path to here, and on which (FC205), where it is first read: one wire
// that is missing, or too many, shows at all that read the node.
func (sc *scope) notRun(n *Node, start int) *expr.Problem {
	here := place{sc.value, start}
	if at, reported := sc.step.Flow.missed[n]; sc.step.Node.Trust == Lost || sc.step.strayed(n) || reported && at != here {
		return &expr.Problem{} // without a code: a wire was left out, and reported
	}
	sc.step.Flow.missed[n] = here
	p := &expr.Problem{Code: "FC205", Message: fmt.Sprintf("%q has not run on every path to %q", n.Name.Value, sc.step.Node.Name.Value)}
	switch {
	case n == sc.step.Node:
		p.Message = fmt.Sprintf("%q refers to itself", n.Name.Value)
	case len(sc.step.Flow.Runs(n)) == 0:
		p.Message += ": the entry point " + fmt.Sprintf("%q does not lead to it", sc.step.Flow.Entry.ID.Value)
	default:
		p.Message += ": not on " + pathText(sc.step.PathWithout(n), n)
	}
	return p
}

// source is what n yields, or one field of it.
func (s *Step) source(n *Node, field string, t types.Type) Source {
	src := Source{Kind: FromNode, Node: n, Field: field}
	if field != "" {
		f, _ := t.Field(field)
		src.Go, src.Native = goField(t, field), f.Native
	}
	src.Rejected, _ = s.rejects(n)
	return src
}

// carried is the type of what n yields, as seen from s, and whether it may be absent. What may
// be a rejection or a result has nothing that can be read: Go holds them in two variables.
func (s *Step) carried(n *Node) (t types.Type, maybe bool) {
	if _, mixed := s.rejects(n); mixed {
		return types.ObjectOf(), false
	}
	var ts []types.Type
	for _, out := range s.taken(n) {
		if out.Spec == nil {
			return types.Type{}, false
		}
		maybe = maybe || out.maybe
		ts = append(ts, out.Type)
	}
	return common(ts), maybe
}

// common is the object of the fields that all of ts have, with equal types. Objects whose
// structs differ in Go become any, the one type that holds them all.
func common(ts []types.Type) types.Type {
	switch {
	case len(ts) == 1:
		return ts[0]
	case len(ts) == 0 || slices.ContainsFunc(ts, func(t types.Type) bool { return t.Kind == types.Unknown }):
		return types.Type{}
	}
	t := types.ObjectOf()
	for _, f := range ts[0].Fields {
		if everywhere, ok := shared(f, ts[1:]); ok {
			f.Type = everywhere
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// shared is the type of a field that all of ts have too, with an equal type.
func shared(f types.Field, ts []types.Type) (types.Type, bool) {
	same := true
	labels := f.Type.AllLabels()
	for _, t := range ts {
		g, ok := t.Field(f.Name)
		if !ok || !f.Type.Equal(g.Type) {
			return types.Type{}, false
		}
		same = same && f.Type.SameGo(g.Type)
		f.Type.Labels |= g.Type.Labels
		labels |= g.Type.AllLabels()
	}
	if !same {
		return types.Type{Kind: types.Any, Nullable: f.Type.Nullable, Labels: labels}, true
	}
	return f.Type, true
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
		Code: "FC207", Message: fmt.Sprintf("ambiguous reference: %s supply %q", strings.Join(nodes, " and "), name.Text),
		Hint: "give one of them a name that can be written in an expression, with data.name, and qualify it",
	}
	if i := slices.IndexFunc(nodes, isName); i >= 0 {
		p.Hint = fmt.Sprintf("qualify it: %s.%s", nodes[i], name.Text)
	}
	return nil, p
}

// reservedNames mean something else in an expression.
var reservedNames = []string{"env", "error", "false", "input", "null", "request", "true"}

// isName reports whether an expression can refer to a node of that name.
func isName(name string) bool {
	return namePattern.MatchString(name) && !slices.Contains(reservedNames, name)
}

var namePattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// inferred is a request field that no one declared.
func (sc *scope) inferred(name string) *expr.Ref {
	entry := sc.step.Flow.Entry
	return &expr.Ref{
		Key:  entry.Name.Value + "." + name,
		Type: types.Type{Labels: types.LabelsOf(types.FromField, name)},
		Data: Source{Kind: FromEntry, Node: entry, Field: name},
		Note: func(u expr.Use) {
			span := sc.value.Within(sc.step.Flow.Workflow.File, u.Start, u.End)
			sc.step.Flow.infer(name, Use{Use: u, Step: sc.step, Span: span})
		},
	}
}

// dashed reports a name that is a part of a node's, which has a "-" in it: to an expression, that is a difference (FC204).
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
		Code: "FC204", Start: start, End: end,
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
		p.Hint = cmp.Or(expr.NameMend(name.Text), diag.DidYouMean(name.Text, append(known, sortedKeys(f.supply)...)))
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
