package expr

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// eachName is what a placeholder calls that repeats a text.
const eachName = "each"

// Each is a placeholder that repeats a text for each element of a list: each(rows, "<li>{{item.name}}</li>").
type Each struct {
	List Part      // the list, as a placeholder of its own
	Body *Template // the text, at its place in the whole string
}

// Each reads a placeholder of t as an Each; it is nil where the placeholder is none, or where that is wrong.
func (t *Template) Each(p *Part) (*Each, []Problem) {
	call, ok := p.Code.(*ast.CallExpr)
	if name, named := calledName(call); !ok || !named || name != eachName {
		return nil, nil
	}
	if len(call.Args) != 2 {
		return nil, []Problem{*p.eachProblem(call, "want a list and a text, got "+plural(len(call.Args), "argument"))}
	}
	text, ok := call.Args[1].(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return nil, []Problem{*p.eachProblem(call.Args[1], "want the text that is repeated as a literal")}
	}
	source := p.text(text)
	inner := source[1 : len(source)-1]
	if strings.Contains(inner, `\`) && source[0] != '`' {
		return nil, []Problem{*p.eachProblem(text, "the text that is repeated can't have escapes")}
	}
	body, problems := Parse(inner)
	return &Each{List: p.argument(call.Args[0]), Body: body.within(t.Text, p.offset(text.Pos())+1)}, moved(problems, p.offset(text.Pos())+1)
}

func calledName(call *ast.CallExpr) (string, bool) {
	if call == nil {
		return "", false
	}
	name, ok := call.Fun.(*ast.Ident)
	if !ok {
		return "", false
	}
	return name.Name, true
}

func (p *Part) eachProblem(at ast.Expr, message string) *Problem {
	return syntaxError(p.offset(at.Pos()), p.offset(at.End()), "each: "+message, "write each(list, '<li>{{item.name}}</li>'), in other quotes than those inside")
}

// argument is an argument of the call that p is, as a placeholder.
func (p *Part) argument(e ast.Expr) Part {
	one := *p
	one.Code, one.Start, one.End = e, p.offset(e.Pos()), p.offset(e.End())
	return one
}

// within moves a template that was read of a piece of a text to its place there.
func (t *Template) within(text string, by int) *Template {
	t.Text = text
	for i := range t.Parts {
		part := &t.Parts[i]
		part.Start, part.End, part.base = part.Start+by, part.End+by, part.base+by
	}
	return t
}

func moved(problems []Problem, by int) []Problem {
	for i := range problems {
		problems[i].Start += by
		problems[i].End += by
	}
	return problems
}

// Elements checks the list of an Each and returns it, with the type of its elements.
func (e *Each) Elements(s Scope) (list *Expr, elem types.Type, problems []Problem) {
	c := checker{scope: s}
	list = c.placeholder(&e.List)
	list = c.operand(list, "each", types.List, types.Any)
	if list.Type.Kind == types.Any {
		list = c.convertKind(list, types.List)
	}
	for _, use := range c.open {
		use.note(types.Type{}, false)
	}
	if list.Type.Kind == types.List {
		elem = list.Type.Elem.With(list.Type.Labels)
	}
	return list, elem, c.problems
}
