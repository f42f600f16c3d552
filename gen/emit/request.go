package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Request implements templates.Step.
func (s *step) Request() *jen.Statement {
	t := s.EntryType()
	if len(t.Fields) == 0 {
		return jen.Struct()
	}
	holds := "is the request of"
	if s.ir.Node.Route().Tool != "" {
		holds = "holds the arguments of"
	}
	st := s.fn.w.declareStruct(t, fmt.Sprintf("%s %s %s.", t.Go, holds, served(s.ir.Node)), true)
	st.read = true
	for _, in := range s.ir.Flow.Inputs {
		if in.In != "body" {
			st.from[in.Name] = in.In
		}
		st.tags[in.Name] = s.furtherTags(in.Declared)
		if s.ir.Flow.AsksSent(in.Name) {
			st.sent = append(st.sent, sentField{name: in.Name, goName: s.ir.Flow.SentName(in.Name)})
		}
	}
	for _, in := range s.ir.Flow.Inputs {
		f, _ := t.Field(in.Name)
		s.fn.w.tagMembers(in.Members, f.Type, s.furtherTags)
	}
	return jen.Id(t.Go)
}

// tagMembers adds the tags of declared members to the structs that hold them, at any depth.
func (w *workflow) tagMembers(members []templates.Declared, t types.Type, further func(templates.Declared) string) {
	for _, m := range members {
		inside := types.Type{}
		if t.Kind == types.List {
			inside = *t.Elem
		} else {
			f, _ := t.Field(m.Name)
			inside = f.Type
			w.tagMember(t.Go, m, further(m))
		}
		w.tagMembers(m.Members, inside, further)
	}
}

// tagMember adds the tags of a member of the struct called name, which another workflow's file may declare. A member
// that is an any has no pointer that may be nil: it says that it may be missing.
func (w *workflow) tagMember(name string, m templates.Declared, tags string) {
	if m.Type.Kind == types.Any && m.Type.Nullable {
		tags = strings.TrimSpace(`optional:"true" ` + tags)
	}
	if st := w.byName[name]; st != nil && tags != "" {
		st.tags[m.Name] = tags
	}
}

// furtherTags are the tags of a request's field beside the one that names it. Only an assistant reads descriptions.
func (s *step) furtherTags(in templates.Declared) string {
	var tags []string
	if tag := templates.ValidateTag(in); tag != "" {
		tags = append(tags, fmt.Sprintf("validate:%q", tag))
	}
	if in.Description != "" && s.ir.Node.Route().Tool != "" {
		tags = append(tags, fmt.Sprintf("description:%q", in.Description))
	}
	return strings.Join(tags, " ")
}

// Success implements templates.Step.
func (s *step) Success() *jen.Statement {
	var agreed types.Type
	for _, step := range s.ir.Flow.Steps {
		body, answers := success(step)
		switch {
		case !answers:
		case body.Kind != types.Object || body.Nullable || body.Go == "", agreed.Go != "" && !body.Equal(agreed):
			return nil
		case agreed.Go == "":
			agreed = body
		}
	}
	if agreed.Go == "" {
		return nil
	}
	return s.GoType(agreed)
}

// success is the type of what a step answers with, where its status is below 300.
func success(s *ir.Step) (body types.Type, answers bool) {
	t, p := s.Node.Template, ir.NewPass(s)
	if t.Answer.Status == nil || t.Answer.Status(p) >= 300 || t.Answer.Body == nil {
		return types.Type{}, false
	}
	return t.Answer.Body(p).Plain(), true
}
