package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// pastedInLanguages reports what is sent to a service in a language of its own, with values pasted into it.
func pastedInLanguages(p *Pass, s *ir.Step, f *templates.Field) {
	if f.Sink != templates.Sent && f.Sink != templates.Address || f.Headers || f.Shape == templates.URL {
		return
	}
	r := languageReader{p: p, s: s, f: f}
	r.members(s.Value[f.Name], "")
}

// languageReader walks through what is sent.
type languageReader struct {
	p  *Pass
	s  *ir.Step
	f  *templates.Field
	at *ir.Typed // the name of the object that is looked into; nil where it stands there itself
}

// members looks at each text in t, which is the member called key.
func (r languageReader) members(t *ir.Typed, key string) {
	if t == nil || t.Tree == nil {
		return
	}
	if made := r.s.Made(t); made != t {
		r.at, t = t, made
	}
	if t.Expr != nil {
		r.text(t, key)
	}
	for i, item := range t.Items {
		switch {
		case i < len(t.Tree.Keys) && isSource(t, t.Tree.Keys[i]) && item.Expr != nil:
			r.report(item, "a program", r.pieces(item), nil, "give it to the program as an argument, or as what it reads")
		case i < len(t.Tree.Keys):
			r.member(item, t.Tree.Keys[i], key)
		case runsNext(t, i):
			r.report(item, "a program", r.pieces(item), nil, `give it to the program as an argument: ["sh", "-c", "echo \"$1\"", "sh", "{{name}}"]`)
		default:
			r.members(item, key)
		}
	}
}

// member looks at the member called key of what is a member called parent.
func (r languageReader) member(item *ir.Typed, key, parent string) {
	const mend = "send it in the parameters, beside the script"
	switch name := strings.ToLower(key); {
	case item.Expr == nil:
	case name == "$where", (name == "source" || name == "inline") && strings.EqualFold(parent, "script"):
		r.report(item, "a script", r.pieces(item), nil, mend)
		return
	case name == "query" && strings.EqualFold(parent, "query_string"):
		if strings.Contains(spelledOut(r.pieces(item)), ":") {
			r.report(item, "a query", r.pieces(item), nil, "look for it by match or term, and for the rest by a filter beside that")
			return
		}
	}
	r.members(item, key)
}

// isSource reports whether the member called key is a program, in the language that a member beside it names.
func isSource(t *ir.Typed, key string) bool {
	if !slices.Contains(strings.Fields("code source sourcecode source_code script"), strings.ToLower(key)) {
		return false
	}
	name, _ := literalOf(t.Entry("language"))
	programs := strings.Fields("bash c c++ cpp csharp go java javascript js lua node nodejs perl php powershell python python3 r ruby rust sh sql typescript ts")
	return slices.Contains(programs, strings.ToLower(name))
}

// runsNext reports whether the element of a list after some is a script for the program that they call: ["sh", "-c", …].
func runsNext(t *ir.Typed, i int) bool {
	if i < 2 || t.Items[i].Expr == nil {
		return false
	}
	program, _ := literalOf(t.Items[0])
	option, _ := literalOf(t.Items[i-1])
	programs := strings.Fields("ash bash cmd cmd.exe dash ksh node perl php powershell pwsh python python3 ruby sh zsh")
	options := strings.Fields("-c -ec -lc -e -r /c -Command")
	return slices.Contains(programs, strings.ToLower(path.Base(program))) && slices.Contains(options, option)
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

// pieces are the parts of which a text is put together, also under names.
func (r languageReader) pieces(t *ir.Typed) []piece { return piecesOf(named(r.s, t.Expr, maxNamed)) }

// spelled are pieces with the parts in place of each name for several.
func (r languageReader) spelled(pieces []piece) []piece {
	var parts []piece
	for _, p := range pieces {
		if p.part == nil {
			parts = append(parts, p)
			continue
		}
		parts = append(parts, piecesOf(named(r.s, p.part, maxNamed))...)
	}
	return parts
}

// text looks at one text.
func (r languageReader) text(t *ir.Typed, key string) { r.pasted(t, key, r.pieces(t)) }

// pasted looks at a text, or a part of one, which is the member or the parameter called key.
func (r languageReader) pasted(t *ir.Typed, key string, parts []piece) {
	if len(parts) < 2 {
		return
	}
	words := unix(spelledOut(parts))
	for _, l := range languages {
		// In the text of a body itself none can stand: FC210.
		refused := l.name == "GraphQL" && r.at == nil && r.f.Format != nil && t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1
		refused = refused || key == "" && (l.name == "XML" || l.name == "HTML") && choosesType(r.s) // FC203
		if !refused && l.isMeant(key, words) && r.report(t, l.name, parts, l.place, l.mend) {
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

// spelledOut is what of a text is written out, with a letter for each value.
func spelledOut(parts []piece) string {
	var text strings.Builder
	for _, p := range parts {
		if p.part != nil {
			text.WriteByte('x')
		}
		text.WriteString(p.literal)
	}
	return text.String()
}

// report reports the first value in a text that may hold anything, where it stands at such a place.
func (r languageReader) report(t *ir.Typed, what string, parts []piece, place *regexp.Regexp, mend string) bool {
	before := ""
	for _, p := range parts {
		if p.part == nil {
			before += p.literal
			continue
		}
		if len(parts) > 1 && looseWithin(r.s, p.part, maxNamed) != nil && (place == nil || place.MatchString(before)) && mayPart(r.s, p.part) {
			if r.at != nil {
				t = r.at
			}
			r.p.ReportNode(r.s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Span, Message: fmt.Sprintf("a text is pasted into %s that is sent to a service: its content becomes part of it", what), Hint: mend,
			})
			return true
		}
		before += "x"
	}
	return false
}

// mailHead matches the headers of a mail, of which there are two or more.
var mailHead = regexp.MustCompile(`(?i)^(?:(?:From|To|Cc|Bcc|Subject|Reply-To|Date|Sender|Message-ID|MIME-Version|Content-[\w-]+|X-[\w-]+|In-Reply-To|References):[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\n`)

// pastedMail reports a mail that is put together and encoded as a whole, where a line break in a value begins another header.
func pastedMail(p *Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		parts := named(s, e.Args[0], maxNamed)
		head, _, _ := strings.Cut(unix(wordsOf(parts)), "\n\n")
		if !mailHead.MatchString(head+"\n\n") || pastedBefore(s, parts, len(head)) == nil {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Span, Message: "a text is pasted into the headers of a mail: a line break in it begins another one, such as Bcc",
			Hint: "send the mail as a body with the content type message/rfc822, where placeholders are escaped, if the service takes that; elsewhere replace(…) line breaks",
		})
	})
}

func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// pageText matches how a text begins that is HTML, or SVG, as a whole.
var pageText = regexp.MustCompile(`(?i)^\s*<(?:!doctype\s+html|html|head|body|div|section|article|p|h[1-6]|table|ul|ol|svg)\b`)

// partType matches what the headers of a mail, or of a part of one, say that follows them.
var partType = regexp.MustCompile(`(?i)(?:^|\n)content-type:\s*([\w/.+-]+)`)

// pastedPage reports HTML that is put together and encoded as a whole, alone or in a mail, with what the caller sent in it as it is.
func pastedPage(p *Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		before, page := "", false
		for i, part := range named(s, e.Args[0], maxNamed) {
			if v, ok := part.Const(); ok {
				before += unix(expr.ConstText(v))
				page = page || i == 0 && pageText.MatchString(before)
				continue
			}
			if loose := looseWithin(s, part, maxNamed); loose != nil && loose.Type.AllLabels().Has(types.Caller) && (page || inHTML(before)) {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span: t.Tree.JSON.Span, Message: "what the caller sent is pasted into HTML before it is encoded: a tag in it is one there", Hint: "htmlEscape(…) it",
				})
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

// pastedBefore is what of a text put together may hold anything and begins before an offset of its words; nil where nothing does.
func pastedBefore(s *ir.Step, parts []*expr.Expr, offset int) *expr.Expr {
	for i, part := range parts {
		if len(unix(wordsOf(parts[:i]))) >= offset {
			return nil
		}
		if loose := looseWithin(s, part, maxNamed); loose != nil {
			return loose
		}
	}
	return nil
}
