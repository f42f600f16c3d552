package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// proofOf is a part of the request that a caller proves itself with.
type proofOf struct {
	entry *Node  // nil for a part of every request
	name  string // of the field; of the part, "headers.x-token"
	path  memberPath
}

// memberPath is the names of members, one inside of the other, each ended by pathEnd; "" is all.
type memberPath string

const pathEnd = "\x00"

// memberOf returns the path of some names: of as many as an any keeps apart.
func memberOf(names []string) memberPath {
	var path memberPath
	for _, name := range names[:min(len(names), types.MaxMembers)] {
		path += memberPath(name) + pathEnd
	}
	return path
}

// names lists the names of p.
func (p memberPath) names() []string {
	names := strings.Split(string(p), pathEnd)
	return names[:len(names)-1]
}

// learnProofs notes what goes into a field that takes a token (jwtToken) or a password (hashInput), and reports whether
// labels have changed by that: a cookie, or the header Authorization, is known for a token by its name.
func (w *Workflow) learnProofs() bool {
	news := false
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for _, field := range s.Checked() {
				if field.Token {
					news = f.learn(s.proofs(s.Value[field.Name]), types.Token) || news
				}
				if field.Password {
					news = f.learn(s.passwords(s.Value[field.Name]), types.Password) || news
				}
			}
		}
	}
	return news
}

// learn notes proofs of one label, and reports whether what is read there was without it before.
func (f *Flow) learn(proofs []proofOf, label types.Label) bool {
	w, news := f.Workflow, false
	for _, p := range proofs {
		if w.proofs[p].Has(label) || p.path == "" && f.provenLabels(p).Has(label) {
			continue
		}
		if w.proofs == nil {
			w.proofs = map[proofOf]types.Label{}
		}
		w.proofs[p] |= label
		news = true
	}
	return news
}

// passwords are the fields of the body that a value comes from, where it is taken for a password: one that is a token
// by its name is that, and what stands in a link is a code that was sent in one.
func (s *Step) passwords(t *Typed) []proofOf {
	return slices.DeleteFunc(s.proofs(t), func(p proofOf) bool {
		in := s.Flow.inputs[p.name]
		names := append([]string{p.name}, p.path.names()...)
		isToken := types.LabelsOf(types.FromField, names[len(names)-1]).Has(types.Token)
		return isToken || p.entry == nil || in == nil || in.In != "body"
	})
}

// provenLabels are the labels of what a caller proves itself with.
func (f *Flow) provenLabels(p proofOf) types.Label {
	if p.entry == nil {
		part, name, _ := strings.Cut(p.name, ".")
		return f.requestLabels(part, name)
	}
	in := f.inputs[p.name]
	switch {
	case in == nil:
		return 0
	case len(in.Type.Fields) > 0:
		return in.Type.AllLabels() // of its members, too: the object is used as a whole
	}
	return f.fieldLabels(in.Name, in.In, in.Sensitive)
}

// proofs are the parts of the request that a value comes from, where it is taken for what a caller proves itself with.
func (s *Step) proofs(t *Typed) []proofOf {
	if t.Expr == nil {
		return nil
	}
	f := s.Flow
	var list []proofOf
	for _, src := range s.Origins(t.Expr) {
		switch {
		case src.Kind == FromEntry && src.Field != "":
			list = append(list, proofOf{src.Node, src.Field, memberOf(src.Path)})
			if in := f.inputs[src.Field]; in != nil && placeProof(in.In, in.Name) != (proofOf{}) {
				list = append(list, placeProof(in.In, in.Name))
			}
		case src.Kind == FromRequest && src.Name == "body" && len(src.Path) > 0 && !f.Called():
			list = append(list, proofOf{f.Entry, src.Path[0], memberOf(src.Path[1:])})
		case src.Kind == FromRequest && strings.Contains(src.Name, "."):
			list = append(list, partProof(src.Name))
		}
	}
	return list
}

// partProof is a named part of the request; the names of headers are one in any case.
func partProof(name string) proofOf {
	if strings.HasPrefix(name, "headers.") {
		name = strings.ToLower(name)
	}
	return proofOf{name: name}
}

// placeProof is the part of the request that a declared field is; of a field of the body or the path, none.
func placeProof(in, name string) proofOf {
	part := map[string]string{"header": "headers.", "cookie": "cookies.", "query": "query."}[in]
	if part == "" {
		return proofOf{}
	}
	return partProof(part + name)
}

// fieldLabels are the labels of a declared or inferred field of the request, by its name and its place.
func (f *Flow) fieldLabels(name, in string, sensitive bool) types.Label {
	labels := types.LabelsOf(types.FromField, name)
	if sensitive {
		labels |= types.LabelsOf(types.FromSensitive, name)
	}
	if in == "cookie" {
		labels |= types.LabelsOf(types.FromCookie, name)
	}
	proven := f.Workflow.proofs[proofOf{entry: f.Entry, name: name}] | f.Workflow.proofs[placeProof(in, name)]
	if in == "header" && f.Workflow.provesIn(name) || proven.Has(types.Token) {
		labels |= types.LabelsOf(types.FromCredential, name)
	}
	if in == "header" && f.Workflow.passwordIn(name) {
		labels |= types.Password
	}
	return labels | proven&types.Password
}

// provenMembers returns the type of a field of the request with the labels of those of its members that callers prove
// themselves with.
func (f *Flow) provenMembers(name string, t types.Type) types.Type {
	for p, labels := range f.Workflow.proofs {
		if p.entry == f.Entry && p.name == name && p.path != "" {
			t = t.WithMember(p.path.names(), labels)
		}
	}
	return t
}

// requestLabels are the labels of request.cookies, request.headers or request.query, read by a name.
func (f *Flow) requestLabels(part, name string) types.Label {
	labels := types.LabelsOf(types.FromField, name)
	if part == "cookies" {
		labels |= types.LabelsOf(types.FromCookie, name)
	}
	if part == "headers" && f.Workflow.provesIn(name) || f.Workflow.proofs[partProof(part+"."+name)].Has(types.Token) {
		labels |= types.LabelsOf(types.FromCredential, name)
	}
	if part == "headers" && f.Workflow.passwordIn(name) {
		labels |= types.Password
	}
	return labels
}

// bodyType is the type of the request's body as a whole: an any with the labels of the fields that are read from it,
// each at its name; where none is declared it holds whatever its sender puts there, which no log shows.
func (f *Flow) bodyType() types.Type {
	if f.given != nil {
		return f.given.Body
	}
	fields := types.ObjectOf()
	if !f.Declared {
		fields.Labels = types.Private
	}
	for _, in := range f.Inputs {
		if in.In == "body" {
			fields.Fields = append(fields.Fields, types.F(in.Name, in.Type))
		}
	}
	return fields.Loose().With(types.LabelsOf(types.FromRequest, ""))
}

// passwordIn reports whether callers send a password in that header of the request: in Authorization, where a node asks
// for it by HTTP Basic. Base64 hides it from nobody.
func (w *Workflow) passwordIn(header string) bool {
	return strings.EqualFold(header, "Authorization") && slices.ContainsFunc(w.Nodes, func(n *Node) bool {
		if !n.Known() || n.Template.Guard.Scheme == nil {
			return false
		}
		scheme := n.Template.Guard.Scheme(&pass{node: n})
		return scheme != nil && scheme.HTTP == "basic"
	})
}

// provesIn reports whether a caller proves itself in that header of the request: Authorization, X-API-Key, which keys
// are sent in wherever nobody says otherwise, or one that a node of the workflow looks into. What stands there is a
// token for every entry point, as it may be sent to each.
func (w *Workflow) provesIn(header string) bool {
	if strings.EqualFold(header, "Authorization") || strings.EqualFold(header, "X-API-Key") {
		return true
	}
	for _, n := range w.Nodes {
		for _, v := range n.Fields {
			if v.Field.Header && n.Applies(v.Field.When) && strings.EqualFold(header, v.Text) {
				return true
			}
		}
	}
	return false
}
