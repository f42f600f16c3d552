package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// readText reads the text of a JSON field as what it is: JSON with placeholders becomes the Tree that it would be if
// the document held it as JSON.
func (b *builder) readText(n *Node, v *Value) {
	if v.Field.Format == nil || v.JSON == nil || v.JSON.Kind != schema.String {
		v.Format = templates.PlainText
		return
	}
	v.Format = v.Field.Format(&pass{b: b, node: n, list: &b.list})
	switch {
	case v.Format == templates.Guessed && v.Tree.Text.Whole():
		v.Format = templates.PlainText // it keeps its type
	case v.Format > templates.JSONText && isLiteral(v.Tree.Text):
		v.Format = templates.PlainText // there is nothing to escape
	case v.Format == templates.Guessed || v.Format == templates.JSONText && !v.Tree.Text.IsCall("json"):
		b.readJSONText(n, v)
	}
}

// readJSONText reads a text that may be JSON, or has to be (FC210).
func (b *builder) readJSONText(n *Node, v *Value) {
	r := &textReader{file: n.Workflow.File, value: v.JSON, parts: v.Tree.Text.Parts}
	root, problem := schema.ReadJSON(r.masked())
	switch {
	case problem == nil:
		v.Format = templates.JSONText
		v.Tree = r.tree(root)
		n.expressionProblems(&b.list, v.JSON, r.problems)
	case v.Format == templates.Guessed, slices.ContainsFunc(r.parts, func(p expr.Part) bool { return p.Bad() }),
		len(v.Tree.Text.LoneBraces()) > 0: // which were reported
		v.Format = templates.PlainText
	default:
		r.report(n, &b.list, v.Field.Name, problem)
	}
}

// report says why the text is no JSON. One that does not even begin like an object or a list was meant as a JSON
// string.
func (r *textReader) report(n *Node, list *diag.List, field string, problem *diag.Problem) {
	message, span := problem.Message, diag.Span{Start: problem.Start, End: problem.End}
	if p, ok := r.placeholderAt(span.Start); ok {
		message, span = "unexpected "+r.value.Text[p.Start:p.End], diag.Span{Start: p.Start, End: p.End}
	}
	d := diag.Diagnostic{
		Code: diag.FC210, Span: r.span(span), Message: fmt.Sprintf("%q is no JSON around its placeholders: %s", field, message),
		Hint: `write it as JSON, where a text stands in quotes: {"name": "{{name}}"}`,
	}
	if text := strings.TrimSpace(r.value.Text); !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		d.Hint = "put the text into quotes, which are JSON's"
		d.Fix = []diag.Edit{{File: r.file, Span: r.value.Span, Text: r.quoted()}}
	}
	n.report(list, d)
}

// placeholderAt is the placeholder that begins at an offset of the text.
func (r *textReader) placeholderAt(offset int) (expr.Part, bool) {
	for _, p := range r.parts {
		if p.Start == offset && !p.IsLiteral() {
			return p, true
		}
	}
	return expr.Part{}, false
}

// quoted is the text as a JSON string, as a string of the document holds that.
func (r *textReader) quoted() string {
	once := `"`
	for _, p := range r.parts {
		piece := r.value.Text[p.Start:p.End]
		if p.IsLiteral() {
			piece = inQuotes(piece)
		}
		once += piece
	}
	return `"` + inQuotes(once+`"`) + `"`
}

// inQuotes is a text as it stands inside of a JSON string.
func inQuotes(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // a document is UTF-8
	return string(quoted[1 : len(quoted)-1])
}

// textReader makes Trees of a text that is JSON around its placeholders.
type textReader struct {
	file     *diag.File
	value    *schema.Value // the string of the document that holds it
	parts    []expr.Part   // of all of it
	problems []expr.Problem
}

// masked is the text with letters instead of placeholders, at the same offsets. One outside of quotes becomes a string.
func (r *textReader) masked() string {
	var b strings.Builder
	quoted := false
	for _, p := range r.parts {
		piece := r.value.Text[p.Start:p.End]
		if !p.IsLiteral() && quoted {
			piece = strings.Repeat("x", len(piece))
		} else if !p.IsLiteral() {
			piece = `"` + strings.Repeat("x", len(piece)-len(`""`)) + `"`
		} else {
			quoted = expr.EndsQuoted(piece, quoted)
		}
		b.WriteString(piece)
	}
	return b.String()
}

// tree makes the Tree of a value of the masked text.
func (r *textReader) tree(v *schema.Value) *Tree {
	if v.Kind == schema.String {
		return &Tree{JSON: r.value, Text: r.text(v.Span)}
	}
	t := &Tree{JSON: &schema.Value{Kind: v.Kind, Text: v.Text, Span: r.span(v.Span)}}
	for _, item := range v.Items {
		t.Items = append(t.Items, r.tree(item))
	}
	for _, m := range r.members(v) {
		value := r.tree(m.Value)
		t.Keys = append(t.Keys, m.Key)
		t.Items = append(t.Items, value)
		t.Names = append(t.Names, r.name(m))
		t.JSON.Members = append(t.JSON.Members, schema.Member{Key: m.Key, KeySpan: r.span(m.KeySpan), Value: value.JSON})
	}
	return t
}

// members are an object's by key, each key as the text writes it: of a key with placeholders, these stand in it.
func (r *textReader) members(v *schema.Value) []schema.Member {
	named := &schema.Value{Members: slices.Clone(v.Members)}
	seen := map[string]bool{}
	for i := range named.Members {
		m := &named.Members[i]
		if name := r.text(m.KeySpan); !isLiteral(name) {
			m.Key = strings.Trim(r.value.Text[m.KeySpan.Start:m.KeySpan.End], `"`)
		}
		if seen[m.Key] {
			r.problems = append(r.problems, expr.Problem{
				Code: diag.FC210, Message: "duplicate key " + strconv.Quote(m.Key), Hint: "keep one of them",
				Start: m.KeySpan.Start, End: m.KeySpan.End,
			})
		}
		seen[m.Key] = true
	}
	return sortedMembers(named)
}

// name is the text of a key that has placeholders, nil where it has none.
func (r *textReader) name(m schema.Member) *Tree {
	name := r.text(m.KeySpan)
	if isLiteral(name) {
		return nil
	}
	name.Quoted = true
	return &Tree{JSON: r.value, Text: name}
}

func isLiteral(t *expr.Template) bool {
	_, literal := t.Literal()
	return literal
}

// text returns the string of the masked text at span as a template: one placeholder without quotes, or whatever stands
// between them, which is a text.
func (r *textReader) text(span diag.Span) *expr.Template {
	t := &expr.Template{Text: r.value.Text, Quoted: true}
	for _, p := range r.parts {
		if p.Start == span.Start && !p.IsLiteral() {
			return &expr.Template{Text: t.Text, Parts: []expr.Part{p}}
		}
		start, end := max(p.Start, span.Start+1), min(p.End, span.End-1)
		if start >= end {
			continue
		}
		if p.IsLiteral() {
			p.Literal, p.Start, p.End = unescaped(r.value.Text[start:end]), start, end
		}
		t.Parts = append(t.Parts, p)
	}
	return t
}

// unescaped decodes the inside of a JSON string, or a piece of it: the reader has checked it as a whole.
func unescaped(piece string) string {
	text, _ := jsontext.AppendUnquote(nil, `"`+piece+`"`)
	return string(text)
}

// span is the place in the document of a range of the text.
func (r *textReader) span(s diag.Span) diag.Span { return r.value.Within(r.file, s.Start, s.End) }
