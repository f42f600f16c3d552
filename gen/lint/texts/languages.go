package texts

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// languages reports what is sent to a service in a language of its own, with values pasted into it.
func (r texts) languages(f *templates.Field) {
	if f.Sink != templates.Sent && f.Sink != templates.Address || f.Headers || f.Shape == templates.URL {
		return
	}
	languageReader{texts: r, f: f}.members(r.s.Value[f.Name], "")
}

// languageReader walks through what is sent.
type languageReader struct {
	texts
	f  *templates.Field
	at *ir.Typed // the name of the object that is looked into; nil where it stands there itself
}

// members looks at each text in t, which is the member called key.
func (r languageReader) members(t *ir.Typed, key string) {
	if t == nil || t.Tree == nil {
		return
	}
	if made := r.g.Made(t); made != t {
		r.at, t = t, made
	}
	if t.Expr != nil {
		r.pasted(t, key, piecesOf(r.g.Text(t.Expr)))
	}
	for i, item := range t.Items {
		switch {
		case i < len(t.Tree.Keys):
			r.members(item, t.Tree.Keys[i])
		case runsNext(t, i):
			r.paste(item, "a program", piecesOf(r.g.Text(item.Expr)), nil, `give it to the program as an argument: ["sh", "-c", "echo \"$1\"", "sh", "{{name}}"]`)
		default:
			r.members(item, key)
		}
	}
}

// runsNext reports whether the element of a list after some is a script for the program that they call: ["sh", "-c",
// …].
func runsNext(t *ir.Typed, i int) bool {
	if i < 2 || t.Items[i].Expr == nil {
		return false
	}
	program, _ := literalOf(t.Items[0])
	option, _ := literalOf(t.Items[i-1])
	return knowledge.Names.Interpreters.Has(path.Base(program)) && knowledge.Names.RunOptions.Has(option)
}

func literalOf(t *ir.Typed) (string, bool) {
	if t == nil || t.Expr == nil {
		return "", false
	}
	v, ok := t.Expr.Const()
	if !ok {
		return "", false
	}
	return expr.ConstText(v), true
}

// spelled are pieces with the parts in place of each name for several.
func (r languageReader) spelled(pieces []piece) []piece {
	var parts []piece
	for _, p := range pieces {
		if p.part == nil {
			parts = append(parts, p)
			continue
		}
		parts = append(parts, piecesOf(r.g.Text(p.part))...)
	}
	return parts
}

// pasted looks at a text, or a part of one, which is the member or the parameter called key.
func (r languageReader) pasted(t *ir.Typed, key string, parts []piece) {
	if len(parts) < 2 {
		return
	}
	words := unix(spelledOut(parts))
	for _, l := range knowledge.Languages {
		// In the text of a body itself none can stand: FC210.
		refused := l.Name == "GraphQL" && r.at == nil && r.f.Format != nil && t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1
		refused = refused || key == "" && (l.Name == "XML" || l.Name == "HTML") && choosesType(r.s) // FC203
		if !refused && l.IsMeant(key, words) && r.paste(t, l.Name, parts, l.Place.Regexp, l.Hint) {
			return
		}
	}
}

// choosesType reports whether the content type of what is sent is not written out.
func choosesType(s *ir.Step) bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		headers := s.Value[f.Name]
		if !f.Headers || headers == nil || headers.Tree == nil {
			return false
		}
		return slices.ContainsFunc(headers.Tree.Keys, func(key string) bool {
			_, known := literalOf(headers.Entry(key))
			return strings.EqualFold(key, "Content-Type") && !known
		})
	})
}

// paste reports the first value in a text that may hold anything, where it stands at such a place.
func (r languageReader) paste(t *ir.Typed, what string, parts []piece, place *regexp.Regexp, mend string) bool {
	before := ""
	for _, p := range parts {
		if p.part == nil {
			before += p.literal
			continue
		}
		if len(parts) > 1 && r.loose(p.part, 0) != nil && (place == nil || place.MatchString(before)) && r.mayPart(p.part) {
			if r.at != nil {
				t = r.at
			}
			r.report(t, fmt.Sprintf("a text is pasted into %s that is sent to a service: its content becomes part of it", what), mend)
			return true
		}
		before += "x"
	}
	return false
}

// mail reports a mail that is put together and encoded as a whole, where a line break in a value begins another header.
func (r texts) mail(t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		parts := r.g.Text(e.Args[0])
		head, _, _ := strings.Cut(unix(spelledOut(piecesOf(parts))), "\n\n")
		if !knowledge.Mail.Begin.MatchString(head+"\n\n") || !r.pastedBefore(parts, len(head)) {
			return
		}
		r.report(t, "a text is pasted into the headers of a mail: a line break in it begins another one, such as Bcc",
			"send the mail as a body with the content type message/rfc822, where placeholders are escaped, if the service takes that; elsewhere replace(…) line breaks")
	})
}

func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// pageText matches how a text begins that is HTML, or SVG, as a whole.
var pageText = regexp.MustCompile(`(?i)^\s*<(?:!doctype\s+html|html|head|body|div|section|article|p|h[1-6]|table|ul|ol|svg)\b`)

// partType matches what the headers of a mail, or of a part of one, say that follows them.
var partType = regexp.MustCompile(`(?i)(?:^|\n)content-type:\s*([\w/.+-]+)`)

// page reports HTML that is put together and encoded as a whole, alone or in a mail, with what the caller sent in it as
// it is.
func (r texts) page(t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		before, page := "", false
		for i, part := range r.g.Text(e.Args[0]) {
			if v, ok := part.Const(); ok {
				before += unix(expr.ConstText(v))
				page = page || i == 0 && pageText.MatchString(before)
				continue
			}
			if (page || inHTML(before)) && r.loose(part, types.Caller) != nil {
				r.report(t, "what the caller sent is pasted into HTML before it is encoded: a tag in it is one there", "htmlEscape(…) it")
				return
			}
			before += "x"
		}
	})
}

// inHTML reports whether what follows the beginning of a mail is in HTML: in the body of the mail, or of its last part.
func inHTML(before string) bool {
	kinds := partType.FindAllStringSubmatchIndex(before, -1)
	if len(kinds) == 0 {
		return false
	}
	last := kinds[len(kinds)-1]
	return strings.EqualFold(before[last[2]:last[3]], "text/html") && strings.Contains(before[last[3]:], "\n\n")
}

// pastedBefore reports whether a part of a text may hold anything and begins before an offset of its words.
func (r texts) pastedBefore(parts []*expr.Expr, offset int) bool {
	return slices.ContainsFunc(parts, func(part *expr.Expr) bool {
		before := spelledOut(piecesOf(parts[:slices.Index(parts, part)]))
		return len(unix(before)) < offset && r.loose(part, 0) != nil
	})
}
