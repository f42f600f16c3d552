package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// blame says of a value that is not of the type that is wanted what makes it so, where that is somewhere else: others that read
// it are as wrong.
func (c *checker) blame(p *expr.Problem, t *Tree) {
	switch {
	case p.Code != diag.FC206 && p.Code != diag.FC209 || p.Row != "" || c.step.Flow.inferring:
	case p.Null:
		c.blameDeclaration(p, t.JSON.Text)
	default:
		e, _ := t.Text.Check(c.names(&scope{step: c.step, value: t.JSON}), expr.Want{}) // as it is, whatever is wanted
		p.Cause = c.step.returnedAs(e)
	}
}

// blameDeclaration says of an object of the request which may be absent that its declaration says so. Of one value, what stands in
// for it is easily said where it is read; of what is in an object, that has to be said for each.
func (c *checker) blameDeclaration(p *expr.Problem, text string) {
	f := c.step.Flow
	in, fields := f.inputs[text[p.Start:p.End]], f.Entry.Shaped(templates.Fields)
	if in == nil || in.Type.Kind != types.Object || !in.Type.Nullable || fields == nil || fields.JSON.Get(in.Name) == nil {
		return
	}
	p.Cause = diag.Related{
		File: f.Workflow.File, Span: keySpan(fields.JSON, in.Name), Message: fmt.Sprintf("%q is declared without \"required\": true", in.Name),
	}
	p.Hint = fmt.Sprintf("declare %q with \"required\": true, or %s", in.Name, p.Hint)
}
