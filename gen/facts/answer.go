package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Answer is the HTTP answer of a step.
type Answer struct {
	Status  int
	Media   string     // content type; "" without a body
	Body    types.Type // of JSON; Unknown for all else
	Headers []string   // names of those that the workflow sets, sorted
	Cookies bool       // it sets cookies
}

// Unwired are the outputs that a step may take without a wire, and that the server answers with a status of their own.
func Unwired(s *ir.Step) []*templates.Output {
	var outs []*templates.Output
	if !s.Node.Known() {
		return nil
	}
	for _, out := range s.Node.Outputs() {
		never := out.Never != nil && out.Never(ir.NewPass(s)) != ""
		if out.Status != 0 && len(s.Node.Targets(out.Name)) == 0 && !never {
			outs = append(outs, out)
		}
	}
	return outs
}

// AnswerOf is the answer to a request that comes to a step; false where it gets none there.
func AnswerOf(s *ir.Step) (Answer, bool) {
	t, p := s.Node.Template, ir.NewPass(s)
	if !s.Node.Known() || s.After || t.Answer.Status == nil || t.Answer.Media == nil || t.Answer.Body == nil {
		return Answer{}, false
	}
	a := Answer{Status: int(t.Answer.Status(p)), Media: t.Answer.Media(p), Body: t.Answer.Body(p).Plain()}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Sink != templates.Answer || !p.Given(f.Name) {
			continue
		}
		a.Cookies = a.Cookies || f.Shape == templates.Cookies
		if f.Shape == templates.Object {
			a.Headers = append(a.Headers, p.Keys(f.Name)...)
		}
		if f.Sets != "" {
			a.Headers = append(a.Headers, f.Sets)
		}
	}
	slices.Sort(a.Headers)
	return a, true
}

// Answers are those of the Responses of a flow, and of outputs that have no wire and a status of their own.
func Answers(f *ir.Flow) []Answer {
	var list []Answer
	carried := carried(f)
	for _, s := range f.Steps {
		if a, ok := AnswerOf(s); ok {
			for _, h := range carried[s] {
				if h.Status == 0 || h.Status == a.Status {
					a.Headers = append(slices.Clone(a.Headers), h.Name)
				}
			}
			list = append(list, a)
		}
		for _, out := range Unwired(s) {
			list = append(list, Answer{Status: out.Status})
		}
	}
	return list
}

// carried are the headers that the answer of a step has by what ran before it.
func carried(f *ir.Flow) map[*ir.Step][]templates.Header {
	headers := map[*ir.Step][]templates.Header{}
	for _, from := range f.Steps {
		if t := from.Node.Template; t == nil || t.Answer.Headers == nil {
			continue
		}
		list := from.Node.Template.Answer.Headers(ir.NewPass(from))
		for below := range flow.Walk(from, (*ir.Step).Next) {
			headers[below] = append(headers[below], list...)
		}
	}
	return headers
}
