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

func (sc *scope) env(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if len(path) < 2 {
		return nil, 0, &expr.Problem{Code: diag.FC204, Message: "\"env\" is no value", Hint: "name a variable: env.NAME"}
	}
	t := types.Of(types.String).With(sc.step.Flow.Workflow.columns.naming.Variable(path[1].Text))
	return &expr.Ref{Key: "env." + path[1].Text, Type: t, Data: Source{Kind: FromEnv, Name: path[1].Text}}, 2, nil
}

// failureType is the type of {{error}}: rt.Failure.
var failureType = types.Type{
	Kind: types.Object, Go: "Failure", Import: templates.Runtime,
	Fields: []types.Field{
		types.F("message", types.Of(types.String)), types.F("node", types.Of(types.String)), types.F("status", types.Of(types.Int)),
	},
}

// failureBody is a field of a failure that is read by its name only: what a service has answered is not for whoever is
// told of the failure as a whole.
const failureBody = "body"

// failure is the failure that led here: below catch and failed only.
func (sc *scope) failure(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	ref, problem := sc.handled()
	if ref == nil || len(path) < 2 || path[1].Text != failureBody {
		return ref, 1, problem
	}
	src := ref.Data.(Source)
	src.Name = failureBody
	return &expr.Ref{Key: "error." + failureBody, Type: types.Of(types.Any).OrNull(), Data: src}, 2, nil
}

func (sc *scope) handled() (*expr.Ref, *expr.Problem) {
	if ref, problem := sc.step.handled(); ref != nil || problem != nil {
		return ref, problem
	}
	for d := range sc.step.Dominators() {
		if ref, problem := d.handled(); ref != nil || problem != nil {
			return ref, problem
		}
	}
	if sc.step.behindUnknown() {
		return nil, &expr.Problem{} // its type was reported
	}
	return nil, &expr.Problem{Code: diag.FC204, Message: "\"error\" exists below catch and failed only"}
}

// handled is the failure that leads to a step; nil where none does, with a problem where something else leads there
// too.
func (s *Step) handled() (*expr.Ref, *expr.Problem) {
	handles := slices.IndexFunc(s.In, (*Out).handles)
	if handles < 0 {
		return nil, nil
	}
	if i := slices.IndexFunc(s.In, func(in *Out) bool { return !in.handles() }); i >= 0 {
		return nil, &expr.Problem{
			Code:    diag.FC204,
			Message: fmt.Sprintf("\"error\" exists below catch and failed only, and %q leads to %q too", s.In[i].Step.Node.ID.Value, s.Node.ID.Value),
		}
	}
	src := Source{Kind: FromError, Node: s.In[handles].Step.Node}
	if len(s.In) > 1 {
		src = Source{Kind: FromErrors, Node: s.Node}
	}
	return &expr.Ref{Key: "error", Type: failureType, Data: src}, nil
}

// handles reports whether a failure takes an output.
func (o *Out) handles() bool { return o.Spec != nil && o.Spec.Role == templates.Handler }

// requestParts are the parts of the request that are always there; hookParts, where it has a body.
var (
	requestParts = []string{"cookies", "headers", "id", "ip", "method", "path", "query"}
	hookParts    = []string{"body", "cookies", "headers", "id", "ip", "method", "path", "query", "rawBody"}
)

func (sc *scope) requestParts() []string {
	if f := sc.step.Flow; f.Called() {
		return slices.DeleteFunc(slices.Clone(hookParts), func(part string) bool { return f.lacking(part) != nil })
	}
	served := sc.step.Flow.Entry.Route()
	methodUnknown := sc.step.Flow.Entry.Template.Entry.Route != nil && served.Method == ""
	if served.Hook || served.TakesBody() || methodUnknown {
		return hookParts
	}
	return requestParts
}

// lacking is an entry point that leads to a flow by Calls and has no such part of the request, or nil.
func (f *Flow) lacking(part string) *Lack {
	if f.given == nil {
		return nil
	}
	if l, lacks := f.given.Lacking[part]; lacks {
		return &l
	}
	return nil
}

// request resolves a part of the request: request.ip, request.cookies.session, request.body.
func (sc *scope) request(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if p := sc.noPart(path); p != nil {
		return nil, 0, p
	}
	part := path[1].Text
	switch part {
	case "body", "rawBody":
		return sc.wholeBody(path[:2])
	case "cookies", "headers", "query":
		return sc.requestMember(path)
	}
	return &expr.Ref{Key: "request." + part, Type: sentText(), Data: Source{Kind: FromRequest, Name: part}}, 2, nil
}

// sentText is the type of what a request has: a text that its sender chooses.
func sentText() types.Type { return types.Of(types.String).With(types.LabelsOf(types.FromRequest, "")) }

// noPart reports a part that the request has not, here or wherever calls lead here from (FC204). It returns nil for one
// that it has.
func (sc *scope) noPart(path []expr.Name) *expr.Problem {
	parts := sc.requestParts()
	if len(path) < 2 {
		return &expr.Problem{Code: diag.FC204, Message: "\"request\" is no value", Hint: "name a part of it: request." + strings.Join(parts, ", request.")}
	}
	part := path[1]
	if l := sc.step.Flow.lacking(part.Text); l != nil {
		return &expr.Problem{
			Code: diag.FC204, Start: part.Start, End: part.End,
			Message: fmt.Sprintf("\"request\" has no field %q where %s %q of workflow %q leads here", part.Text, l.Title, l.Entry, l.Workflow),
			Hint:    fmt.Sprintf("declare a field of %q for it, and give it with each Call", sc.step.Flow.Entry.ID.Value),
		}
	}
	if !slices.Contains(parts, part.Text) {
		return &expr.Problem{
			Code: diag.FC204, Start: part.Start, End: part.End,
			Message: fmt.Sprintf("\"request\" has no field %q, it has %s", part.Text, strings.Join(parts, ", ")),
			Hint:    diag.DidYouMean(part.Text, parts),
		}
	}
	return nil
}

// wholeBody resolves request.body, the JSON, and request.rawBody, its bytes.
func (sc *scope) wholeBody(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if !sc.step.accepted() {
		return nil, 0, sc.undecoded(path)
	}
	part, flow := path[1].Text, sc.step.Flow
	flow.readBody(part)
	if part == "body" && !sc.step.verified() {
		return nil, 0, sc.undecoded(path)
	}
	ref := &expr.Ref{Key: "request." + part, Data: Source{Kind: FromRequest, Name: part}}
	if part == "body" {
		ref.Type = flow.bodyType()
		return ref, 2, nil
	}
	ref.Type, ref.From = types.Of(types.Bytes).WithLabelsOf(flow.bodyType()), "body" // which is what callers call it
	return ref, 2, nil
}

// requestMember resolves one cookie, header or parameter of the query, by its name, which may be absent.
func (sc *scope) requestMember(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	part := path[1].Text
	if len(path) < 3 {
		return nil, 0, &expr.Problem{
			Code: diag.FC204, Message: fmt.Sprintf("request.%s is read by a literal name", part),
			Hint: fmt.Sprintf("write request.%s[\"name\"]", part),
		}
	}
	name := path[2].Text
	full := part + "." + name
	t := sentText().With(sc.step.Flow.requestLabels(part, name))
	return &expr.Ref{Key: "request." + full, Type: t.OrNull(), Data: Source{Kind: FromRequest, Name: full}}, 3, nil
}
