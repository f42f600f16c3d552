package ir

import (
	"regexp"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// dotted matches name.field, and what may follow it.
var dotted = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)\.([A-Za-z_][A-Za-z0-9_]*)(\.[A-Za-z_][A-Za-z0-9_]*)*$`)

// Refers reports whether a text names a node that has run before the step, and a field that this holds.
func (s *Step) Refers(text string) bool {
	names := dotted.FindStringSubmatch(text)
	if names == nil {
		return false
	}
	t := s.Carried(names[1])
	_, ok := t.Field(names[2])
	return ok && t.Kind == types.Object
}

// Holds reports whether a reference means something at the step: a field of the request by its name, a node that has
// run, or a field of one.
func (s *Step) Holds(reference string) bool {
	return s.Refers(reference) || s.Carried(reference).Kind == types.Object ||
		slices.ContainsFunc(s.Flow.Inputs, func(in Input) bool { return in.Name == reference })
}
