package ir

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// blame says of a value that is not of the type that is wanted what makes it so, where that is somewhere else: others
// that read it are as wrong.
func (c *checker) blame(p *expr.Problem, t *Tree) {
	switch {
	case p.Code == diag.FC204 && !c.step.Flow.inferring:
		p.Cause = c.step.notGiven(t.JSON.Text, p.Start, p.End)
	case p.Code != diag.FC206 && p.Code != diag.FC209 || p.Row != "" || c.step.Flow.inferring:
	case p.Null:
		c.blameDeclaration(p, t.JSON.Text)
	default:
		e, _ := t.Text.Check(c.names(&scope{step: c.step, value: t.JSON}), expr.Want{}) // as it is, whatever is wanted
		if p.Cause = c.step.returnedAs(e); p.Cause.File == nil {
			p.Cause = c.step.declaredAs(t.JSON.Text[p.Start:p.End], p.Wanted)
		}
	}
}

// notGiven is the cause of all that reads a field which a node does not have: the field of that name, or its own name
// in what the node gives, is another one. What is read stands in a text from start to end, behind the node's name. It
// is zero for others.
func (s *Step) notGiven(text string, start, end int) diag.Related {
	node, dotted := strings.CutSuffix(text[:start], ".")
	name := node[strings.LastIndexFunc(node, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1:]
	n := s.Flow.Workflow.names[name]
	if !dotted || n == nil || n == s.Flow.Entry || strings.HasSuffix(strings.TrimSuffix(node, name), ".") {
		return diag.Related{}
	}
	return diag.Related{File: s.Flow.Workflow.File, Span: n.ID.Span, Message: fmt.Sprintf("%q gives no %q", name, text[start:end])}
}

// declaredAs is the cause of all that wants one other type of a field of the request than its declaration says. It is
// zero of a name that is none of a declared field. Where several types are wanted of a field, there are as many causes:
// not the declaration is wrong.
func (s *Step) declaredAs(name, wanted string) diag.Related {
	f := s.Flow
	in, fields := f.inputs[name], f.Entry.Shaped(templates.Fields)
	if wanted == "" || in == nil || fields == nil || fields.JSON.Get(in.Name) == nil || f.Workflow.names[name] != nil || s.repeated(name) != nil {
		return diag.Related{}
	}
	return diag.Related{
		File: f.Workflow.File, Span: keySpan(fields.JSON, in.Name), Message: fmt.Sprintf("%q is declared as %s, and read as %s", in.Name, in.Type, wanted),
	}
}

// blameDeclaration says of an object of the request which may be absent that its declaration says so. Of one value,
// what stands in for it is easily said where it is read; of what is in an object, that has to be said for each.
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
