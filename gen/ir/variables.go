package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/templates"
)

// Variables are the environment variables that a workflow reads, sorted.
func (w *Workflow) Variables() []string {
	var names []string
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			names = append(names, s.Variables()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Variables are the environment variables that a step reads: those of its Secret fields and of its expressions, and
// those that its node type reads by a name of its own. They are sorted.
func (s *Step) Variables() []string {
	names := s.secrets()
	for _, v := range s.Value {
		v.Walk(func(t *Typed) { names = append(names, variablesIn(t.Expr)...) })
	}
	if t := s.Node.Template; t != nil && t.Variables != nil && !s.Node.Loose {
		names = append(names, t.Variables(NewPass(s))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// secrets are the variables of a step's Secret fields, where they mean something.
func (s *Step) secrets() []string {
	var names []string
	for _, v := range s.Node.Fields {
		if v.Field.Shape == templates.Secret && v.Text != "" && s.Node.applies(v.Field.When) {
			names = append(names, v.Text)
		}
	}
	return names
}

func variablesIn(e *expr.Expr) []string {
	var names []string
	e.Walk(func(e *expr.Expr) {
		if e.Ref == nil {
			return
		}
		if src, ok := e.Ref.Data.(Source); ok && src.Kind == FromEnv {
			names = append(names, src.Name)
		}
	})
	return names
}
