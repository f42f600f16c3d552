package ir

// link leads, in the finished programs, from Calls to what they call and back.
func (f *folder) link() {
	byStem := map[string]*Workflow{}
	for _, w := range f.workflows {
		byStem[w.Stem] = w
		w.called = nil
		if w.entryCalled() != nil {
			w.called = f.builder.subflows.called[w.Stem]
		}
		for _, flow := range w.Flows {
			flow.callers = &Link{Stem: w.Stem}
		}
	}
	for _, w := range f.byStem() {
		for _, flow := range w.Flows {
			for _, s := range flow.Steps {
				if s.Node.called == nil {
					continue
				}
				if to := byStem[s.Node.called.Stem].calledFlow(); to != nil {
					s.Node.callees = &Link{Stem: to.Workflow.Stem, flow: to}
					to.callers.steps = append(to.callers.steps, s)
				}
			}
		}
	}
}

// Link leads to other programs of the folder. What they are is told by the stem alone.
type Link struct {
	Stem  string
	flow  *Flow   // that is called
	steps []*Step // that call
}

// Callee is the flow that a step calls, nil where it calls none.
func (s *Step) Callee() *Flow {
	if s.Node.callees == nil {
		return nil
	}
	return s.Node.callees.flow
}

// Callers are the steps that call the flow, in the order of stems and of execution.
func (f *Flow) Callers() []*Step {
	if f.callers == nil {
		return nil
	}
	return f.callers.steps
}
