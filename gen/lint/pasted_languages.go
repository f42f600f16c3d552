package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
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
	if made := r.s.Made(t); made != t {
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
	for _, l := range languages {
		// In the text of a body itself none can stand: FC210.
		refused := l.name == "GraphQL" && r.at == nil && r.f.Format != nil && t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1
		refused = refused || key == "" && (l.name == "XML" || l.name == "HTML") && choosesType(r.s) // FC203
		if !refused && l.isMeant(key, words) && r.paste(t, l.name, parts, l.place, l.mend) {
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

// mailHead matches the headers of a mail, of which there are two or more.
var mailHead = regexp.MustCompile(`(?i)^(?:(?:From|To|Cc|Bcc|Subject|Reply-To|Date|Sender|Message-ID|MIME-Version|Content-[\w-]+|X-[\w-]+|In-Reply-To|References):[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\n`)

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
		if !mailHead.MatchString(head+"\n\n") || !r.pastedBefore(parts, len(head)) {
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

// page reports HTML that is put together and encoded as a whole, alone or in a mail, with what the caller sent in it as it is.
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

// language is one that a service reads out of a text it is sent, in which what a value holds may be more of it.
type language struct {
	name  string
	keys  []string       // the members and parameters that hold it, in small letters; any where there are none
	begin *regexp.Regexp // what the text looks like, with an x for each value
	place *regexp.Regexp // what stands before a value that ends what it stands in; anything, where it is nil
	mend  string
}

const mendStatement = "send it as a parameter, beside the statement; where the service takes none, replace(…) the quotes as it wants them"

// languages are what services are sent as a text. A text under a name that says less has to look the more like one.
var languages = []language{
	{
		name: "GraphQL", keys: []string{"query"}, begin: ir.GraphQL,
		mend: `send it as one of the variables: {"query": "query ($name: String!) { … }", "variables": {"name": "{{name}}"}}`,
	},
	{
		name: "SQL", keys: strings.Fields("querystring soql sql statement stmt"), begin: statementText, mend: mendStatement,
	},
	{
		name: "SQL", keys: strings.Fields("q query"), begin: statementText, place: regexp.MustCompile(`[=<>]\s*$`), mend: mendStatement,
	},
	{
		name: "SQL", begin: statementText, place: regexp.MustCompile(`(?i)(?:[=<>(,]|\bLIKE)\s*'[^']*$`), mend: mendStatement,
	},
	{
		name: "HTML", begin: regexp.MustCompile(`(?i)^\s*<(?:!doctype\s+html|html)\b`), mend: "htmlEscape(…) it",
	},
	{
		name: "XML", keys: append(strings.Fields("content data envelope mjml soap svg twiml xml"), ""), begin: regexp.MustCompile(`(?s)^\s*<(?:\?xml\b|svg\b|\w+(?::\w+)?[^<>]*>.*</\w+(?::\w+)?>\s*$)`),
		mend: "htmlEscape(…) it, which is right in XML too",
	},
	{
		name: "a line of a shell", keys: strings.Fields("cmd command commands run script shell"), begin: shellLine,
		mend: "send the program and its arguments as a list, where the service takes one; else refuse what has more than letters and digits, by a Condition on matches(…)",
	},
	{
		name: "a mail", keys: strings.Fields("eml message mime raw rfc822"), begin: mailHead, place: regexp.MustCompile(`^(?:[^\r\n]+\r?\n)*[^\r\n]*$`),
		mend: "replace(…) line breaks in it: one begins another header, such as Bcc",
	},
	{
		name: "a form", keys: []string{""}, begin: formText, mend: `write the body as an object, with "apiBodyType": "form"`,
	},
	{
		name: "the query of an address", keys: strings.Fields("params qs"), begin: formText, mend: "urlEncode(…) it",
	},
	{
		name: "a program", begin: regexp.MustCompile(`^#!\s*/`),
		mend: "have the program ask for what differs, or take it as an argument",
	},
}

// formText matches a text that is URL-encoded, with several parameters.
var formText = regexp.MustCompile(`^[\w.\[\]%-]+=[^&=\s]*(?:&[\w.\[\]%-]+=[^&=\s]*)+\s*$`)

// statementText matches how a text begins that is a statement of SQL.
var statementText = regexp.MustCompile(`(?is)^(?:\s|--[^\n]*\n)*(?:SELECT\b.+\bFROM\b|INSERT\s+INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|MERGE\s+INTO\b|WITH\s+\w+\s+AS\s*\()`)

// shellLine matches how a line begins that calls a program of Unix with arguments.
var shellLine = regexp.MustCompile(`^\s*(?:sudo\s+)?(?:/(?:usr/)?s?bin/)?(?:apt(?:-get)?|awk|bash|cat|chmod|chown|convert|cp|curl|dig|docker|echo|ffmpeg|find|git|grep|kill|kubectl|` +
	`ls|magick|mkdir|mv|mysql|node|npm|npx|nslookup|pandoc|ping|pip|psql|python3?|rm|rsync|scp|sed|sh|ssh|systemctl|tar|unzip|useradd|wget|wkhtmltopdf|zip)\s+\S`)

// isMeant reports whether the text under a key is of the language.
func (l language) isMeant(key, words string) bool {
	return (l.keys == nil || slices.Contains(l.keys, strings.ToLower(key))) && l.begin.MatchString(words)
}
