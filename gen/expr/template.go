package expr

import (
	"go/ast"
	"strings"
)

// Template is a string of the document with its placeholders parsed.
type Template struct {
	Text  string // the decoded string
	Parts []Part // in the order of Text, together all of it
	// Quoted is set where the template is a text even if it is one placeholder and nothing else.
	Quoted bool
}

// Part is a piece of a Template: literal text, or one placeholder.
type Part struct {
	Literal    string   // text outside of placeholders, as written
	Code       ast.Expr // nil for literal text, and for a placeholder that does not parse
	Start, End int      // half-open range of byte offsets of Template.Text, braces included

	source string // what stands between the braces
	base   int    // offset of source in Template.Text
	bad    bool   // a placeholder that does not parse: a problem was reported
}

// Parse splits text into literal text and placeholders. Its problems are all FC210. It always returns a
// Template: a placeholder that did not parse checks as unknown, without a further problem.
func Parse(text string) (*Template, []Problem) {
	t := &Template{Text: text}
	var problems []Problem
	blocks := false // of another language, which was reported where it begins
	for at := 0; at < len(text); {
		part, problem := nextPart(text, at)
		switch {
		case blocks && part.endsBlock():
			part.Code, part.bad = nil, true
		case problem != nil:
			problems = append(problems, *problem)
			part.close(text)
			blocks = blocks || part.beginsBlock()
		}
		t.Parts = append(t.Parts, part)
		at = part.End
	}
	return t, problems
}

// beginsBlock reports whether a placeholder begins a block of Handlebars or Mustache: {{#if x}}, {{^x}}.
func (p *Part) beginsBlock() bool {
	source := strings.TrimSpace(p.source)
	return source != "" && strings.ContainsRune("#^", rune(source[0]))
}

// endsBlock reports whether a placeholder ends such a block, or divides it: {{/if}}, {{else}}.
func (p *Part) endsBlock() bool {
	source := strings.TrimSpace(p.source)
	return strings.HasPrefix(source, "/") || source == "else" || strings.HasPrefix(source, "else ")
}

// close takes the braces into a placeholder that close those in it: "{{struct{}{}}}" is one, and wrong as a whole.
func (p *Part) close(text string) {
	open := strings.Count(p.source, "{") - strings.Count(p.source, "}")
	for ; open > 0 && p.End < len(text) && text[p.End] == '}'; open-- {
		p.End++
	}
}

// ParseBare parses a text that is one expression as a whole, in braces or without them. Its problems are all FC210.
func ParseBare(text string) (*Template, []Problem) {
	trimmed := strings.TrimSpace(text)
	start := strings.Index(text, trimmed)
	var part Part
	var problem *Problem
	if strings.HasPrefix(trimmed, "{{") {
		part, problem = nextPart(text, start)
		if end := start + len(trimmed); problem == nil && part.End != end {
			part.Code, part.bad = nil, true
			problem = syntaxError(part.End, end, "expected the end of the expression after its braces", "put one pair of braces around all of it, or none")
		}
	} else {
		part = Part{source: text}
		problem = part.parse()
	}
	part.Start, part.End = 0, len(text)
	t := &Template{Text: text, Parts: []Part{part}}
	if problem != nil {
		return t, []Problem{*problem}
	}
	return t, nil
}

// nextPart reads the part of text that begins at offset at, which is before the end.
func nextPart(text string, at int) (Part, *Problem) {
	braces := strings.Index(text[at:], "{{")
	if braces < 0 {
		return Part{Literal: text[at:], Start: at, End: len(text)}, nil
	}
	if braces > 0 {
		return Part{Literal: text[at : at+braces], Start: at, End: at + braces}, nil
	}
	base := at + len("{{")
	end, problem := closingBraces(text, base)
	if problem != nil {
		return Part{Start: at, End: len(text), bad: true}, problem
	}
	p := Part{Start: at, End: end + len("}}"), source: text[base:end], base: base}
	problem = p.parse()
	return p, problem
}

// Whole reports whether t is exactly one placeholder and nothing else, of whatever type.
func (t *Template) Whole() bool { return !t.Quoted && len(t.Parts) == 1 && !t.Parts[0].IsLiteral() }

// IsCall reports whether t is exactly one placeholder that calls a function.
func (t *Template) IsCall(function string) bool {
	if !t.Whole() {
		return false
	}
	call, _ := t.Parts[0].Code.(*ast.CallExpr)
	name, called := calledName(call)
	return called && name == function
}

// IsNull reports whether t is exactly one placeholder that says null.
func (t *Template) IsNull() bool {
	if !t.Whole() {
		return false
	}
	name, ok := t.Parts[0].Code.(*ast.Ident)
	return ok && name.Name == "null"
}

// Literal returns the text of a template without placeholders. The second result is false where it has one.
func (t *Template) Literal() (string, bool) {
	text := ""
	for i := range t.Parts {
		if !t.Parts[i].IsLiteral() {
			return "", false
		}
		text += t.Parts[i].Literal
	}
	return text, true
}

// bounds are the offsets of Text that Parts begin and end at: all of it, but in a template that is a piece of a text.
func (t *Template) bounds() (start, end int) {
	if len(t.Parts) == 0 {
		return 0, len(t.Text)
	}
	return t.Parts[0].Start, t.Parts[len(t.Parts)-1].End
}

// Bad reports whether p is a placeholder that does not parse, which was reported.
func (p *Part) Bad() bool { return p.bad }

// IsLiteral reports whether p is literal text.
func (p *Part) IsLiteral() bool { return p.Code == nil && !p.bad }

// Fresh reports whether a placeholder calls what gives another value each time.
func (p Part) Fresh() bool {
	found := p.Code == nil
	if p.Code != nil {
		ast.Inspect(p.Code, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				name, named := call.Fun.(*ast.Ident)
				f := (*Function)(nil)
				if named {
					f = function(name.Name)
				}
				found = found || f == nil || f.Fresh
			}
			return !found
		})
	}
	return found
}
