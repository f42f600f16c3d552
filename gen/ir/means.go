package ir

import (
	"regexp"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
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

// Try says what an expression would be at s, in a field of its node where one is named, and what would be wrong with it
// whatever type is wanted there, null too; source is what stands in braces. A request field that nobody reads or
// declares yet does not exist. Nothing of the flow changes.
func (s *Step) Try(field, source string) (*expr.Expr, []expr.Problem) {
	text, problems := expr.ParseBare(source)
	if len(problems) > 0 {
		return &expr.Expr{Op: expr.OpBad}, problems
	}
	before := s.Flow.misread
	defer func() { s.Flow.misread = before }()
	s.Flow.misread = misread{} // what was reported elsewhere is wrong here too
	var at expr.Scope = &scope{step: s, value: &schema.Value{Kind: schema.String, Text: source}}
	if f := s.within(field); f != nil {
		at = &within{scope: at.(*scope), carried: s.carriedBy(f.Within)}
	}
	return text.Check(at, expr.Want{Type: types.Type{Nullable: true}, Rows: true})
}

// RequestParts are the parts of the request that can be read of every request that reaches s.
func (s *Step) RequestParts() []string { return (&scope{step: s}).requestParts() }
