package ir

import "slices"

// invalidOutput is the output of an entry point that a request takes which it refuses.
const invalidOutput = "invalid"

// readBody notes that the flow reads the request's body as a whole: part is "body" or "rawBody".
func (f *Flow) readBody(part string) {
	if !slices.Contains(f.bodies, part) {
		f.bodies = append(f.bodies, part)
		slices.Sort(f.bodies)
	}
}

// Bodies are the parts of the request that are its body as a whole, of "body" and "rawBody", which the flow reads, or
// what it calls; sorted.
func (f *Flow) Bodies() []string {
	parts := slices.Clone(f.bodies)
	for _, s := range f.Steps {
		if s.Node.called != nil {
			parts = append(parts, s.Node.called.Bodies...)
		}
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// TakesFiles reports whether the request is a form with files.
func (f *Flow) TakesFiles() bool {
	return slices.ContainsFunc(f.Inputs, func(in Input) bool { return in.Type.IsFile() })
}

// AnswersInvalid reports whether the workflow answers requests that its entry point refuses.
func (f *Flow) AnswersInvalid() bool {
	return slices.ContainsFunc(f.Steps[0].Outs, (*Out).refuses)
}

// ReadsBody implements templates.Pass.
func (p *pass) ReadsBody() (whole, decoded bool) {
	if p.step == nil {
		return false, false
	}
	bodies := p.step.Flow.Bodies()
	return len(bodies) > 0, slices.Contains(bodies, "body")
}
